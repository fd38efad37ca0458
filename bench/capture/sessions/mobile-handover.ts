import { type LabelledSession, labelled } from "../session.ts";

/** Someone hands over what they know; React Native. */
const session: LabelledSession = labelled({
  name: "mobile-handover",
  project: "/home/cal/rider",
  talk: (t) => {
    t.prompt("I'm leaving the team on Friday, let me tell you a few things so they're not lost.")
      .said("Go ahead.")
      .prompt(
        "The push certificates are renewed by hand every March, Olga has access. Builds for the store go through Bitrise, GitHub Actions only runs the tests.",
      )
      .said("Noted.")
      .prompt(
        "Background location on Android needs the foreground service, otherwise Samsung phones kill the app after ten minutes. That's why LocationService.kt looks so odd.",
      )
      .said("That explains the wake lock.")
      .prompt(
        "We never upgrade React Native by more than one minor version at a time, because the patches in patches/ have to be ported each time.",
      )
      .said("Understood.")
      .prompt("what else do you need to know?")
      .said("Who decides about releases?")
      .prompt("product does, every second Tuesday")
      .said("Thank you, that's helpful.");
  },
  keep: [
    { kind: ["learning"], type: "semantic", words: ["push certificates"], importance: [5, 9] },
    { kind: "learning", type: "semantic", words: ["Bitrise"], importance: [5, 9] },
    { kind: "learning", type: "semantic", words: ["foreground service", "Samsung"], importance: [5, 9] },
    { kind: ["preference", "decision", "learning"], words: ["one minor version"], importance: [6, 9] },
  ],
  may: [{ kind: "intention", words: ["Friday"] }],
});

export default session;
