import { type LabelledSession, labelled } from "../session.ts";

/** Times and dates that matter later; shell and Python. */
const session: LabelledSession = labelled({
  name: "cron-times",
  project: "/home/sid/backup",
  talk: (t) => {
    t.prompt("the backup should also copy the uploads folder")
      .edited("/home/sid/backup/backup.sh", "pg_dump", "pg_dump\nrsync uploads")
      .ran("shellcheck backup.sh", "")
      .said(
        "The script copies `uploads` with rsync after the dump. I let it exclude `uploads/tmp`, since those files are deleted within the hour anyway.",
      )
      .prompt("ok. Backups must be finished by 5 am, the disk snapshot of the host runs then.")
      .said("The dump takes about 20 minutes, starting at 3.")
      .prompt("we have to try a restore before the end of the quarter, put that on the list")
      .said("A restore test, noted.")
      .prompt("what's rsync's exit code for partial transfers?")
      .said("23.")
      .prompt("and tomorrow I need to ask Nils for the new NAS password, ping me about that")
      .said("Sure.");
  },
  keep: [
    { kind: ["preference", "learning"], type: "semantic", words: ["5 am", "snapshot"], importance: [5, 9] },
    { kind: "intention", type: "prospective", words: ["restore", "quarter"], importance: [4, 8] },
    { kind: "intention", type: "prospective", words: ["Nils", "NAS"], importance: [5, 8] },
  ],
  may: [
    { kind: "decision", words: ["uploads/tmp"] },
    { kind: "outcome", words: ["uploads"] },
  ],
  never: ["partial transfers"],
});

export default session;
