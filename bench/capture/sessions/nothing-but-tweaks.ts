import { type LabelledSession, labelled } from "../session.ts";

/** Pixels and colours: nothing to keep. */
const session: LabelledSession = labelled({
  name: "nothing-but-tweaks",
  project: "/home/tia/shopfront",
  talk: (t) => {
    t.prompt("move the logo 10px to the left")
      .edited("/home/tia/shopfront/header.css", "left: 20px", "left: 10px")
      .said("Moved it.")
      .prompt("too far, 5px")
      .edited("/home/tia/shopfront/header.css", "left: 10px", "left: 15px")
      .said("It's 5 px now.")
      .prompt("the shadow is ugly, use a lighter one instead")
      .edited("/home/tia/shopfront/header.css", "0.5", "0.2")
      .said("Lighter shadow.")
      .prompt("hmm I prefer the first version")
      .edited("/home/tia/shopfront/header.css", "0.2", "0.5")
      .said("Back to the first version.")
      .prompt("always these tiny things, sorry :D")
      .said("No problem at all.")
      .prompt("can we see it on mobile later?")
      .said("Whenever you like.");
  },
  never: ["tiny things", "first version", "on mobile"],
});

export default session;
