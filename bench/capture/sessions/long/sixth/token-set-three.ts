import { type LabelledSession, labelled } from "../../../session.ts";

/** A new token set for a small React design system: an import that fails, old names kept alive, and chatter about blue. */
const session: LabelledSession = labelled({
  name: "token-set-three",
  project: "/home/noor/pebble-ui",
  talk: (t) => {
    t.prompt(
      "ok so figma finally spat out the new token set 🎉 its in ~/Downloads/tokens-v3.json, can u pull it in and regenerate the css vars? then we look at the button together",
    )
      .said("I'll look at the current token setup first, then swap the file in.")
      .ran(
        "ls packages/tokens && cat packages/tokens/package.json | head -20",
        'dist\nsd.config.mjs\nsrc\npackage.json\n{\n  "name": "@pebble/tokens",\n  "version": "3.0.0-next.1",\n  "scripts": {\n    "build": "node sd.config.mjs"\n  }\n}',
      )
      .read(
        "/home/noor/pebble-ui/packages/tokens/sd.config.mjs",
        'import StyleDictionary from "style-dictionary";\nimport { register } from "@tokens-studio/sd-transforms";\nregister(StyleDictionary);\nconst sd = new StyleDictionary({ source: ["src/tokens.json"], preprocessors: ["tokens-studio"] });\nawait sd.buildAllPlatforms();',
      )
      .ran(
        "cp ~/Downloads/tokens-v3.json packages/tokens/src/tokens.json && pnpm -F @pebble/tokens build",
        "",
        0,
      )
      .ran(
        "pnpm -F @pebble/tokens build --verbose",
        '> @pebble/tokens@3.0.0-next.1 build\n> node sd.config.mjs\n\nError: Reference Errors:\nSome token references (214) could not be found.\nUse log.verbosity "verbose" for details.\n  light.button.bg tries to reference color.brand.500, which is not defined.\n  light.button.fg tries to reference color.neutral.0, which is not defined.',
        1,
      )
      .thought("References are color.brand.500 but the export has global.color.brand.500. Parent keys.")
      .said(
        "The references fail because the new export wraps every token set in a parent key (`global`, `light`, `dark`), while the references inside are written without it. `sd-transforms` has an option for exactly this.",
      )
      .edited(
        "/home/noor/pebble-ui/packages/tokens/sd.config.mjs",
        "register(StyleDictionary);",
        "register(StyleDictionary, { excludeParentKeys: true });",
      )
      .ran(
        "pnpm -F @pebble/tokens build",
        "css\n✔︎ dist/tokens/light.css\n✔︎ dist/tokens/dark.css\nts\n✔︎ dist/tokens/index.ts",
      )
      .said("All 214 references resolve with `excludeParentKeys: true`, and the CSS files are regenerated.")
      .prompt("yesss. does it still spit out the old --pbl-blue-500 ones or are those gone")
      .ran("grep -c 'pbl-blue' packages/tokens/dist/tokens/light.css", "0", 1)
      .said(
        "They're gone: v3 calls them `--pbl-brand-*`. Inside this repo 31 usages of the old names remain, mostly in `Badge` and `Banner`.",
      )
      .prompt(
        "ugh. i mean we could just break it, its a major.. hmm. no wait. lets keep the old names as aliases until 4.0, the billing frontend still uses them all over and they wont have time before january",
      )
      .wrote(
        "/home/noor/pebble-ui/packages/tokens/src/aliases.json",
        '{ "color": { "blue": { "500": { "value": "{color.brand.500}", "type": "color" } } } }',
      )
      .ran("pnpm -F @pebble/tokens build && grep -c 'pbl-blue' packages/tokens/dist/tokens/light.css", "10")
      .said("The ten `--pbl-blue-*` names are back as aliases of `--pbl-brand-*`.")
      .prompt("is that blue a bit purple to you or is it my monitor")
      .said("`#4B5BE6` has a hue of 234°, so it does lean towards violet compared to the old `#2F6FED`.")
      .prompt("lol ok so its not me. whatever, thats maya's call")
      .prompt("can u round the button paddings while ur there? they look off, like 15px??")
      .read(
        "/home/noor/pebble-ui/packages/react/src/Button/Button.module.css",
        ".button { padding: var(--pbl-space-1) var(--pbl-space-3); border-radius: var(--pbl-radius-md); }",
      )
      .said(
        "`--pbl-space-3` is 15px, which looks like a mistake: the spacing scale is meant to be a multiple of 4. I'll correct the scale to 4/8/12/16.",
      )
      .refused("Edit", {
        file_path: "/home/noor/pebble-ui/packages/tokens/src/tokens.json",
        old_string: '"15px"',
        new_string: '"12px"',
      })
      .prompt(
        "noo the spacing base is 5 not 4, comes from the print people way back. its weird but its on purpose, leave the scale alone. forget the paddings",
      )
      .said("Understood, the scale stays at 5/10/15/20 and the paddings are untouched.")
      .prompt("ok run the tests")
      .ran(
        "pnpm -F @pebble/react test",
        " RUN  v3.1.1 /home/noor/pebble-ui/packages/react\n ✓ src/Button/Button.test.tsx (14 tests) 212ms\n ✓ src/Badge/Badge.test.tsx (6 tests) 88ms\n Test Files  22 passed (22)\n      Tests  163 passed (163)",
      )
      .said("163 tests pass. Next the visual ones.")
      .ran(
        "pnpm -F @pebble/react test:visual",
        "  ✘  1 button.spec.ts:8:1 › primary (2.1s)\n    Error: Screenshot comparison failed:\n      1843 pixels (ratio 0.04 of all image pixels) are different.\n  ✘  2 link.spec.ts:5:1 › default (1.7s)\n  48 failed\n  2 passed (1.4m)",
        1,
      )
      .said("48 of 50 fail, even `Link`, which no token change touches. That smells like font rendering.")
      .prompt("oh yeah that never works on a laptop, u have to run it in the container")
      .ran(
        "grep -n visual docker-compose.yml",
        "12:  visual:\n13:    image: mcr.microsoft.com/playwright:v1.52.0-noble",
      )
      .ran(
        "docker compose run --rm visual pnpm -F @pebble/react test:visual",
        "  ✘  1 button.spec.ts:8:1 › primary (1.9s)\n  ✘  2 badge.spec.ts:5:1 › info (1.2s)\n  6 failed\n  44 passed (1.1m)",
        1,
      )
      .said(
        "In the container only six fail, all of them things that are meant to be a new blue. The visual tests have to run with `docker compose run --rm visual pnpm -F @pebble/react test:visual`, because the fonts of the host give other pixels.",
      )
      .prompt("k update those 6")
      .ran(
        "docker compose run --rm visual pnpm -F @pebble/react test:visual --update-snapshots",
        "  50 passed (1.2m)\n6 snapshots updated",
      )
      .said("Six snapshots updated, 50 pass.")
      .prompt(
        "what's that change in dist/tokens/dark.css in the diff? did u touch that by hand? pls never edit dist/ by hand, i got burned by that twice, always go through the build",
      )
      .ran(
        "git diff --stat packages/tokens/dist",
        " packages/tokens/dist/tokens/dark.css | 4 ++--\n 1 file changed",
      )
      .said("No, that is only the build's output: the header comment now carries today's date.")
      .prompt("ah ok sorry 😅")
      .prompt(
        "should we put the dark theme behind prefers-color-scheme or data-theme? i keep going back and forth",
      )
      .said(
        "Both work:\n\n| | `prefers-color-scheme` | `data-theme` |\n|---|---|---|\n| Follows the OS | yes | needs a script |\n| User can toggle | no | yes |\n| Flash on load | none | possible |\n\nMany systems do both, with the attribute winning.",
      )
      .prompt("mmh. ill ask maya on thursday, leave it as is for now")
      .prompt("push + pr please")
      .ran(
        "git checkout -b tokens-v3 && git add -A && git commit -qm 'Token set v3' && git push -qu origin tokens-v3 && gh pr create --fill",
        "https://github.com/pebble-ui/pebble/pull/418",
      )
      .ran("gh pr checks 418", "test       pass  1m12s\nchromatic  skipping  0s\nlint       pass  22s")
      .said("PR #418 is open and green. Chromatic was skipped.")
      .prompt(
        "yea chromatic only runs when the pr has the ui-review label, otherwise it skips and looks green. put the label on",
      )
      .ran("gh pr edit 418 --add-label ui-review", "https://github.com/pebble-ui/pebble/pull/418")
      .said(
        "Label added, Chromatic is running.\n\n## Summary\n\n- Token set v3 imported into `packages/tokens/src/tokens.json`, build fixed in `sd.config.mjs`\n- Old `--pbl-blue-*` names live on in `aliases.json`\n- Six visual snapshots updated\n\nEverything is in PR #418.",
      )
      .prompt(
        "ty!! oh before we release 3.0 someone has to tell the android folks that radius-xs is gone, they copy our values by hand 🙈",
      )
      .said("Noted. `radius-xs` is used nowhere else in this repo.")
      .prompt("k thx bye");
  },
  keep: [
    { kind: "fix", words: ["excludeParentKeys|parent key", "sd.config.mjs|references"] },
    { kind: "decision", words: ["keep the old names as aliases", "4.0"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["spacing base is 5 not 4"] },
    { kind: ["command", "learning"], words: ["docker compose run --rm visual"] },
    { kind: "preference", type: "semantic", words: ["never edit dist/ by hand"] },
    { kind: "learning", type: "semantic", words: ["chromatic only runs when", "ui-review label"] },
    { kind: "intention", type: "prospective", words: ["radius-xs is gone", "before we release 3.0"] },
    { kind: "outcome", words: ["v3", "aliases.json|sd.config.mjs|#418"] },
  ],
  may: [
    { kind: "intention", words: ["ask maya on thursday"] },
    { kind: ["learning", "correction"], words: ["never works on a laptop"] },
    { kind: ["learning", "correction"], words: ["on purpose, leave the scale alone"] },
    { kind: ["learning", "decision"], words: ["aliases of `--pbl-brand-*`"] },
    { kind: "learning", words: ["v3 calls them `--pbl-brand-*`"] },
    { kind: "learning", words: ["they copy our values by hand"] },
  ],
  never: ["looks like a mistake", "my monitor", "#4B5BE6", "just break it", "Flash on load"],
});

export default session;
