import { type LabelledSession, labelled } from "../session.ts";

/** Explanations of messages: nothing to keep. */
const session: LabelledSession = labelled({
  name: "explain-errors",
  project: "/home/uma/learn",
  talk: (t) => {
    t.prompt("what does 'borrowed value does not live long enough' mean?")
      .said("The reference outlives what it refers to. Rust never lets a reference outlive its value.")
      .prompt("```rust\nlet r; { let x = 5; r = &x; }\n```\nlike this?")
      .said("Exactly: `x` is dropped at the end of the block while `r` still refers to it.")
      .prompt("so should I always clone?")
      .said(
        "Not always; cloning is fine when the value is small. Prefer moving the value out of the block instead of cloning it, because a clone costs an allocation.",
      )
      .prompt("got it. and what was the other error about, E0382?")
      .said("Use of a moved value: after a move the old name can't be used any more.")
      .prompt("makes sense, thank you. I'll do the exercises tomorrow");
  },
  may: [{ kind: "intention", words: ["exercises"] }],
  never: ["clone", "outlive", "moved value"],
});

export default session;
