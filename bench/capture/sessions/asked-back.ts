import { type LabelledSession, labelled } from "../session.ts";

/** The agent asks with choices, the person picks; then a dead end that is taken back. TypeScript and SQLite. */
const session: LabelledSession = labelled({
  name: "asked-back",
  project: "/home/lou/tracker",
  talk: (t) => {
    t.prompt("add offline support to the tracker")
      .called("AskUserQuestion", {
        questions: [
          {
            question: "How should changes made offline be stored?",
            options: [{ label: "IndexedDB" }, { label: "SQLite in the browser (wasm)" }],
          },
        ],
      })
      .gave(
        'User has answered your questions: "How should changes made offline be stored?"="IndexedDB". You can now continue with the user\'s answers in mind.',
      )
      .said("IndexedDB it is. I'll use localStorage for the queue because it is synchronous.")
      .wrote("/home/lou/tracker/src/offline/queue.ts", "localStorage.setItem('queue', ...)")
      .ran(
        "npx tsc --noEmit",
        "src/offline/queue.ts(12,5): error TS2304: Cannot find name 'localStorage'.",
        2,
      )
      .said("localStorage doesn't work in the service worker, so I'm switching the queue to IndexedDB too.")
      .edited("/home/lou/tracker/src/offline/queue.ts", "localStorage.setItem", "await idb.put")
      .wrote("/home/lou/tracker/src/offline/sync.ts", "export async function sync() {}")
      .ran("npx tsc --noEmit", "")
      .ran("npm test", "Tests: 40 passed, 40 total")
      .said(
        "Changes made offline are queued in IndexedDB and sent when the connection is back. Conflicts are resolved by the server's timestamp. I did not add a limit to the queue yet; a TODO in `src/offline/queue.ts` marks the place.",
      )
      .prompt("cool. what about ios?")
      .said(
        "Safari deletes IndexedDB data after seven days without a visit, unless the app is on the home screen. I verified that in WebKit's documentation.",
      )
      .prompt("good to know");
  },
  keep: [
    { kind: "decision", words: ["stored", "IndexedDB"], importance: [5, 9] },
    { kind: ["intention"], type: "prospective", words: ["limit", "queue"], importance: [4, 7] },
    { kind: "outcome", words: ["queue.ts", "IndexedDB"], importance: [3, 7] },
  ],
  may: [
    { kind: "learning", words: ["seven days"] },
    { kind: ["decision", "learning"], words: ["service worker"] },
  ],
  never: ["localStorage for the queue because"],
});

export default session;
