import { type LabelledSession, labelled } from "../session.ts";

/** Subagents do the reading: their tasks are no person's wishes, what they find may be worth knowing. */
const session: LabelledSession = labelled({
  name: "agents-search",
  project: "/home/ida/player",
  talk: (t) => {
    t.prompt(
      "The player stutters on Safari only. Send two agents: one to read our buffering code, one to look up what is known about Safari and MSE.",
    )
      .said("I'll start two agents in parallel.")
      .called("Task", {
        description: "Read buffering code",
        prompt: "Read src/buffer. Do not modify any files. Always answer with file and line.",
        subagent_type: "Explore",
      })
      .gave("Buffering happens in src/buffer/feeder.ts; segments of 12 s are appended one by one.")
      .called("Task", {
        description: "Safari and MSE",
        prompt: "Search for known problems of Safari with Media Source Extensions.",
        subagent_type: "general-purpose",
      })
      .gave(
        "Safari evicts buffered data earlier than Chrome; several projects limit the buffer to 30 s there.",
      )
      .said("Our feeder keeps up to 120 seconds in the buffer.")
      .edited(
        "/home/ida/player/src/buffer/feeder.ts",
        "const AHEAD = 120",
        "const AHEAD = isSafari ? 30 : 120",
      )
      .edited("/home/ida/player/src/buffer/evict.ts", "evict(60)", "evict(isSafari ? 15 : 60)")
      .ran("npm test -- buffer", "Tests: 24 passed, 24 total")
      .said(
        "The stutter is fixed. The cause was that Safari evicts media that was already buffered as soon as its small quota is full, and our feeder then appended it again from the start. Safari gets 30 seconds ahead and 15 behind now.",
      )
      .prompt("works on my iPhone, thanks!")
      .said("Glad to hear it.");
  },
  agents: {
    "explore-1": (t) => {
      t.prompt("Read src/buffer. Do not modify any files. Always answer with file and line.")
        .read("/home/ida/player/src/buffer/feeder.ts", "const AHEAD = 120")
        .said("Buffering happens in src/buffer/feeder.ts; segments of 12 s are appended one by one.");
    },
    "search-2": (t) => {
      t.prompt(
        "Search for known problems of Safari with Media Source Extensions. Never fetch more than five pages.",
      )
        .called("WebSearch", { query: "safari mse stutter" })
        .gave("Results: ...")
        .said(
          "Safari evicts buffered data earlier than Chrome; several projects limit the buffer to 30 s there.",
        );
    },
  },
  keep: [{ kind: "fix", words: ["Safari evicts", "feeder.ts"], importance: [5, 9] }],
  may: [
    { kind: "learning", words: ["Safari evicts"] },
    { kind: "outcome", words: ["feeder.ts"] },
  ],
  never: ["Do not modify any files", "file and line", "five pages"],
});

export default session;
