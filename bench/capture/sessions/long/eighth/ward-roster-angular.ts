import { type LabelledSession, labelled } from "../../../session.ts";

/** A roster for hospital wards: shift swaps between nurses, with reviews by ward managers, over a compaction and with a subagent; Angular, NgRx, .NET left alone. */
const session: LabelledSession = labelled({
  name: "ward-roster-angular",
  project: "/home/nadia/roster-web",
  agents: {
    "rules-scout": (t) => {
      t.prompt("Find where rest times between shifts are checked, in frontend and API client.")
        .called("Grep", { pattern: "restHours|minRest", path: "src" })
        .gave("src/app/rules/rest.ts:12:export const MIN_REST_HOURS = 11;")
        .said("Only `src/app/rules/rest.ts` checks it, with 11 hours. The API client has no such check.");
    },
  },
  talk: (t) => {
    t.prompt(
      "hello again :) today shift swap. nurse A offers a shift, nurse B takes it, the ward manager approves. backend is ready since last week, we make only the ui",
    )
      .said("Let me look at the existing roster feature and the API for swaps.")
      .called("Glob", { pattern: "src/app/**/*swap*" })
      .gave("src/app/api/generated/swap.service.ts\nsrc/app/api/generated/model/swap-request.ts")
      .read(
        "/home/nadia/roster-web/src/app/api/generated/swap.service.ts",
        "export class SwapService {\n  offer(shiftId: string): Observable<SwapRequest>\n  take(id: string): Observable<SwapRequest>\n  approve(id: string): Observable<SwapRequest>\n}",
      )
      .read(
        "/home/nadia/roster-web/src/app/roster/roster.reducer.ts",
        "export const rosterReducer = createReducer(initial, on(loaded, (s, { shifts }) => ({ ...s, shifts })));",
      )
      .called("Agent", {
        description: "Find rest rules",
        prompt: "Find where rest times between shifts are checked, in frontend and API client.",
      })
      .gave("Only `src/app/rules/rest.ts` checks it, with 11 hours. The API client has no such check.")
      .said(
        "Here's what I'd build:\n\n### Components\n- `swap-offer-dialog` – nurse A offers\n- `swap-board` – open offers of the ward\n- `swap-approvals` – for ward managers\n\n### State\n- A feature `swaps` in NgRx with actions, reducer and effects, like `roster`\n\n### Rules\n- Before taking: 11 hours of rest, from `rules/rest.ts`\n\nDoes that match your idea?",
      )
      .prompt(
        "components yes. state no: for new features we dont use NgRx store anymore, only signalStore. The architects decided in autumn, old ones stay how they are",
      )
      .said("Then `swaps` becomes a `signalStore`, and `roster` stays on the classic store.")
      .wrote(
        "/home/nadia/roster-web/src/app/swaps/swaps.store.ts",
        "export const SwapsStore = signalStore(withEntities<SwapRequest>(), withMethods((store, api = inject(SwapService)) => ({})));",
      )
      .ran(
        "npx ng test --watch=false --include='src/app/swaps/**'",
        "Error: src/app/swaps/swaps.store.ts:1:10 - error TS2305: Module '\"@ngrx/signals\"' has no exported member 'withEntities'.",
        1,
      )
      .said("`withEntities` lives in `@ngrx/signals/entities`.")
      .edited(
        "/home/nadia/roster-web/src/app/swaps/swaps.store.ts",
        "from '@ngrx/signals'",
        "from '@ngrx/signals/entities'",
      )
      .ran(
        "npx ng test --watch=false --include='src/app/swaps/**'",
        "01 03 2026 [ERROR:zygote_host_impl_linux.cc] Running as root without --no-sandbox is not supported\nERROR [launcher]: Cannot start ChromeHeadless",
        1,
      )
      .prompt("in the dev container you need --browsers=ChromeCI, its in the karma conf")
      .ran("npx ng test --watch=false --browsers=ChromeCI --include='src/app/swaps/**'", "TOTAL: 5 SUCCESS")
      .said("With `--browsers=ChromeCI` the five tests of the store pass.")
      .wrote(
        "/home/nadia/roster-web/src/app/swaps/swap-offer-dialog.component.ts",
        "@Component({ selector: 'ros-swap-offer-dialog', imports: [MatDialogModule] })\nexport class SwapOfferDialogComponent {}",
      )
      .wrote(
        "/home/nadia/roster-web/src/app/swaps/swap-board.component.ts",
        "@Component({ selector: 'ros-swap-board' })\nexport class SwapBoardComponent { offers = inject(SwapsStore).entities; }",
      )
      .said("Dialog and board are there. The board shows who offers the shift, with name and photo.")
      .prompt(
        "no photo, and no name of nurse A until B has taken it! works council insisted: offers are anonymous, otherwise people feel pressure from friends",
      )
      .edited(
        "/home/nadia/roster-web/src/app/swaps/swap-board.component.ts",
        "{{ offer.nurse.name }}",
        "{{ offer.qualification }}",
      )
      .said("The board shows only the qualification and the time now.")
      .prompt("right. qualification is important because a intensive care shift can only go to ICU certified")
      .prompt(
        "and the 11 hours: its wrong for us, hospital has exception by tariff: 10 hours, if it is compensated in 4 weeks. but dont change rest.ts, the old roster uses it for the doctors and for them 11 is right",
      )
      .said(
        "So nurses have 10 hours and doctors 11. I'll add a parameter with the professional group, and keep `MIN_REST_HOURS` for doctors.",
      )
      .wrote(
        "/home/nadia/roster-web/src/app/swaps/rest-for.ts",
        "export const restHours = (group: Group) => (group === 'nursing' ? 10 : MIN_REST_HOURS);",
      )
      .ran(
        "npx ng test --watch=false --browsers=ChromeCI --include='src/app/swaps/**'",
        "SwapsStore > take > refuses when rest is too short FAILED\n  Expected true to be false.\nTOTAL: 11 SUCCESS, 1 FAILED",
        1,
      )
      .read(
        "/home/nadia/roster-web/src/app/rules/rest.ts",
        "export const hoursBetween = (a: Date, b: Date) => Math.round((+b - +a) / 36e5);",
      )
      .said(
        "`hoursBetween` rounds to whole hours, so 9 h 40 min counts as 10 and the swap is allowed. Should I change the rounding, or compute it separately in `rest-for.ts`?",
      )
      .prompt(
        "hmm this is then wrong in the old roster too! 10:40 is 11 for doctors. Thats serious. let me ask Dr. Weiss from compliance. meanwhile separate",
      )
      .edited(
        "/home/nadia/roster-web/src/app/swaps/rest-for.ts",
        "export const restHours",
        "export const minutesBetween = (a: Date, b: Date) => (+b - +a) / 6e4;\nexport const restHours",
      )
      .ran("npx ng test --watch=false --browsers=ChromeCI --include='src/app/swaps/**'", "TOTAL: 12 SUCCESS")
      .said("`rest-for.ts` counts minutes, and all 12 tests pass. `rest.ts` is untouched.")
      .prompt("lunch")
      .wait(50)
      .compacted(
        "1. The user builds the UI for shift swaps in roster-web; the backend is ready.\n2. State so far: swaps.store.ts, swap-offer-dialog, swap-board, rest-for.ts; 12 tests pass.\n3. Told by the user: new features use signalStore; offers are anonymous until taken; nurses have 10 hours of rest, doctors 11.\n4. The user also said before lunch that swaps across wards are out of scope until the cost centres are merged in July.\n5. Waiting: Dr. Weiss from compliance on the rounding in rest.ts.\n6. Next: swap-approvals for ward managers.",
      )
      .said("Continuing with the approvals for ward managers.")
      .wrote(
        "/home/nadia/roster-web/src/app/swaps/swap-approvals.component.ts",
        "@Component({ selector: 'ros-swap-approvals' })\nexport class SwapApprovalsComponent {}",
      )
      .edited(
        "/home/nadia/roster-web/src/app/app.routes.ts",
        "{ path: 'roster'",
        "{ path: 'swaps/approvals', canActivate: [wardManagerGuard] },\n  { path: 'roster'",
      )
      .ran(
        "npx ng build",
        "Error: bundle initial exceeded maximum budget. Budget 900.00 kB was not met by 61.20 kB with a total of 961.20 kB.",
        1,
      )
      .said("The initial bundle is 61 kB over the budget. I could raise it to 1 MB in `angular.json`.")
      .prompt(
        "dont raise! budget is because of the old thin clients in the wards, they have 100 mbit shared for the whole floor. load lazy",
      )
      .edited(
        "/home/nadia/roster-web/src/app/app.routes.ts",
        "{ path: 'swaps/approvals', canActivate: [wardManagerGuard] }",
        "{ path: 'swaps', loadChildren: () => import('./swaps/swaps.routes') }",
      )
      .ran(
        "npx ng build",
        "Initial total | 884.10 kB | 212.37 kB\nLazy chunk swaps-routes | 78.90 kB\nApplication bundle generation complete. [14.2 seconds]",
      )
      .said("The swaps are loaded lazily through `swaps.routes`; the initial bundle is back to 884 kB.")
      .prompt("nice. translations?")
      .said(
        "I've put the texts in `en.json` and German ones in `de.json`. Should the others be translated as well?",
      )
      .prompt("only touch en.json. The others come from Phrase at night and overwrite everything")
      .ran("git checkout src/assets/i18n/de.json", "Updated 1 path from the index")
      .said("Reverted `de.json`; only `en.json` has the new keys.")
      .prompt("what is when two nurses take in the same second")
      .said(
        "The API answers 409 for the second one. The store doesn't handle that yet, it would show a generic error.",
      )
      .prompt("make a nice message and reload the board")
      .edited(
        "/home/nadia/roster-web/src/app/swaps/swaps.store.ts",
        "catchError(handle)",
        "catchError((e) => (e.status === 409 ? gone() : handle(e)))",
      )
      .said("On a 409 the board reloads and says that someone else was faster.")
      .prompt("cute. mr please, with screenshots i make myself")
      .ran(
        "npx ng test --watch=false --browsers=ChromeCI && git add -A && git commit -m 'Shift swaps' && git push -u origin shift-swaps",
        "TOTAL: 467 SUCCESS\n[shift-swaps 0c4f9be] Shift swaps\n 14 files changed, 733 insertions(+), 4 deletions(-)",
      )
      .said(
        "Pushed as `shift-swaps`.\n\n## Shift swaps in the UI\n- Offer, board and approvals as components below `src/app/swaps`\n- `SwapsStore` as a signal store\n- Rest times for nurses in `rest-for.ts`\n- Loaded lazily, 78.9 kB\n- 467 tests pass\n\n## Not in here\n- Swaps across wards\n- The rounding in `rest.ts`",
      )
      .prompt(
        "Dr. Weiss just wrote: the rounding must be corrected for doctors too but only from 1st of april, when the new agreement begins. remind me in the last week of march please",
      )
      .said(
        "I'll note it: `rest.ts` is to be corrected as of 1 April, with a reminder in the last week of March.",
      )
      .prompt("super. you did well today, only the thing with the photo was scary haha");
  },
  keep: [
    {
      kind: ["preference", "correction", "decision"],
      type: "semantic",
      words: ["signalStore", "dont use NgRx store anymore"],
    },
    { kind: "command", type: "procedural", words: ["--browsers=ChromeCI"] },
    { kind: ["correction", "learning", "preference"], type: "semantic", words: ["offers are anonymous"] },
    {
      kind: ["correction", "learning"],
      type: "semantic",
      words: ["10 hours", "compensated in 4 weeks|doctors 11"],
    },
    { kind: ["intention", "summary"], words: ["swaps across wards", "July"] },
    { kind: ["learning", "correction", "preference"], type: "semantic", words: ["thin clients", "budget"] },
    {
      kind: ["preference", "correction", "learning"],
      type: "semantic",
      words: ["only touch en.json|come from Phrase"],
    },
    { kind: "intention", type: "prospective", words: ["last week of march"] },
    { kind: "outcome", words: ["Offer, board and approvals|Shift swaps in the UI"] },
  ],
  may: [
    { kind: ["fix", "learning"], words: ["hoursBetween", "rounds to whole hours"] },
    { kind: "learning", words: ["ICU certified"] },
    { kind: "fix", words: ["budget", "lazily|swaps.routes"] },
    { kind: "fix", words: ["@ngrx/signals/entities"] },
    { kind: "decision", words: ["professional group"] },
    { kind: "learning", words: ["new agreement begins|only from 1st of april"] },
    { kind: "intention", words: ["The rounding in `rest.ts`"] },
    { kind: "intention", words: ["Dr. Weiss"] },
    { kind: "learning", words: ["409"] },
    { kind: "fix", words: ["rest-for.ts"] },
    { kind: "decision", words: ["loaded lazily"] },
    { kind: "learning", words: ["src/app/rules/rest.ts"] },
    { kind: "preference", words: ["new features use signalStore"] },
    { kind: "correction", words: ["dont change rest.ts"] },
    { kind: "decision", words: ["becomes a `signalStore`"] },
    { kind: "intention", words: ["Swaps across wards"] },
    { kind: "decision", words: ["initial bundle is back"] },
  ],
  never: [
    "with name and photo",
    "raise it to 1 MB",
    "scary haha",
    "actions, reducer and effects",
    "someone else was faster",
  ],
});

export default session;
