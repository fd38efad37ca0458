import { type LabelledSession, labelled } from "../session.ts";

/** Facts about a foreign service, found by trying; Node. */
const session: LabelledSession = labelled({
  name: "api-limits",
  project: "/home/ike/sync",
  talk: (t) => {
    t.prompt("the hubspot sync stops after a while with errors, see sync.log")
      .ran("tail -2 sync.log", "HTTP 429 policyName=TEN_SECONDLY_ROLLING\nsync aborted after 104 requests")
      .read("/home/ike/sync/src/hubspot.js", "await Promise.all(contacts.map(push))")
      .said("All contacts are pushed at once. HubSpot answers 429 with the policy TEN_SECONDLY_ROLLING.")
      .edited(
        "/home/ike/sync/src/hubspot.js",
        "Promise.all(contacts.map(push))",
        "inBatches(contacts, 100, pushBatch)",
      )
      .ran(
        "node src/hubspot.js --dry-run",
        "TypeError: inBatches is not a function\n    at main (src/hubspot.js:12:9)",
        1,
      )
      .edited("/home/ike/sync/src/batches.js", "", "export async function inBatches() {}")
      .ran("node src/hubspot.js --dry-run", "synced 4120 contacts in 42 requests")
      .said(
        "The sync works again with batches of 100. It failed because the HubSpot API allows 100 requests per ten seconds, and we sent one per contact. Note that the batch endpoint returns 207 when only some contacts fail, so the status alone doesn't tell.",
      )
      .prompt("interesting. the sandbox account has no batch endpoint, fyi, so test against the dev portal")
      .said("Good to know.");
  },
  keep: [
    { kind: "fix", words: ["100 requests per ten seconds", "hubspot.js"], importance: [5, 9] },
    { kind: "learning", type: "semantic", words: ["207"], importance: [5, 8] },
    { kind: ["learning", "preference"], type: "semantic", words: ["sandbox account"], importance: [5, 9] },
  ],
  may: [{ kind: "outcome", words: ["hubspot.js"] }],
});

export default session;
