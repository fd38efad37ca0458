import { type LabelledSession, labelled } from "../session.ts";

/** Someone reads code with the agent's help: the answers stand in the code. */
const session: LabelledSession = labelled({
  name: "reading-the-code",
  project: "/home/eva/gateway",
  talk: (t) => {
    t.prompt("How does authentication work in this service?")
      .said("Let me find the entry point.")
      .called("Grep", { pattern: "authenticate", path: "src" })
      .gave("src/middleware/auth.go\nsrc/server.go")
      .read(
        "/home/eva/gateway/src/middleware/auth.go",
        "func Authenticate(next http.Handler) http.Handler {\n  // always check the audience first\n  ...\n}",
      )
      .said(
        "Requests pass `Authenticate` in `src/middleware/auth.go`. It reads the bearer token, checks signature and audience, and puts the claims into the context. Handlers read them with `ClaimsFrom(ctx)`.",
      )
      .prompt("and where are tokens issued?")
      .called("Grep", { pattern: "SignToken", path: "src" })
      .gave("src/issuer/issuer.go")
      .read("/home/eva/gateway/src/issuer/issuer.go", "func SignToken(c Claims) (string, error) { ... }")
      .said("In `src/issuer/issuer.go`: `SignToken` is called by the login and the refresh handlers.")
      .prompt("what would happen if the audience was missing?")
      .said(
        "`Authenticate` would answer 401, because the audience check treats a missing claim as a mismatch.",
      )
      .prompt("should we always reject tokens without a kid?")
      .said("It would be stricter, but older clients may not send one. I think it depends on who calls you.")
      .prompt("ok, just curious. thanks");
  },
  never: ["always check the audience", "without a kid"],
});

export default session;
