import { type LabelledSession, labelled } from "../session.ts";

/** Infrastructure: a call that needs another first, a decision, something due; Terraform and Kubernetes. */
const session: LabelledSession = labelled({
  name: "terraform-cluster",
  project: "/home/gus/infra",
  talk: (t) => {
    t.prompt("Bump the node pool of the prod cluster to n2-standard-8 and plan it.")
      .edited("/home/gus/infra/cluster/main.tf", "n2-standard-4", "n2-standard-8")
      .ran(
        "terraform plan",
        "Error: Error acquiring the state lock\nError message: resource temporarily unavailable\nLock Info: Who: gus@laptop",
        1,
      )
      .said("The state is locked by an earlier run on your laptop. Shall I force the unlock?")
      .prompt("yes, that one is dead")
      .ran("terraform force-unlock -force 7f1c", "Terraform state has been successfully unlocked!")
      .ran("terraform plan", "Plan: 1 to add, 0 to change, 1 to destroy.")
      .said(
        "The plan replaces the node pool: one to destroy, one to add. That would evict everything at once.",
      )
      .prompt(
        "We never replace pools in place. Always create the new pool next to the old one, drain, then remove the old one, otherwise the payment pods all restart together.",
      )
      .edited("/home/gus/infra/cluster/main.tf", 'resource "pool" "main"', 'resource "pool" "main_v2"')
      .ran("terraform plan", "Plan: 1 to add, 0 to change, 0 to destroy.")
      .ran("terraform apply -auto-approve", "Apply complete! Resources: 1 added, 0 changed, 0 destroyed.")
      .said(
        "The second pool `main_v2` is up beside the old one. I did not drain the old pool yet; that has to be done before the old pool is removed from `cluster/main.tf`.",
      )
      .prompt("ok. Draining happens on Thursday at 9:00, remind me about it.")
      .said("I will.")
      .prompt("GKE only keeps node images for 30 days by the way, so pinned image versions expire")
      .said("Then pinning an image is no option.");
  },
  keep: [
    { kind: "command", type: "procedural", words: ["force-unlock", "state lock"], importance: [4, 8] },
    {
      kind: ["preference", "correction"],
      type: "semantic",
      words: ["never replace pools in place|new pool next to the old"],
      importance: [7, 9],
    },
    { kind: "intention", type: "prospective", words: ["drain", "thursday"], importance: [5, 8] },
    { kind: "learning", type: "semantic", words: ["GKE", "30 days"], importance: [5, 8] },
    { kind: "outcome", words: ["main_v2"], importance: [3, 7] },
  ],
  may: [
    { kind: ["preference", "correction"], words: ["pool"] },
    { kind: "intention", words: ["drain"] },
    { kind: "outcome", words: ["main.tf"] },
  ],
});

export default session;
