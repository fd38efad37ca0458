import { type LabelledSession, labelled } from "../session.ts";

/** Planning without code: some of it is settled, most of it is thinking aloud. */
const session: LabelledSession = labelled({
  name: "planning-talk",
  project: "/home/ola/notes-app",
  talk: (t) => {
    t.prompt(
      "I'm thinking about how sync should work in the notes app. Maybe CRDTs? I'm not sure they are worth it.",
    )
      .said(
        "CRDTs merge without conflicts but make the stored format heavier. For single-user notes on several devices, last-write-wins per paragraph is often enough.",
      )
      .prompt("Hm, might be. What would we lose with last-write-wins?")
      .said(
        "If you edit the same paragraph on two devices while offline, one edit is lost. You could keep the loser as a version.",
      )
      .prompt(
        "Ok, decided: last-write-wins per paragraph, and the losing edit is kept as a version, because our users are single people and not teams.",
      )
      .said("That keeps the format simple. The version history then doubles as undo.")
      .prompt("Could we encrypt everything end to end?")
      .said("Yes. Search on the server would no longer work, and a lost passphrase would mean lost notes.")
      .prompt("Then not now. Let's look into encryption after the beta.")
      .said("Fine.")
      .prompt("I prefer short answers from now on, three sentences at most.")
      .said("Understood.")
      .prompt("what's a good name for the sync module?")
      .said("`sync-core`.");
  },
  keep: [
    { kind: "decision", words: ["last-write-wins", "version", "because"], importance: [6, 9] },
    { kind: "intention", type: "prospective", words: ["encryption", "beta"], importance: [4, 8] },
    { kind: "preference", type: "semantic", words: ["short answers"], importance: [6, 9] },
  ],
  never: ["CRDTs", "sync-core", "lost passphrase"],
});

export default session;
