import { type LabelledSession, labelled } from "../session.ts";

/** Weighing in talk, then settled by the person; Zig. */
const session: LabelledSession = labelled({
  name: "compiler-choice",
  project: "/home/wes/tiny",
  talk: (t) => {
    t.prompt("For the bytecode, register machine or stack machine?")
      .said(
        "A stack machine is simpler to emit; a register machine executes fewer instructions. For a tiny language I'd go with the stack machine because the emitter stays a single pass.",
      )
      .prompt("but isn't it slower?")
      .said("By perhaps a third, in loops.")
      .prompt("speed matters more to us than the emitter: we take the register machine.")
      .said("Then I'll lay out 256 registers per frame.")
      .wrote("/home/wes/tiny/src/vm.zig", "const Vm = struct {};")
      .wrote("/home/wes/tiny/src/emit.zig", "pub fn emit() void {}")
      .ran("zig build test", "All 12 tests passed.")
      .said(
        "The machine and the emitter stand, 12 tests pass. I encode instructions in 32 bits, opcode first, because that lets the loop fetch them in one read.",
      )
      .prompt("nice. closures aren't supported yet, leave them for the next milestone")
      .said("Okay.");
  },
  keep: [
    { kind: "decision", words: ["register machine", "speed"], importance: [5, 9] },
    { kind: "decision", words: ["32 bits", "one read"], importance: [5, 8] },
    { kind: "intention", type: "prospective", words: ["closures"], importance: [4, 8] },
    { kind: "outcome", words: ["vm.zig"], importance: [3, 7] },
  ],
  may: [{ kind: "outcome", words: ["register machine"] }],
  never: ["stack machine because"],
});

export default session;
