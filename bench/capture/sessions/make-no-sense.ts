import { type LabelledSession, labelled } from "../session.ts";

/** Exploring, wondering, joking: nothing to keep. */
const session: LabelledSession = labelled({
  name: "make-no-sense",
  held: true,
  project: "/home/uri/solver",
  talk: (t) => {
    t.prompt("why does the solver always take the left branch first?")
      .read("/home/uri/solver/solve.ml", "let rec solve = function Left l -> ...")
      .said("Because the match tries `Left` before `Right`.")
      .prompt("would it be faster the other way round?")
      .said("It depends on the input; for balanced trees there's no difference.")
      .prompt("hm I wonder whether we should use a heap there, or maybe not")
      .said("A heap pays off when priorities differ much.")
      .prompt("we never get that far anyway haha")
      .said("Fair.")
      .prompt("print the tree for input 7")
      .ran("dune exec solver -- --input 7 --print", "Left (Right 3)")
      .said("It prints `Left (Right 3)`.")
      .prompt("ok enough for today, see you tomorrow");
  },
  never: ["heap", "that far", "see you"],
});

export default session;
