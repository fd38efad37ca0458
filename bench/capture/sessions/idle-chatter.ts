import { type LabelledSession, labelled } from "../session.ts";

/** Chatter, a joke, a lookup: nothing to keep. */
const session: LabelledSession = labelled({
  name: "idle-chatter",
  project: "/home/eli/misc",
  talk: (t) => {
    t.prompt("good morning!")
      .said("Good morning! What are we working on today?")
      .prompt("nothing much, I always need two coffees before I decide anything")
      .said("Take your time.")
      .prompt("what's the flag to make curl follow redirects?")
      .said("`-L`. By default curl does not follow them.")
      .prompt("and show headers only?")
      .said("`-I`.")
      .prompt("ok check if example.com redirects")
      .ran("curl -IL example.com", "HTTP/1.1 200 OK")
      .said("It doesn't: 200 right away.")
      .prompt("we should have lunch later, I'm hungry")
      .said("Enjoy!")
      .prompt("never trust a hungry programmer lol");
  },
  never: ["coffees", "redirects", "lunch", "hungry"],
});

export default session;
