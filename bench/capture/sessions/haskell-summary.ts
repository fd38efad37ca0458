import { type LabelledSession, labelled } from "../session.ts";

/** A compaction written in another way; Haskell. */
const session: LabelledSession = labelled({
  name: "haskell-summary",
  project: "/home/lex/solver",
  talk: (t) => {
    t.prompt("make the solver incremental")
      .said("I'll read the solver first.")
      .read("/home/lex/solver/src/Solver.hs", "solve :: Problem -> Solution")
      .compacted(
        "**Goal**\nIncremental solving.\n\n**Key decisions**\n- Assumptions are pushed on a stack rather than copied, so that backtracking costs nothing.\n\n**Errors fixed**\n- `stack test` ran out of memory: a lazy accumulator in `propagate` was made strict with foldl'.\n\n**Open items**\n- The DIMACS parser does not accept comments after the header yet.\n\n**Files**\n- src/Solver.hs\n- src/Stack.hs",
      )
      .edited("/home/lex/solver/src/Stack.hs", "push", "pushAssumption")
      .ran("stack test", "solver> test (suite: spec)\n41 examples, 0 failures")
      .said("Assumptions can be pushed and popped now; 41 examples pass.")
      .prompt("cool, merge it")
      .ran("git merge incremental", "Fast-forward")
      .said("Merged.");
  },
  keep: [
    { kind: "summary", words: ["stack", "backtracking"], importance: [4, 8] },
    { kind: "summary", words: ["foldl'", "propagate"], importance: [4, 8] },
    { kind: ["summary", "intention"], type: "prospective", words: ["DIMACS"], importance: [4, 8] },
  ],
  may: [{ kind: "outcome", words: ["incremental|Stack.hs"] }],
});

export default session;
