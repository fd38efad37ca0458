import { type LabelledSession, labelled } from "../../../session.ts";

/** The documentation of an open-source query builder moves from Docusaurus to Starlight; compacted half way. */
const session: LabelledSession = labelled({
  name: "handbook-to-starlight",
  project: "/home/ines/quarry-docs",
  talk: (t) => {
    t.prompt(
      "continuing the docs move. docusaurus -> starlight. i think we did the guides yesterday? whats left, can you look",
    )
      .ran(
        "git status --short | head -5; find docs -name '*.mdx' | wc -l; find src/content/docs -name '*.mdx' | wc -l",
        "?? scripts/port.mjs\n61\n83",
      )
      .said(
        "83 pages are ported and 61 are left in `docs/`, all of them below `docs/api` and `docs/recipes`. `scripts/port.mjs` does the frontmatter and the admonitions.",
      )
      .prompt("k do recipes first, api is generated anyway and might go away")
      .ran(
        "node scripts/port.mjs docs/recipes",
        "ported 19\nwarn recipes/pagination.mdx: <Tabs groupId> has no equivalent\nwarn recipes/json.mdx: <Tabs groupId> has no equivalent",
      )
      .said(
        "19 recipes are ported. Starlight's `<Tabs>` takes `syncKey` where Docusaurus has `groupId`; I'll map it in the script.",
      )
      .edited(
        "/home/ines/quarry-docs/scripts/port.mjs",
        "groupId",
        'attr.name === "groupId" ? "syncKey" : attr.name',
      )
      .ran(
        "node scripts/port.mjs docs/recipes && pnpm astro build",
        "ported 19\n[build] 102 page(s) built in 14.22s\n[build] Complete!",
      )
      .said("No warnings, 102 pages built.")
      .prompt(
        "nice. does search work? on the old one we had algolia but the key was from marcs account and hes gone",
      )
      .ran("ls dist/pagefind | head -3", "pagefind.js\npagefind-ui.js\nindex")
      .said("Yes, Starlight builds a Pagefind index, which runs in the browser and needs no account.")
      .prompt("great, then pagefind it is, no more accounts of ppl who leave")
      .prompt("links now. ppl have linked to /docs/guides/x from everywhere for 4 yrs")
      .said(
        "I'd generate redirects from the old paths to the new ones. Options: Astro's `redirects` config, which writes a meta refresh page per entry on a static host, or a `_redirects` file if the host reads it. Where is it hosted?",
      )
      .prompt("gh pages currently. moving to cloudflare pages. i mean. probably. dani has to ok it")
      .said(
        "On Cloudflare `_redirects` is the better way, with real 301s. On GitHub Pages only the meta refresh works.",
      )
      .compacted(
        "## What we are doing\nPorting the Quarry handbook from Docusaurus to Starlight. All guides and 19 recipes are ported; 42 API pages remain in docs/api.\n\n## Facts and decisions\n- Headings keep explicit ids from the old site because the CLI's error messages link to anchors like `#e-join-ambiguous`; the plugin is in src/plugins/anchors.mjs.\n- Version 1 docs are not ported: Ines decided to freeze them as a static export under v1.quarry.dev.\n- Code samples are type-checked with twoslash only in guides, not in recipes, since the build went from 14 s to 3 min.\n- Search is Pagefind.\n\n## Open\n- Redirects: waiting for Dani's word on Cloudflare Pages.\n- The Japanese translation (docs/ja) has no owner; ask Kenji before deleting anything.",
      )
      .prompt("dani says yes to cloudflare!! so _redirects")
      .wrote(
        "/home/ines/quarry-docs/scripts/redirects.mjs",
        "// old path → new path, from git's renames\nconst out = [];\n",
      )
      .ran(
        "node scripts/redirects.mjs > public/_redirects && wc -l public/_redirects && head -2 public/_redirects",
        "144 public/_redirects\n/docs/guides/joins /guides/joins/ 301\n/docs/guides/unions /guides/unions/ 301",
      )
      .said("`public/_redirects` has 144 entries, made from git's renames by `scripts/redirects.mjs`.")
      .prompt("try it")
      .ran(
        "npx wrangler pages dev dist & sleep 4; curl -sI localhost:8788/docs/guides/joins | head -3",
        "✨ Compiled Worker successfully\nHTTP/1.1 404 Not Found",
      )
      .ran("ls dist/_redirects", "ls: cannot access 'dist/_redirects': No such file or directory", 2)
      .thought("public/ copied at build; I didn't rebuild.")
      .said("The file was written after the last build, so `dist` has no copy. Building again.")
      .ran(
        "pnpm astro build && curl -sI localhost:8788/docs/guides/joins | head -3",
        "[build] Complete!\nHTTP/1.1 301 Moved Permanently\nLocation: /guides/joins/",
      )
      .said("It redirects with a 301.")
      .prompt("👍 ok the api pages. what generates them")
      .read(
        "/home/ines/quarry-docs/package.json",
        '"scripts": { "api": "typedoc --plugin typedoc-plugin-markdown --out docs/api ../quarry/src/index.ts" }',
      )
      .said(
        "TypeDoc, from a checkout of `../quarry`. There is `starlight-typedoc`, which would do that as part of the Astro build.",
      )
      .prompt("would it.. hm. wdyt, generate at build or commit the md")
      .said(
        "Generate at build: the pages can't go stale and 42 files leave the repository. The price is that the build needs the sources of `quarry`, which I'd take from npm, since the package ships its `.ts` files.",
      )
      .prompt("sold")
      .ran(
        "pnpm add -D starlight-typedoc typedoc typedoc-plugin-markdown",
        "devDependencies:\n+ starlight-typedoc 0.21.3\n+ typedoc 0.28.14\n+ typedoc-plugin-markdown 4.9.0",
      )
      .edited(
        "/home/ines/quarry-docs/astro.config.mjs",
        "plugins: []",
        'plugins: [starlightTypeDoc({ entryPoints: ["node_modules/quarry/src/index.ts"], tsconfig: "tsconfig.api.json" })]',
      )
      .ran(
        "pnpm astro build",
        "[starlight-typedoc] error TS2688: Cannot find type definition file for 'bun'.\n  The file is in the program because:\n    Entry point for implicit type library 'bun'\n[ERROR] [starlight-typedoc-plugin] Failed to generate TypeDoc documentation.",
        1,
      )
      .said(
        "TypeDoc picks up every `@types/*` that is hoisted, also a stray `bun`. The cause is that `tsconfig.api.json` has no `types` field; with an empty list nothing is included implicitly.",
      )
      .edited(
        "/home/ines/quarry-docs/tsconfig.api.json",
        '"compilerOptions": {',
        '"compilerOptions": {\n    "types": [],',
      )
      .ran("pnpm astro build", "[build] 147 page(s) built in 19.80s\n[build] Complete!")
      .said("147 pages, the API reference among them, in 20 seconds.")
      .prompt("the sidebar says “Functions” 3 times lol")
      .edited(
        "/home/ines/quarry-docs/astro.config.mjs",
        "typeDocSidebarGroup",
        "{ ...typeDocSidebarGroup, collapsed: true }",
      )
      .said("Grouped under one collapsed entry.")
      .prompt("can u read joins.mdx and tell me if it sounds ok? i wrote it at 2am")
      .read(
        "/home/ines/quarry-docs/src/content/docs/guides/joins.mdx",
        "---\ntitle: Joins\n---\nIn this guide we will be learning about how one can simply join tables.",
      )
      .said(
        "It's clear, though the opening is long-winded: “In this guide we will be learning about how one can simply join tables” could be “Join tables with `.join()`.”",
      )
      .prompt(
        "ha yes. take that. and ban 'simply' and 'just' and 'easy' from all the pages, nothing worse when ur stuck. goes for new pages too",
      )
      .ran("grep -rilE '\\b(simply|just|easy|easily)\\b' src/content/docs | wc -l", "38")
      .ran("node scripts/unsimply.mjs && pnpm astro build", "changed 38 files\n[build] Complete!")
      .said("38 pages changed; I read each hit, since “just in time” and the like had to stay.")
      .prompt("push it all, draft pr")
      .ran(
        "git add -A && git commit -qm 'Handbook on Starlight' && git push -q && gh pr create --draft --fill",
        "https://github.com/quarry-sql/docs/pull/207",
      )
      .said(
        "Draft PR #207 is open. The whole handbook is on Starlight now: guides, recipes, API reference generated at build with `starlight-typedoc`, and 144 redirects in `public/_redirects`.",
      )
      .prompt(
        "tysm. whats left is dns and thats dani. oh and delete the algolia app, i need to ask marc for the login first. someday",
      );
  },
  keep: [
    { kind: "decision", words: ["pagefind it is"] },
    { kind: ["learning", "decision", "summary"], words: ["anchors", "error messages link"] },
    { kind: ["decision", "summary"], words: ["v1.quarry.dev|Version 1 docs"] },
    { kind: ["decision", "summary", "learning"], words: ["twoslash only in guides"] },
    { kind: ["intention", "summary"], type: "prospective", words: ["Kenji|Japanese translation"] },
    { kind: "decision", words: ["yes to cloudflare|_redirects"] },
    { kind: "decision", words: ["Generate at build"] },
    { kind: "fix", words: ["tsconfig.api.json|TS2688", "types"] },
    { kind: "preference", type: "semantic", words: ["'simply'", "all the pages|new pages"] },
    { kind: "outcome", words: ["Starlight", "starlight-typedoc|144 redirects|#207"] },
  ],
  may: [
    { kind: "intention", words: ["delete the algolia app"] },
    { kind: "learning", words: ["syncKey"] },
    { kind: ["learning", "decision"], words: ["meta refresh"] },
    { kind: ["summary", "decision"], words: ["Search is Pagefind"] },
    { kind: ["learning"], words: ["marcs account"] },
    { kind: ["outcome", "summary"], words: ["All guides and 19 recipes"] },
    { kind: ["learning", "outcome"], words: ["scripts/redirects.mjs"] },
    { kind: ["decision"], words: ["do recipes first"] },
    { kind: ["learning"], words: ["scripts/port.mjs"] },
    { kind: ["intention"], words: ["dns and thats dani"] },
    { kind: ["learning"], words: ["needs no account"] },
  ],
  never: ["dani has to ok it", "at 2am", "3 times lol", "waiting for Dani's word", "no copy"],
});

export default session;
