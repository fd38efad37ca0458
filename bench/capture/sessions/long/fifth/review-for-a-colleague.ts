import { type LabelledSession, labelled } from "../../../session.ts";

/** A colleague's merge request is reviewed together: GraphQL in C#, a query per row, and what may break for whom. */
const session: LabelledSession = labelled({
  name: "review-for-a-colleague",
  project: "/home/stelian/fleet-graph",
  talk: (t) => {
    t.prompt(
      "im reviewing !731 from Pia, 'vehicle history in graphql'. shes new (3 wks). check it out and tell me what you see, dont post anything",
    )
      .ran("glab mr checkout 731", "Switched to branch 'pia/vehicle-history'")
      .ran(
        "git diff --stat main...",
        " src/Graph/Types/VehicleType.cs          | 24 ++++++\n src/Graph/Resolvers/HistoryResolver.cs  | 58 ++++++++++++\n src/Domain/History/HistoryEntry.cs      | 19 ++++\n schema.graphql                          | 14 ++-\n tests/Graph.Tests/HistoryTests.cs       | 41 +++++++++\n 5 files changed, 154 insertions(+), 2 deletions(-)",
      )
      .read(
        "/home/stelian/fleet-graph/src/Graph/Resolvers/HistoryResolver.cs",
        "public sealed class HistoryResolver\n{\n    public async Task<IReadOnlyList<HistoryEntry>> GetHistoryAsync([Parent] Vehicle v, FleetDb db)\n        => await db.History.Where(h => h.VehicleId == v.Id).OrderByDescending(h => h.At).ToListAsync();\n}",
      )
      .ran(
        "git diff main... -- schema.graphql",
        "@@\n type Vehicle {\n-  plate: String\n+  plate: String!\n+  history: [HistoryEntry!]!\n }",
      )
      .said(
        "What I'd raise, by weight:\n\n1. **A query per vehicle.** `GetHistoryAsync` runs for each parent; a list of 200 vehicles makes 201 queries. A data loader would make it two.\n2. **No paging.** `history` returns everything.\n3. **`plate` became non-null.** A breaking change the title doesn't mention; vehicles without a plate would turn the whole object into an error.\n4. Small: the tests use `Thread.Sleep`.\n\nOtherwise it's tidy, names are good.",
      )
      .prompt(
        "3 is the killer. trailers have no plate in some countries, and the drivers app pins the schema, v4 is on tablets that only update in the workshop so any breaking change takes a year to roll",
      )
      .said("Then 3 blocks the merge. Is there a check in CI that finds breaking changes of the schema?")
      .prompt(
        "there was, graphql-inspector, somebody turned it off because of false positives on descriptions. can we have it again w/o those",
      )
      .called("Grep", { pattern: "inspector", path: "/home/stelian/fleet-graph/.gitlab-ci.yml" })
      .gave(
        "88:# schema-check:  # off, see !602\n89:#   script: npx graphql-inspector diff origin/main:schema.graphql schema.graphql",
      )
      .said(
        "It's commented out since !602. The `diff` command takes rules; `suppressRemovalOfDeprecatedField` and such exist, and description changes are never counted as breaking, so only the exit code matters.",
      )
      .ran(
        "npx graphql-inspector diff git:origin/main:schema.graphql schema.graphql",
        "Detected the following changes (2) between schemas:\n\n✔  Field history was added to object type Vehicle\n✖  Field Vehicle.plate changed type from String to String!\nerror Detected 1 breaking change",
        1,
      )
      .thought(
        "Changing output nullable->non-null is usually safe for clients but inspector flags? Whatever: data problem is real.",
      )
      .said(
        "It finds it. Strictly speaking a client survives a field that becomes non-null; it's our data that doesn't, since a trailer without a plate would make the vehicle `null`.",
      )
      .prompt("either way. so: separate MR for the CI check, i do that. hers: plate stays nullable")
      .prompt("1: do we have a loader somewhere she can copy from")
      .called("Grep", { pattern: "DataLoader", path: "/home/stelian/fleet-graph/src" })
      .gave(
        "src/Graph/Loaders/DriverByVehicleLoader.cs:9:public sealed class DriverByVehicleLoader : BatchDataLoader<VehicleId, Driver?>\nsrc/Graph/Loaders/TripsLoader.cs:11:public sealed class TripsLoader : GroupedDataLoader<VehicleId, Trip>",
      )
      .said("`TripsLoader` has the same form, several rows for each vehicle.")
      .prompt("but trips loader is the one that killed us in november? IN clause with 9000 ids")
      .ran(
        "git log --oneline -5 -- src/Graph/Loaders/TripsLoader.cs",
        "be20c11 TripsLoader: max batch 500\n7719e30 TripsLoader",
      )
      .said(
        "Yes, and it was mended by `be20c11`: a maximum of 500 ids in a batch. So it's fine to copy, including the limit.",
      )
      .prompt("measure how bad hers is. 200 vehicles, dev db")
      .ran(
        "dotnet run --project tools/GraphBench -- --query history200.graphql",
        'Unhandled exception. Npgsql.NpgsqlException: 28000: no pg_hba.conf entry for host "10.8.3.77", user "bench", database "fleet", no encryption',
        134,
      )
      .ran(
        "dotnet run --project tools/GraphBench -- --query history200.graphql --db 'Host=dev-db;SSL Mode=Require'",
        "requests: 20\nsql per request: 201\nmean: 1841 ms\np95: 2210 ms",
      )
      .said(
        "201 statements and 1.8 s on average. The development database wants TLS, so GraphBench needs `SSL Mode=Require` in its `--db`.",
      )
      .prompt("quick try w/ a loader, just to have a number, throw it away after")
      .wrote(
        "/home/stelian/fleet-graph/src/Graph/Loaders/HistoryLoader.cs",
        "public sealed class HistoryLoader : GroupedDataLoader<VehicleId, HistoryEntry> { … }",
      )
      .ran(
        "dotnet run --project tools/GraphBench -- --query history200.graphql --db 'Host=dev-db;SSL Mode=Require'",
        "requests: 20\nsql per request: 2\nmean: 96 ms\np95: 131 ms",
      )
      .ran("git checkout . && git clean -fdq src", "Updated 1 path from the index")
      .said("96 ms with a loader; I've thrown the attempt away.")
      .prompt("paging: relay connections or just first: N?")
      .said(
        "The rest of the schema uses connections (`TripsConnection`, `DriversConnection`), I'd keep to it.",
      )
      .prompt(
        "hmm those came from the old team. web doesnt use cursors anywhere. but consistency.. ok ask her to do connections. no. wait. too much for her first one. `first: Int = 50` and good",
      )
      .said("`history(first: Int = 50)` then.")
      .prompt(
        "draft me the review comments, friendly, praise first. no nitpicks, new people get max 3 comments from me",
      )
      .said(
        "> Nice first feature, the naming and the tests read really well!\n>\n> 1. `plate` has to stay nullable: some trailers don't have one. Could you take that line back?\n> 2. `history` makes one query for each vehicle (201 for a page of 200, 1.8 s). `TripsLoader` shows how we batch; copy the limit of 500 as well. I've tried it, 96 ms.\n> 3. Please add `first: Int = 50`, some vehicles have ten years of history.",
      )
      .prompt('perfect, ill paste it. drop the "really"')
      .said("Dropped.")
      .prompt("whats ThreadSleep about, 4? she'll learn. leave")
      .prompt(
        "oh and who sees history? drivers must not see the entries of type INSPECTION, thats workshop + insurance only. is that in there",
      )
      .called("Grep", { pattern: "Authorize|INSPECTION", path: "/home/stelian/fleet-graph/src/Graph" })
      .gave('src/Graph/Types/InvoiceType.cs:12:    [Authorize(Policy = "Office")]')
      .said("It isn't: whoever can read a vehicle would see all entries, inspections as well.")
      .prompt("then thats comment 3 and paging moves out into a follow-up issue, ill file it")
      .said(
        "> 3. Entries of type `INSPECTION` are for workshop and insurance only, drivers mustn't get them. The policy `Office` on `InvoiceType` is a good model.",
      )
      .prompt("👌 posted. back to main")
      .ran("git checkout main", "Switched to branch 'main'")
      .said("You're on `main`.");
  },
  keep: [
    {
      kind: ["learning", "correction"],
      words: ["trailers have no plate|only update in the workshop"],
      type: "semantic",
    },
    { kind: ["intention", "decision"], words: ["separate MR for the CI check"] },
    { kind: ["preference", "learning"], words: ["max 3 comments"], type: "semantic" },
    { kind: "learning", words: ["INSPECTION", "workshop"], type: "semantic" },
    { kind: ["command", "learning"], words: ["SSL Mode=Require"], type: ["procedural", "semantic"] },
    { kind: ["intention", "decision"], words: ["paging moves out"] },
  ],
  may: [
    { kind: ["learning", "fix"], words: ["500 ids|9000 ids|max batch 500"] },
    { kind: "learning", words: ["false positives on descriptions|commented out since"] },
    { kind: "decision", words: ["plate", "nullable"] },
    { kind: "learning", words: ["96 ms|1.8 s"] },
    { kind: "learning", words: ["shes new"] },
    { kind: "decision", words: ["first: Int = 50"] },
    { kind: "learning", words: ["connections"] },
    { kind: "learning", words: ["a query per vehicle|one query for each vehicle"] },
    { kind: "learning", words: ["whoever can read a vehicle"] },
  ],
  never: [
    "ask her to do connections",
    "Thread.Sleep",
    "names are good",
    "Nice first feature",
    "throw it away",
    "posted. back",
  ],
});

export default session;
