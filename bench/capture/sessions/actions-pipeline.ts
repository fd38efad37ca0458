import { type LabelledSession, labelled } from "../session.ts";

/** Continuous integration: errors that only show there, told in words; GitHub Actions. */
const session: LabelledSession = labelled({
  name: "actions-pipeline",
  project: "/home/geo/toolkit",
  talk: (t) => {
    t.prompt("CI is red on main: the publish job fails with 403, locally everything is fine.")
      .ran(
        "gh run view 991 --log-failed",
        "npm ERR! code E403\nnpm ERR! 403 Forbidden - PUT https://registry.npmjs.org/@geo%2ftoolkit",
      )
      .read(
        "/home/geo/toolkit/.github/workflows/publish.yml",
        "on: push\njobs:\n  publish:\n    steps:\n      - run: npm publish",
      )
      .said(
        "The job runs on every push, also for tags that exist already. Let me look at the token's permissions.",
      )
      .edited(
        "/home/geo/toolkit/.github/workflows/publish.yml",
        "on: push",
        "on:\n  release:\n    types: [published]\npermissions:\n  id-token: write",
      )
      .edited(
        "/home/geo/toolkit/package.json",
        '"version": "1.4.0"',
        '"publishConfig": { "provenance": true },\n  "version": "1.4.0"',
      )
      .ran("git commit -am 'Publish on release only' && git push", "main -> main")
      .ran("gh run watch 993", "✓ main publish · 993")
      .said(
        "The pipeline is green. The real reason was that the npm token is scoped to `@geo-labs`, while the package is published as `@geo/toolkit`; with trusted publishing no token is needed at all. I switched the workflow to trusted publishing instead of a new token, because tokens expire after 90 days.",
      )
      .prompt("Excellent! We should do the same for the other two packages at some point.")
      .said("Those are `@geo/cli` and `@geo/docs`; both use the same workflow.")
      .prompt("From now on every workflow pins actions by commit hash please, security asked for it.")
      .edited(
        "/home/geo/toolkit/.github/workflows/publish.yml",
        "actions/checkout@v4",
        "actions/checkout@b4ffde65",
      )
      .said("Pinned all actions by hash.");
  },
  keep: [
    { kind: ["fix", "learning"], words: ["scoped to", "publish.yml|@geo/toolkit"], importance: [5, 9] },
    { kind: "decision", words: ["trusted publishing", "90 days"], importance: [5, 8] },
    {
      kind: "intention",
      type: "prospective",
      words: ["same for the other two packages"],
      importance: [4, 7],
    },
    { kind: "preference", type: "semantic", words: ["pins actions by commit hash"], importance: [7, 9] },
  ],
  may: [{ kind: "outcome", words: ["publish.yml"] }],
  never: ["every push, also"],
});

export default session;
