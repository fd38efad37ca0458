import { type LabelledSession, labelled } from "../session.ts";

/** A driver in C++; the person explains the hardware. */
const session: LabelledSession = labelled({
  name: "printer-firmware",
  held: true,
  project: "/home/kai/labelprint",
  talk: (t) => {
    t.prompt("labels come out shifted by 3 mm on the new printers, old ones are fine")
      .read("/home/kai/labelprint/src/feed.cpp", "const int STEPS_PER_MM = 8;")
      .said("The feed assumes 8 steps per millimetre. What motor do the new ones have?")
      .prompt("the M4 series has a finer motor, 12 steps per mm. M3 has 8.")
      .edited("/home/kai/labelprint/src/feed.cpp", "const int STEPS_PER_MM = 8;", "int stepsPerMm(Model m);")
      .edited("/home/kai/labelprint/src/model.cpp", "Model m", "Model m; int steps;")
      .ran("cmake --build build && ctest --test-dir build", "100% tests passed, 0 tests failed out of 41")
      .said(
        "Steps per millimetre depend on the model now. The shift came from the fixed 8 steps, which is only right for the M3.",
      )
      .prompt("prints straight now. We should drop M2 support when the contract with Lidl ends in June")
      .said("That would let us remove the parallel port code.")
      .prompt("exactly. And please never flash a device that's online, it bricks if a job comes in")
      .said("I'll check the state first.");
  },
  keep: [
    { kind: "fix", type: "episodic", words: ["shifted", "8 steps"] },
    { kind: ["learning", "decision"], words: ["M4", "12 steps"] },
    { kind: "intention", type: "prospective", words: ["M2"] },
    { kind: "preference", type: "semantic", words: ["flash"] },
  ],
  may: [{ kind: "outcome", words: ["feed.cpp"] }],
});

export default session;
