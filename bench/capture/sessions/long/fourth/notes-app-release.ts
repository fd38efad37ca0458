import { type LabelledSession, labelled } from "../../../session.ts";

/** A desktop app that updates to nowhere, leaks and wants out; Electron, macOS signing, chatty. */
const session: LabelledSession = labelled({
  name: "notes-app-release",
  held: true,
  project: "/Users/bec/src/lumenpad",
  talk: (t) => {
    t.prompt(
      "arvo! autoupdate on mac is cooked for the beta crowd. they get the dialog, hit restart and it just comes back on the old version. windows is fine",
    )
      .said("Let me look at the updater and at what macOS logs when it tries to install.")
      .read(
        "/Users/bec/src/lumenpad/electron-builder.yml",
        "appId: au.lumenpad.app\nmac:\n  target:\n    - dmg\n  hardenedRuntime: true\nafterAllArtifactBuild: scripts/zip-for-updates.sh\npublish:\n  provider: s3\n  bucket: lumenpad-updates",
      )
      .ran(
        "tail -3 ~/Library/Caches/au.lumenpad.app.ShipIt/ShipIt_stderr.log",
        '2026-03-02 14:02:11.120 ShipIt[7120] Beginning installation\n2026-03-02 14:02:11.904 ShipIt[7120] Installation error: Error Domain=SQRLCodeSignatureErrorDomain Code=-1 "Code signature at URL file:///.../Lumenpad.app/ did not pass validation"\n UserInfo={NSLocalizedFailureReason=code has no resources but signature indicates they must be present}',
      )
      .read(
        "/Users/bec/src/lumenpad/scripts/zip-for-updates.sh",
        '#!/bin/sh\ncd dist/mac\nzip -r "../Lumenpad-$VERSION-mac.zip" Lumenpad.app\n',
      )
      .said(
        "Found it. `scripts/zip-for-updates.sh` makes the update archive with `zip -r`, which follows symlinks; the frameworks inside the app bundle are full of them, so the unpacked copy no longer matches its signature and ShipIt refuses it. `ditto -c -k --keepParent` keeps them.",
      )
      .edited(
        "/Users/bec/src/lumenpad/scripts/zip-for-updates.sh",
        'zip -r "../Lumenpad-$VERSION-mac.zip" Lumenpad.app',
        'ditto -c -k --sequesterRsrc --keepParent Lumenpad.app "../Lumenpad-$VERSION-mac.zip"',
      )
      .prompt("haha who wrote that zip step. (me. it was me.) build it")
      .ran(
        "npm run dist:mac",
        "  • signing         file=dist/mac/Lumenpad.app identityName=Developer ID Application: Rebecca Tran (7K2P)\n  • notarizing\n  ⨯ Failed to notarize via notarytool\nError: HTTP status code: 403. A required agreement is missing or has expired. This request requires an in-effect agreement that has not been signed or has expired.",
        1,
      )
      .said(
        "The 403 has nothing to do with the keys: Apple wants the account holder to accept a new licence agreement at developer.apple.com before it notarizes anything. Could you log in there and accept it?",
      )
      .prompt("ugh every bloody year. ok done")
      .ran(
        "npm run dist:mac",
        "  • notarization successful\n  • building        target=DMG arch=universal file=dist/Lumenpad-1.9.0-beta.4-universal.dmg\n  • done",
      )
      .ran(
        "spctl -a -vvv -t exec dist/mac/Lumenpad.app",
        "dist/mac/Lumenpad.app: accepted\nsource=Notarized Developer ID",
      )
      .said("Signed, notarized and accepted by Gatekeeper.")
      .prompt("how big's the dmg these days")
      .ran("du -h dist/*.dmg", "241M	dist/Lumenpad-1.9.0-beta.4-universal.dmg")
      .said(
        "241 MB, since it's universal: each binary is in there twice. Separate builds for arm64 and x64 would be about 125 MB each.",
      )
      .prompt(
        "split em. hmm or only arm64, nobody in the beta's on intel… nah the schools are. keep x64 but don't auto update it? no that's worse. right: two builds, arm64 and x64, both get updates",
      )
      .edited(
        "/Users/bec/src/lumenpad/electron-builder.yml",
        "    - dmg",
        "    - target: dmg\n      arch: [arm64, x64]",
      )
      .said("`electron-builder.yml` builds two now; the update feed gets one file with both.")
      .prompt(
        "next. renderer eats like 2 gig after an hour. got a warning in devtools as well but i closed it, sorry",
      )
      .called("Grep", { pattern: "ipcRenderer.on|bridge.on", output_mode: "content", path: "src/renderer" })
      .gave(
        "src/renderer/hooks/useSync.ts:9:    window.bridge.on('sync:state', setState);\nsrc/renderer/hooks/useTheme.ts:6:    const off = window.bridge.on('theme', apply);\nsrc/renderer/editor/Page.tsx:40:  window.bridge.on('page:patch', merge);",
      )
      .ran(
        "npm run dev -- --trace-warnings 2>&1 | head -4",
        "(node:9120) MaxListenersExceededWarning: Possible EventEmitter memory leak detected. 11 page:patch listeners added to [EventEmitter].\n    at _addListener (node:events:587:17)\n    at Object.on (dist/preload.js:14:21)",
      )
      .said(
        "Here's the leak: `src/renderer/editor/Page.tsx:40` calls `bridge.on('page:patch', merge)` in the body of the component, so each render adds a listener that is never removed, and each one holds the whole document. `useSync.ts` has the same problem to a lesser degree. Both need an effect that unsubscribes.",
      )
      .edited(
        "/Users/bec/src/lumenpad/src/renderer/editor/Page.tsx",
        "  window.bridge.on('page:patch', merge);",
        "  useEffect(() => window.bridge.on('page:patch', merge), [merge]);",
      )
      .edited(
        "/Users/bec/src/lumenpad/src/renderer/hooks/useSync.ts",
        "    window.bridge.on('sync:state', setState);",
        "    return window.bridge.on('sync:state', setState);",
      )
      .ran(
        "node scripts/soak.mjs --minutes 10",
        "minute 1  heap 92 MB\nminute 5  heap 97 MB\nminute 10 heap 95 MB",
      )
      .said("Heap stays at about 95 MB over ten minutes of typing; before, it would have passed 400.")
      .prompt("legend. can we just turn contextIsolation off so the old stage-plot plugin works again?")
      .said(
        "I'd advise against it. Without isolation any script in a pasted page could reach Node, and notes are shared between people. The plugin could get a small API through the preload instead.",
      )
      .prompt(
        "yeah nah fair. contextIsolation stays on, the stage-plot plugin can go in the bin, three people use it",
      )
      .ran("git rm -rq src/plugins/stage-plot && npm run typecheck", "> tsc --noEmit\n")
      .said("Removed the plugin, types check.")
      .prompt("e2e pls")
      .ran(
        "npx playwright test",
        "  1) [electron] › open.spec.ts:8:1 › opens a notebook\n    Error: electron.launch: Process failed to launch!\n    Cannot find module '/Users/bec/src/lumenpad/out/e2e/main.js'\n  14 failed",
        1,
      )
      .ran("npm run build:e2e && npx playwright test", "  ✓  14 passed (41.2s)")
      .said(
        "14 pass. The tests start the bundle in `out/e2e`, so `npm run build:e2e` has to come first; `npx playwright test` alone runs against nothing or, worse, an old build.",
      )
      .prompt("search box: wait till people stop typing before it queries. 200ms")
      .ran("npm i lodash.debounce", "added 1 package in 2s")
      .edited(
        "/Users/bec/src/lumenpad/src/renderer/Search.tsx",
        "onChange={query}",
        "onChange={debounce(query, 200)}",
      )
      .prompt(
        "oi don't add a dependency for stuff like that, there's already four debounces in node_modules. write the ten lines yourself, goes for anything that small",
      )
      .ran("npm rm lodash.debounce", "removed 1 package")
      .wrote(
        "/Users/bec/src/lumenpad/src/renderer/lib/debounce.ts",
        "export function debounce(f, ms) {\n  let id;\n  return (...a) => { clearTimeout(id); id = setTimeout(f, ms, ...a); };\n}",
      )
      .said("Fair point. It's in `lib/debounce.ts` now, eight lines.")
      .prompt("and rename 'Preferences' to 'Settings' in the menu, apple did too")
      .edited("/Users/bec/src/lumenpad/src/main/menu.ts", "'Preferences…'", "'Settings…'")
      .said("Renamed.")
      .prompt("sweet, release it")
      .ran("npm version 1.9.0-beta.5 --no-git-tag-version", "v1.9.0-beta.5")
      .refused("Bash", {
        command: "npm run publish:mac -- --channel latest",
        description: "Publish to the update feed",
      })
      .prompt("whoa not latest!! everything goes to the beta channel until Kiri's signed off the touch stuff")
      .ran(
        "npm run publish:mac -- --channel beta",
        "  • uploading  file=Lumenpad-1.9.0-beta.5-arm64-mac.zip to s3://lumenpad-updates/beta/\n  • uploading  file=Lumenpad-1.9.0-beta.5-x64-mac.zip to s3://lumenpad-updates/beta/\n  • uploading  file=beta-mac.yml",
      )
      .said("Published 1.9.0-beta.5 on the beta channel only. I asked for `latest` by habit, sorry.")
      .prompt("all good. people keep asking for a flatpak btw")
      .said("electron-builder can make one; the file portal would need work for opening folders.")
      .prompt("eh. dunno. maybe after 2.0, maybe never")
      .prompt("do us a changelog")
      .wrote(
        "/Users/bec/src/lumenpad/CHANGELOG.md",
        "## 1.9.0-beta.5\n\n- Updates install again on macOS\n- Separate downloads for Apple silicon and Intel\n- Uses far less memory in long sessions",
      )
      .said("Changelog written.")
      .prompt("too easy. catch ya");
  },
  keep: [
    { kind: "fix", words: ["ditto|zip -r", "symlinks|zip-for-updates.sh"] },
    { kind: ["learning", "fix"], words: ["403", "agreement"] },
    { kind: "decision", words: ["two builds, arm64 and x64"] },
    { kind: "fix", words: ["page:patch", "Page.tsx"] },
    { kind: "decision", words: ["stage-plot plugin can go in the bin|contextIsolation stays on"] },
    { kind: ["command", "learning"], words: ["npm run build:e2e"] },
    { kind: ["preference", "correction"], type: "semantic", words: ["add a dependency for stuff like that"] },
    { kind: ["correction", "preference", "decision"], words: ["beta channel until Kiri"] },
  ],
  may: [
    { kind: "outcome", words: ["1.9.0-beta.5"] },
    { kind: ["intention"], words: ["after 2.0|flatpak"] },
    { kind: ["learning"], words: ["universal"] },
    { kind: ["learning", "decision"], words: ["Without isolation"] },
  ],
  never: [
    "don't auto update it",
    "catch ya",
    "who wrote that zip step",
    "lodash.debounce",
    "every bloody year",
  ],
});

export default session;
