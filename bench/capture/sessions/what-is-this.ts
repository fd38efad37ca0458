import { type LabelledSession, labelled } from "../session.ts";

/** Questions on a new code base; general answers. */
const session: LabelledSession = labelled({
  name: "what-is-this",
  project: "/home/fe/compiler",
  talk: (t) => {
    t.prompt("I'm new here. Give me an overview of this repo.")
      .called("Task", {
        description: "Explore",
        prompt: "Map the repository. Always list the five largest files. Don't write anything.",
        subagent_type: "Explore",
      })
      .gave("A compiler in four passes: lex, parse, check, emit.")
      .said(
        "It's a compiler in four passes: `lex`, `parse`, `check` and `emit`. Each pass is a folder under `src`, and `src/main.zig` wires them together.",
      )
      .prompt("what's an SSA form?")
      .said(
        "In static single assignment form every variable is assigned exactly once. Optimisers like it because each use has one definition.",
      )
      .prompt("and do we have that?")
      .called("Grep", { pattern: "phi", path: "src" })
      .gave("No matches found")
      .said("No, `emit` works on the syntax tree directly.")
      .prompt("why did they never add it?")
      .said("I can't tell from the code. Perhaps it was never needed.")
      .prompt("alright, I'll read on by myself later");
  },
  agents: {
    "map-1": (t) => {
      t.prompt("Map the repository. Always list the five largest files. Don't write anything.")
        .ran("ls src", "lex parse check emit")
        .said("A compiler in four passes: lex, parse, check, emit.");
    },
  },
  never: ["five largest files", "single assignment"],
});

export default session;
