import { type LabelledSession, labelled } from "../session.ts";

/** A hunt through styles with a wrong guess; Svelte. */
const session: LabelledSession = labelled({
  name: "css-regression",
  project: "/home/amy/landing",
  talk: (t) => {
    t.prompt("since the last deploy the nav jumps by a few pixels when the page loads. find it please")
      .said("I'll look at the recent changes to the header.")
      .ran("git log -3 --stat", "commit 77aa Update fonts\n src/app.css | 9 +++---")
      .read("/home/amy/landing/src/app.css", "@font-face { font-family: Inter; src: url(inter.woff2); }")
      .said("The fonts were changed. Possibly the images in the header have no size, let me check those too.")
      .read("/home/amy/landing/src/Nav.svelte", "<img src={logo} width=32 height=32>")
      .said("The logo has a size, so it isn't that.")
      .edited(
        "/home/amy/landing/src/app.css",
        "src: url(inter.woff2);",
        "src: url(inter.woff2); size-adjust: 107%; font-display: optional;",
      )
      .edited("/home/amy/landing/src/app.html", "</head>", "<link rel=preload href=inter.woff2></head>")
      .ran("npx playwright test nav", "1 passed (3.2s)")
      .said(
        "The jump is gone. It was caused by the new web font: its letters are wider than those of the fallback, so the nav reflowed when the font arrived. The fallback is adjusted in `src/app.css` and the font is preloaded.",
      )
      .prompt("lovely. one more wish: never load fonts from Google, legal doesn't allow it.")
      .said("The font is served from our own host already.")
      .prompt("nice");
  },
  keep: [
    { kind: "fix", words: ["font", "app.css", "wider|reflowed"], importance: [5, 9] },
    { kind: "preference", type: "semantic", words: ["fonts from Google", "legal"], importance: [7, 9] },
  ],
  may: [{ kind: "outcome", words: ["app.css"] }],
  never: ["images in the header"],
});

export default session;
