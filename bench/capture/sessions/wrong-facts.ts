import { type LabelledSession, labelled } from "../session.ts";

/** The agent assumes, the person corrects facts; Kubernetes and Python. */
const session: LabelledSession = labelled({
  name: "wrong-facts",
  project: "/home/deb/ingest",
  talk: (t) => {
    t.prompt("write a readme section about how ingest is deployed")
      .wrote("/home/deb/ingest/README.md", "## Deployment\n\nIngest is deployed with Helm from CI.")
      .said("I added a section: ingest is deployed with Helm from CI to the staging and production clusters.")
      .prompt(
        "Actually no, there is no Helm here. Argo CD syncs the manifests in deploy/ from the release branch.",
      )
      .edited("/home/deb/ingest/README.md", "Helm from CI", "Argo CD from the release branch")
      .said("Corrected: Argo CD syncs `deploy/` from the release branch.")
      .prompt(
        "that's not right either. Production is synced by hand by the SRE team, only staging syncs by itself",
      )
      .edited("/home/deb/ingest/README.md", "Argo CD", "Argo CD (staging)")
      .said("The section distinguishes staging and production now.")
      .prompt(
        "ok. you can add that the consumer group is called ingest-v2, not ingest. the old name is still in the dashboards",
      )
      .edited("/home/deb/ingest/README.md", "consumer", "consumer group ingest-v2")
      .said("Added.")
      .prompt("no, that's fine as it is. thanks!");
  },
  keep: [
    {
      kind: ["correction", "learning"],
      type: "semantic",
      words: ["Argo CD", "release branch"],
      importance: [6, 9],
    },
    {
      kind: ["correction", "learning"],
      type: "semantic",
      words: ["by hand by the SRE team"],
      importance: [6, 9],
    },
    {
      kind: ["correction", "learning", "preference"],
      type: "semantic",
      words: ["ingest-v2"],
      importance: [5, 9],
    },
  ],
  may: [{ kind: "outcome", words: ["README"] }],
  never: ["fine as it is"],
});

export default session;
