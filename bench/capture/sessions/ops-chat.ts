import { type LabelledSession, labelled } from "../session.ts";

/** An incident talked through with logs; Kubernetes. */
const session: LabelledSession = labelled({
  name: "ops-chat",
  project: "/home/val/ops",
  talk: (t) => {
    t.prompt(
      "pods of checkout restart every few minutes:\n\n```\nLast State: Terminated\n  Reason: OOMKilled\n  Exit Code: 137\n```",
    )
      .ran("kubectl top pod -l app=checkout", "checkout-7c 498Mi")
      .ran("kubectl get deploy checkout -o yaml | grep -A3 limits", "limits:\n  memory: 512Mi")
      .said("They reach the limit of 512 MiB. Memory grows with each request to `/quote`.")
      .read("/home/val/ops/checkout/quote.js", "const cache = new Map();")
      .edited("/home/val/ops/checkout/quote.js", "new Map()", "new LRU({ max: 5000 })")
      .ran("npm test", "Tests: 77 passed, 77 total")
      .ran("kubectl rollout restart deploy/checkout", "deployment.apps/checkout restarted")
      .said(
        "Rolled out. The leak was the quote cache in `checkout/quote.js`: a Map without any limit, keyed by basket, so every visitor added an entry for good. It is an LRU of 5,000 entries now.",
      )
      .prompt(
        "memory is flat, great. In incidents always tell me first what you want to restart, I got paged by that.",
      )
      .said("Sorry about that; I'll ask first.")
      .prompt("the alert should fire at 80 % of the limit, can you do that after the freeze?")
      .said("Yes.");
  },
  keep: [
    { kind: "fix", words: ["cache", "quote.js"], importance: [5, 9] },
    { kind: "preference", type: "semantic", words: ["incidents", "restart"], importance: [6, 9] },
    { kind: "intention", type: "prospective", words: ["alert", "80"], importance: [4, 8] },
  ],
  may: [{ kind: "outcome", words: ["quote.js"] }],
});

export default session;
