import { type LabelledSession, labelled } from "../session.ts";

/** A decision that is taken back in the same conversation, and one that stays. */
const session: LabelledSession = labelled({
  name: "helm-values",
  project: "/home/ann/charts",
  talk: (t) => {
    t.prompt("we need different resource limits per environment. one values file per env or an overlay?")
      .said("One values file per environment is simplest; overlays pay off once you have more than three.")
      .prompt("let's go with kustomize overlays then, we'll have five")
      .said("I'll set up `overlays/` with one folder per environment.")
      .prompt("hm wait. The platform team only accepts helm charts. forget kustomize, values files it is")
      .wrote("/home/ann/charts/values-dev.yaml", "resources: {}")
      .wrote("/home/ann/charts/values-prod.yaml", "resources: {}")
      .ran("helm lint . -f values-dev.yaml", "1 chart(s) linted, 0 chart(s) failed")
      .said("There are `values-dev.yaml` and `values-prod.yaml`; the other three can follow the same shape.")
      .prompt("memory limits in prod must be 2Gi at most or the scheduler refuses the pods")
      .edited("/home/ann/charts/values-prod.yaml", "resources: {}", "resources: { limits: { memory: 2Gi } }")
      .said("Set to 2Gi.")
      .prompt("thanks. rest tomorrow: staging, demo and perf values files")
      .said("See you tomorrow.");
  },
  keep: [
    { kind: ["decision", "correction"], words: ["values files"] },
    { kind: ["learning", "correction", "preference"], words: ["platform team|2Gi"] },
    { kind: ["learning", "preference"], words: ["2Gi"] },
    { kind: "intention", type: "prospective", words: ["staging", "perf"] },
  ],
  may: [{ kind: "outcome", words: ["values"] }],
  never: ["go with kustomize"],
});

export default session;
