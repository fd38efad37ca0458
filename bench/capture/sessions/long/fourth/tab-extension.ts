import { type LabelledSession, labelled } from "../../../session.ts";

/** An extension is refused by the store, forgets its state and runs out of quota; TypeScript, WXT, Chrome and Firefox. */
const session: LabelledSession = labelled({
  name: "tab-extension",
  held: true,
  project: "/home/zed/tabherd",
  talk: (t) => {
    t.prompt(
      `yo so tabherd got rejected from the chrome store lol

> Your item did not comply with the following section of our policy:
> Violation: Blue Argon. Including remotely hosted code in a Manifest V3 item.
> Violating content: Code snippet: assets/popup-B1x.js: "https://cdn.jsdelivr.net/npm/lottie-web"
> How to rectify: Ensure that all the logic used by the item is included in the package.
> To appeal this decision please contact One Stop Support.`,
    )
      .called("Grep", { pattern: "jsdelivr|lottie", output_mode: "content", path: "src" })
      .gave('src/popup/Empty.tsx:3:import { DotLottieReact } from "@lottiefiles/dotlottie-react";')
      .ran(
        "npx wxt build && grep -o 'https://cdn[^\"]*' -r .output/chrome-mv3 | sort -u",
        "✔ Built extension in 2.1 s\n.output/chrome-mv3/chunks/popup-B1x.js:https://cdn.jsdelivr.net/npm/@lottiefiles/dotlottie-web/dist/dotlottie-player.wasm",
      )
      .said(
        "It's the animation on the empty screen: `@lottiefiles/dotlottie-react` fetches its WASM player from jsdelivr at run time, and the reviewers' scan finds the URL in the popup's chunk. Either bundle the file and call `setWasmUrl`, or drop the library.",
      )
      .prompt("drop it, its a sad sheep animation nobody sees. svg sheep instead 🐑")
      .wrote(
        "/home/zed/tabherd/src/popup/Empty.tsx",
        'import sheep from "./sheep.svg";\n\nexport const Empty = () => <img src={sheep} alt="No tabs" />;',
      )
      .ran(
        "npm rm @lottiefiles/dotlottie-react && npx wxt build && grep -rc 'https://cdn' .output/chrome-mv3 | grep -v ':0'",
        "removed 2 packages\n✔ Built extension in 1.7 s\nΣ Total size: 188 kB",
        0,
      )
      .said("Gone, no remote URLs left in `.output/chrome-mv3`, and the package is 600 kB lighter.")
      .prompt("ok next!! ppl say the herds vanish randomly. i think its when the laptop sleeps")
      .read(
        "/home/zed/tabherd/src/background.ts",
        "const herds = new Map<number, Herd>();\n\nchrome.tabs.onCreated.addListener((tab) => {\n  const h = herdFor(tab);\n  herds.set(tab.id!, h);\n});",
      )
      .said(
        "Close: it's not the sleep. Chrome stops a service worker after about 30 seconds without events, and `background.ts` keeps the herds in a module-level `Map` that starts out empty when the worker wakes. I'll keep them in `chrome.storage.session`, which survives that and is cleared when the browser closes.",
      )
      .edited(
        "/home/zed/tabherd/src/background.ts",
        "const herds = new Map<number, Herd>();",
        'const herds = sessionMap<Herd>("herds");',
      )
      .wrote(
        "/home/zed/tabherd/src/lib/sessionMap.ts",
        "export function sessionMap<T>(key: string) { /* chrome.storage.session */ }",
      )
      .ran(
        "npx vitest run",
        " ✓ src/lib/sessionMap.test.ts (4)\n ✓ src/background.test.ts (11)\n Tests  15 passed",
      )
      .said("Done, 15 tests pass. You can try it with `chrome://serviceworker-internals` → Stop.")
      .prompt("sick. does it work in ff too?")
      .said(
        "The storage part does. One thing won't: Firefox has no tab groups API, so the colours are Chrome only.",
      )
      .prompt("bruh it does. since 139. i literally use it every day")
      .said(
        "You're right, `browser.tabs.group` and `tabGroups` are there since 139. I'll set `strict_min_version` to 139.0 and use the same code.",
      )
      .edited(
        "/home/zed/tabherd/wxt.config.ts",
        "manifest: {",
        'manifest: {\n    browser_specific_settings: { gecko: { id: "tabherd@zed", strict_min_version: "139.0" } },',
      )
      .prompt("zip for both pls")
      .ran(
        "npx wxt zip -b firefox",
        "✔ Built extension in 1.9 s\n ERROR  Cannot zip sources: ENOENT: no such file or directory, open '.env.submission'",
        1,
      )
      .ran(
        "cp .env.submission.example .env.submission && npx wxt zip -b firefox && npx wxt zip",
        "✔ tabherd-1.6.0-firefox.zip\n✔ tabherd-1.6.0-sources.zip\n✔ tabherd-1.6.0-chrome.zip",
      )
      .said(
        "Three zips. For Firefox it needs `.env.submission` to exist (copied from the example), because the sources archive includes it.",
      )
      .prompt(
        "lol ok. the install prompt says 'read and change all your data on all websites' thats scary af",
      )
      .ran(
        "grep -n permissions -A4 wxt.config.ts",
        '22:    permissions: ["tabs", "storage", "tabGroups"],\n23:    host_permissions: ["<all_urls>"],',
      )
      .said(
        "`<all_urls>` is only needed to read a page's description for the preview. With `activeTab`, and `optional_host_permissions` asked for when somebody turns previews on, the warning goes away.",
      )
      .prompt("do that. ppl should only ever get the scary prompt if they switch on previews")
      .edited(
        "/home/zed/tabherd/wxt.config.ts",
        'host_permissions: ["<all_urls>"]',
        'optional_host_permissions: ["<all_urls>"]',
      )
      .said("Changed, with a request in the settings page when previews are switched on.")
      .prompt("hmm what if i rewrote the popup in svelte. react is 40kb for like 3 buttons")
      .said("You'd save about 35 kB and spend a weekend. The popup opens in 60 ms as it is.")
      .prompt("jk jk. unless… no")
      .prompt(
        `got this one from a user

Uncaught (in promise) Error: QUOTA_BYTES_PER_ITEM quota exceeded
    at save (sync.ts:14)
    at async onHerdChange (background.ts:52)`,
      )
      .read(
        "/home/zed/tabherd/src/sync.ts",
        "    12	export async function save(herds: Herd[]) {\n    14	  await chrome.storage.sync.set({ herds });\n    15	}",
      )
      .said(
        "Synced storage allows 8 KB per item, and `sync.ts` writes all herds under one key; somebody with about 90 tabs is over it. I'll write one item per herd, plus an index, and split herds that are larger still.",
      )
      .edited(
        "/home/zed/tabherd/src/sync.ts",
        "  await chrome.storage.sync.set({ herds });",
        "  await chrome.storage.sync.set(Object.fromEntries(herds.flatMap(chunks)));",
      )
      .ran("npx vitest run src/sync", " ✓ src/sync.test.ts (6)\n Tests  6 passed")
      .said("Fixed, with a test of 400 tabs. The total of 100 KB still holds, so I show a hint at 90.")
      .prompt("would be nice to know how many ppl have that many tabs. should we add plausible or smth?")
      .said("It's possible from the options page, though the store listing would have to declare it.")
      .prompt("nah scratch that. no analytics in this thing, ever. ppl trust me with their tabs")
      .said("Agreed.")
      .prompt(
        "oh and the importer for the v1 bookmark format, that can go when 2.0 is out. remind me cause i WILL forget",
      )
      .said("It's `src/importers/v1.ts` and its fixture.")
      .prompt("icon at 16px is mush, can u simplify")
      .edited(
        "/home/zed/tabherd/public/icon.svg",
        '<path d="M2 3c1',
        '<circle cx="8" cy="8" r="6"/><path d="M2 3c1',
      )
      .said("Simplified to head and two ears.")
      .prompt("ears r too long its a rabbit now 💀")
      .edited("/home/zed/tabherd/public/icon.svg", 'r="6"', 'r="6.5"')
      .said("Shorter ears.")
      .prompt("sheep confirmed. version 1.6.1 and zip again, ill upload")
      .ran(
        "npm version 1.6.1 --no-git-tag-version && npx wxt zip -b firefox && npx wxt zip",
        "v1.6.1\n✔ tabherd-1.6.1-firefox.zip\n✔ tabherd-1.6.1-sources.zip\n✔ tabherd-1.6.1-chrome.zip",
      )
      .said("All three are in `.output/`.")
      .prompt("gg");
  },
  keep: [
    { kind: ["fix", "learning"], words: ["dotlottie", "jsdelivr|remotely hosted"] },
    {
      kind: ["fix", "learning", "decision"],
      words: ["30 seconds|service worker", "background.ts|storage.session"],
    },
    { kind: ["correction", "learning"], type: "semantic", words: ["since 139"] },
    { kind: ["command", "learning", "fix"], words: [".env.submission"] },
    { kind: ["decision", "preference"], words: ["scary prompt|optional_host_permissions"] },
    { kind: "fix", words: ["8 KB per item|QUOTA_BYTES_PER_ITEM", "sync.ts"] },
    { kind: ["preference", "decision"], words: ["no analytics in this thing"] },
    { kind: "intention", type: "prospective", words: ["v1 bookmark format"] },
  ],
  may: [
    { kind: "decision", words: ["svg sheep|drop it"] },
    { kind: "outcome", words: ["1.6.1"] },
    { kind: ["learning"], words: ["100 KB"] },
    { kind: ["learning"], words: ["only needed to read a page's description"] },
  ],
  never: ["Firefox has no tab groups", "rewrote the popup", "One Stop Support", "rabbit", "plausible"],
});

export default session;
