import { type LabelledSession, labelled } from "../session.ts";

/** Play: words that sound like rules and plans, and mean nothing of the kind. */
const session: LabelledSession = labelled({
  name: "poems",
  project: "/home/ben/play",
  talk: (t) => {
    t.prompt("Write a poem about a build that never passes. Use agents for the second verse.")
      .said("I'll write the first verse while an agent does the second.")
      .called("Task", {
        description: "Second verse",
        prompt: "Write a second verse. Always rhyme. Never use the word red.",
        subagent_type: "general-purpose",
      })
      .gave("We always said we'd fix it later, / before release, a little greater.")
      .said(
        "**The Build**\n\nIt never passes, come what may,\nWe always fix it the next day.\nWe decided once, because we must,\nTo turn the cache back into dust.\n\nWe always said we'd fix it later,\nBefore release, a little greater.",
      )
      .notified("The verse is ready: never trust a green build.")
      .said("The agent's verse is in the poem already.")
      .prompt("haha nice. make it shorter")
      .said("It never passes, come what may;\nwe always fix it the next day.")
      .prompt("lol ok. what's the capital of Norway?")
      .said("Oslo.");
  },
  never: ["fix it", "rhyme", "cache back", "green build"],
});

export default session;
