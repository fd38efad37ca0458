import { type LabelledSession, labelled } from "../session.ts";

/** Rules of the house given in a list, with reasons; secrets; Go. */
const session: LabelledSession = labelled({
  name: "hardening",
  project: "/home/ari/vault-proxy",
  talk: (t) => {
    t.prompt(
      "Some rules for this repo before we start:\n- never log request bodies, they hold tokens\n- errors returned to clients must not contain internals\n- use the std library where it does the job, we audit every dependency\n\nNow add a request timeout of 5 s to the proxy.",
    )
      .read("/home/ari/vault-proxy/proxy.go", "func New(target *url.URL) *Proxy { ... }")
      .edited("/home/ari/vault-proxy/proxy.go", "http.Client{}", "http.Client{Timeout: 5 * time.Second}")
      .ran("go test ./...", "ok  \tvault-proxy\t0.4s")
      .said("Requests time out after 5 s.")
      .prompt("Timeouts should answer 504, not 500.")
      .edited("/home/ari/vault-proxy/proxy.go", "500", "504")
      .ran("go test ./...", "ok  \tvault-proxy\t0.4s")
      .said("A timeout answers 504 now.")
      .prompt("we also need to look at the retry storm problem, but that's for next sprint")
      .said(
        "Noted. One thing I noticed: the Vault API returns 429 with a Retry-After header when the quota is used up, and the proxy forwards it unchanged.",
      )
      .prompt("yes that's intended");
  },
  keep: [
    {
      kind: "preference",
      type: "semantic",
      words: ["never log request bodies", "tokens"],
      importance: [7, 9],
    },
    { kind: "preference", type: "semantic", words: ["must not contain internals"], importance: [6, 9] },
    { kind: "preference", type: "semantic", words: ["std library", "audit"], importance: [6, 9] },
    { kind: "intention", type: "prospective", words: ["retry storm"], importance: [4, 8] },
  ],
  may: [
    { kind: "learning", words: ["429"] },
    { kind: ["preference", "correction", "learning"], words: ["504"] },
    { kind: "outcome", words: ["proxy.go"] },
  ],
});

export default session;
