import { type LabelledSession, labelled } from "../session.ts";

/** Errands again: nothing that anyone wants to know later. */
const session: LabelledSession = labelled({
  name: "quiet-errands",
  project: "/home/ed/www",
  talk: (t) => {
    t.prompt("what's my current branch?")
      .ran("git branch --show-current", "feature/login")
      .said("You're on `feature/login`.")
      .prompt("merge main into it")
      .ran(
        "git merge main",
        "Auto-merging src/app.ts\nCONFLICT (content): Merge conflict in src/app.ts\nAutomatic merge failed; fix conflicts and then commit the result.",
        1,
      )
      .edited("/home/ed/www/src/app.ts", "<<<<<<< HEAD", "")
      .ran("git commit -am 'Merge main'", "[feature/login 0a1] Merge main")
      .said("Merged; the one conflict in `src/app.ts` was in the imports, I kept both lines.")
      .prompt("start the dev server")
      .ran("npm run dev", "ready on http://localhost:3000")
      .said("It is running on port 3000.")
      .prompt("the color of the button should be darker")
      .edited("/home/ed/www/src/Button.css", "#88f", "#55c")
      .said("It's `#55c` now.")
      .prompt("a bit darker still")
      .edited("/home/ed/www/src/Button.css", "#55c", "#338")
      .said("Now it's `#338`.")
      .prompt("perfect");
  },
  never: ["port 3000", "darker"],
});

export default session;
