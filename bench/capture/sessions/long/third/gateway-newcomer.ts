import { type LabelledSession, labelled } from "../../../session.ts";

/** A newcomer lets a GraphQL gateway be explained to him: much is said, nearly all of it stands in any book. */
const session: LabelledSession = labelled({
  name: "gateway-newcomer",
  held: true,
  project: "/Users/yusuf/work/atlas-gateway",
  talk: (t) => {
    t.prompt(
      "Hi! First week here, never touched GraphQL before. Could you walk me through what this repo does, very roughly?",
    )
      .called("Glob", { pattern: "*" })
      .gave("README.md\npackage.json\nrouter.yaml\nsupergraph.graphql\nsrc\ntest\nrhai")
      .read(
        "/Users/yusuf/work/atlas-gateway/README.md",
        "# atlas-gateway\n\nOne endpoint for all subgraphs. See router.yaml.",
      )
      .said(
        "Welcome! In short: clients send one query to this gateway, it splits the query into parts, asks the services (*subgraphs*) that own each part, and joins the answers. `supergraph.graphql` is the joined schema and `router.yaml` is the configuration.",
      )
      .prompt("so it's like a reverse proxy?")
      .said(
        "A bit. A reverse proxy forwards a request as it is; a GraphQL gateway understands it. It plans which services to ask, in what order, and may ask several for one request.",
      )
      .prompt("And what is this @key thing everywhere?")
      .ran(
        "grep -n '@join__type' supergraph.graphql | head -5",
        '12:type Product @join__type(graph: CATALOG, key: "id") @join__type(graph: STOCK, key: "id")\n40:type Customer @join__type(graph: ACCOUNTS, key: "id")\n61:type Order @join__type(graph: ORDERS, key: "id")',
      )
      .said(
        "`@key` names the fields by which an entity is identified across services. `Product` has the key `id`, so the catalogue can give its name, and the stock service its quantity, and the gateway knows that they are the same product.\n\n| Directive | Meaning |\n| --- | --- |\n| `@key` | how to find the entity |\n| `@shareable` | several services may answer the field |\n| `@external` | the field belongs to somebody else |\n| `@requires` | needs that other field first |",
      )
      .prompt("ok nice table. what about N+1, someone mentioned it at lunch and i nodded")
      .said(
        "Ha. Say you ask for 100 orders with the customer of each. A naïve resolver makes one query for the list and then one for each customer: 1 + 100. The usual cure is **DataLoader**: it collects all ids that are asked for in one tick and loads them with one query.",
      )
      .prompt("should we use dataloader here?")
      .said(
        "Not in the gateway itself: it already batches entity lookups into one `_entities` call per subgraph. It's a matter for the services.",
      )
      .prompt("ah ok. can I run it?")
      .ran("npm install", "added 412 packages in 9s\n\n68 packages are looking for funding")
      .ran(
        "npm run dev",
        "> atlas-gateway@0.0.0 dev\n> rover dev --supergraph-config supergraph.yaml\n\n🚀 your supergraph is running! head to http://localhost:4000",
      )
      .said("It's running at http://localhost:4000; open it in the browser for the sandbox.")
      .prompt("cool!! how do i ask for a product")
      .said('Try this:\n\n```graphql\nquery {\n  product(id: "1") {\n    name\n    quantity\n  }\n}\n```')
      .prompt(
        'i get {"errors":[{"message":"Cannot query field \\"quantity\\" on type \\"Product\\". Did you mean \\"available\\"?"}]}',
      )
      .said("My mistake, the field is called `available` in this schema. Replace `quantity` with it.")
      .prompt("works. why do i get null and no error if a product doesn't exist?")
      .said(
        'Because `product` is nullable in the schema: `product(id: ID!): Product` without a `!` at the end. Null means "there is none". If it were `Product!`, the gateway would have to raise an error and null would bubble up to the nearest nullable parent.',
      )
      .prompt("that's the weirdest thing i've heard today. so should everything be nullable then?")
      .said(
        "There are two schools. Facebook's advice was nullable by default, since any field of a distributed system may fail. Others prefer non-null where the data is certain, because clients get simpler types. Neither is wrong.",
      )
      .prompt("hm. let me try something: rename the query `product` to `item` for me?")
      .called("Grep", { pattern: "product\\(", path: "src", output_mode: "content" })
      .gave("src/schema/query.graphql:4:  product(id: ID!): Product @join__field(graph: CATALOG)")
      .edited("/Users/yusuf/work/atlas-gateway/src/schema/query.graphql", "product(id: ID!)", "item(id: ID!)")
      .ran(
        "npm run compose",
        "error[E029]: Encountered 1 build error while trying to build a supergraph.\n\nCaused by:\n    UNKNOWN: [catalog] Query.item: no resolver\n",
        1,
      )
      .said(
        "As expected, it doesn't compose: the resolver in the catalogue service is still named `product`.",
      )
      .prompt("fair. put it back, was only curious")
      .ran("git checkout src/schema/query.graphql", "Updated 1 path from the index")
      .said("Put back.")
      .prompt("what's rhai? there's a folder")
      .ran(
        "ls rhai && head -5 rhai/main.rhai",
        'main.rhai\nfn supergraph_service(service) {\n  service.map_request(|request| {\n    request.headers["x-atlas-trace"] = uuid_v4();\n  });\n}',
      )
      .said(
        "Rhai is a small scripting language that the router can run on each request. The one script here gives every request a trace id in the header `x-atlas-trace`.",
      )
      .prompt("do we need subscriptions for live stock? i think the app polls")
      .said(
        "I can't see the app from here. In general: subscriptions if the client has to know within a second or so, polling if half a minute is fine; polling is much simpler to operate.",
      )
      .prompt("makes sense. not my call anyway :)")
      .prompt("what would you read first if you were me")
      .said(
        "1. The schema, `supergraph.graphql`, from `type Query` down\n2. `router.yaml`, it's short\n3. One subgraph from end to end, e.g. the catalogue\n\nThen change something tiny and follow it through CI.",
      )
      .prompt("thanks, that was really patient of you. can you stop the server")
      .called("KillShell", { shell_id: "bash_1" })
      .gave("Successfully killed shell: bash_1")
      .said("Stopped. Have a good first week!")
      .prompt("one more: what does idempotent mean lol, my lead wrote it in a review")
      .said(
        "That doing it twice has the same effect as doing it once. Setting a price to 5 is idempotent; adding 5 to it isn't.",
      )
      .prompt("🙏");
  },
  keep: [],
  may: [
    { kind: "learning", words: ["x-atlas-trace"] },
    { kind: "learning", words: ["_entities"] },
    { kind: "correction", words: ["available"] },
    { kind: "command", words: ["npm run dev|npm run compose"] },
    { kind: "learning", words: ["supergraph.graphql"] },
    { kind: "learning", words: ["First week here"] },
  ],
  never: [
    "reverse proxy",
    "idempotent",
    "two schools",
    "Facebook",
    "should we use dataloader",
    "not my call",
    "rename the query",
    "weirdest thing",
    "no resolver",
  ],
});

export default session;
