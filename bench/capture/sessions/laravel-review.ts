import { type LabelledSession, labelled } from "../session.ts";

/** A review with a decision about an alternative, and open ends; PHP and Laravel. */
const session: LabelledSession = labelled({
  name: "laravel-review",
  project: "/home/fay/tickets",
  talk: (t) => {
    t.prompt("Have a look at app/Services/Export.php, exports of big events run out of memory.")
      .read("/home/fay/tickets/app/Services/Export.php", "$tickets = Ticket::with('buyer')->get();")
      .ran(
        "php artisan export:run 77",
        "PHP Fatal error:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes) in Export.php on line 31",
        255,
      )
      .said("`get()` loads all tickets of the event at once. I could use `chunk` or `cursor`.")
      .edited("/home/fay/tickets/app/Services/Export.php", "->get()", "->lazyById(1000)")
      .ran("php artisan export:run 77", "Exported 48210 tickets in 11s")
      .said(
        "Fixed: the export streams now and stays below 40 MB. The cause was `get()`, which loads every ticket with its buyer into memory. I used `lazyById` instead of `cursor` because `cursor` ignores the eager loading of buyers and would run one query per ticket.\n\nStill open: the PDF export has the same pattern and needs to be changed before the summer sale.",
      )
      .prompt("good catch with the pdf. our php memory limit on prod is 128 MB and ops won't raise it.")
      .said("Then the streaming is needed there anyway.")
      .prompt("can you check whether the queue worker has a higher limit?")
      .ran("grep -rn memory_limit docker/", "docker/worker.ini:1:memory_limit=256M")
      .said("The worker has 256 MB, set in `docker/worker.ini`.");
  },
  keep: [
    { kind: "fix", words: ["memory", "Export.php", "get()"], importance: [5, 9] },
    { kind: "decision", words: ["lazyById", "cursor", "because"], importance: [5, 8] },
    { kind: "intention", type: "prospective", words: ["PDF export", "summer sale"], importance: [4, 8] },
    { kind: "learning", type: "semantic", words: ["128 MB", "prod"], importance: [5, 9] },
  ],
  may: [
    { kind: "learning", words: ["256 MB"] },
    { kind: "outcome", words: ["Export"] },
  ],
});

export default session;
