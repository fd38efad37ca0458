import { type LabelledSession, labelled } from "../session.ts";

/** A login that loops; the first fix does not hold; ASP.NET and React. */
const session: LabelledSession = labelled({
  name: "login-loop",
  project: "/home/pat/intranet",
  talk: (t) => {
    t.prompt("Users are sent back to the login page right after logging in, but only in Firefox.")
      .read("/home/pat/intranet/Startup.cs", "options.Cookie.SameSite = SameSiteMode.None;")
      .said(
        "The session cookie is SameSite=None without Secure. Firefox drops such cookies. Let me set it to Lax.",
      )
      .edited("/home/pat/intranet/Startup.cs", "SameSiteMode.None", "SameSiteMode.Lax")
      .ran("dotnet test", "Passed!  - Failed: 0, Passed: 31")
      .said("The cookie is Lax now.")
      .prompt("still loops")
      .read("/home/pat/intranet/ClientApp/src/auth.ts", "fetch('/api/me')")
      .edited(
        "/home/pat/intranet/ClientApp/src/auth.ts",
        "fetch('/api/me')",
        "fetch('/api/me', { credentials: 'include' })",
      )
      .edited(
        "/home/pat/intranet/Startup.cs",
        "SameSiteMode.Lax",
        "SameSiteMode.None; options.Cookie.SecurePolicy = CookieSecurePolicy.Always",
      )
      .ran("npm run e2e -- login", "3 passed")
      .said(
        "Now it works. The reason was that the API runs on another port in development, so the cookie has to be SameSite=None and Secure, and `fetch` has to send credentials. With Lax it was never sent along.",
      )
      .prompt("confirmed, it works. For the future: test logins in Firefox too, most of our people use it.")
      .said("I will.");
  },
  keep: [
    { kind: "fix", words: ["SameSite=None", "auth.ts"], importance: [5, 9] },
    {
      kind: ["preference", "learning"],
      type: "semantic",
      words: ["Firefox", "most of our people|logins"],
      importance: [5, 9],
    },
  ],
  may: [
    { kind: "fix", words: ["Firefox drops"] },
    { kind: "outcome", words: ["cookie"] },
  ],
});

export default session;
