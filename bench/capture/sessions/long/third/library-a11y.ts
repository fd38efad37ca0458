import { type LabelledSession, labelled } from "../../../session.ts";

/** An auditor's list for a library's reservations: React, screen readers, polite and exact. */
const session: LabelledSession = labelled({
  name: "library-a11y",
  held: true,
  project: "/home/priya/stadsbieb/reserve-web",
  talk: (t) => {
    t.prompt(`Hello! The city's auditor (Accessum) has sent us the first page of findings for the reservation flow. Pasting them; could you take them one at a time, please?

A-01 Focus is lost when the "Choose pickup" dialog is closed (2.4.3)
A-02 Search field has no persistent label (3.3.2)
A-03 Status "3 copies available" is not announced after filtering (4.1.3)
A-04 Yellow buttons have a contrast of 2.1:1 (1.4.3)
A-05 Date picker can't be operated with a keyboard (2.1.1)
All findings must be remediated in accordance with the applicable norms. You should always consult a certified specialist.`)
      .said("Of course. I'll begin with **A-01**.")
      .called("Glob", { pattern: "src/**/*Dialog*.tsx" })
      .gave("src/components/Dialog.tsx\nsrc/pickup/PickupDialog.tsx")
      .read(
        "/home/priya/stadsbieb/reserve-web/src/components/Dialog.tsx",
        `export function Dialog({ open, onClose, children }: Props) {
  if (!open) return null;
  return createPortal(
    <div role="dialog" className="dialog" onKeyDown={(e) => e.key === "Escape" && onClose()}>
      {children}
    </div>,
    document.body,
  );
}`,
      )
      .said(
        "Nothing remembers what was focused before, there is neither a focus trap nor a label, and the page behind stays reachable. I could bring in `focus-trap-react`, or use the native `<dialog>` element with `showModal()`, which does all four by itself.",
      )
      .prompt(
        "Would the native element work on the kiosks? They are in the branches and I believe they're on quite an old Firefox.",
      )
      .ran("cat .browserslistrc", "firefox esr\nlast 2 chrome versions\nios_saf >= 15.4")
      .said(
        "`<dialog>` is in Firefox since 98 and in iOS Safari since 15.4, so everything in your `.browserslistrc` has it.",
      )
      .prompt(
        "The kiosks were moved to ESR 128 last summer, now that I think of it, so that's all right. Let's take the native one; the fewer packages the better for us.",
      )
      .wrote(
        "/home/priya/stadsbieb/reserve-web/src/components/Dialog.tsx",
        `export function Dialog({ open, onClose, labelledBy, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) ref.current?.showModal();
    else ref.current?.close();
  }, [open]);
  return <dialog ref={ref} aria-labelledby={labelledBy} onClose={onClose}>{children}</dialog>;
}`,
      )
      .ran(
        "npx vitest run src/pickup",
        ` FAIL  src/pickup/PickupDialog.test.tsx > closes on escape
TypeError: ref.current?.showModal is not a function
 ❯ src/components/Dialog.tsx:5:28

 Test Files  1 failed (1)`,
        1,
      )
      .said("jsdom doesn't implement `showModal`. I'll stub it in the test setup.")
      .edited(
        "/home/priya/stadsbieb/reserve-web/test/setup.ts",
        "import '@testing-library/jest-dom/vitest';",
        "import '@testing-library/jest-dom/vitest';\n\nHTMLDialogElement.prototype.showModal ??= function () { this.open = true; };\nHTMLDialogElement.prototype.close ??= function () { this.open = false; };",
      )
      .ran("npx vitest run src/pickup", " Test Files  1 passed (1)\n      Tests  7 passed (7)")
      .said("Passing. A-01 is done.")
      .prompt("I just tried it with NVDA and the focus is still lost, it goes to the top of the page. Sorry!")
      .read(
        "/home/priya/stadsbieb/reserve-web/src/pickup/PickupPage.tsx",
        '  return loading ? <Spinner /> : (\n    <>\n      <button onClick={() => setOpen(true)}>{branch.name}</button>\n      <Dialog open={open} onClose={() => { setOpen(false); refetch(); }} labelledBy="pickup-title" />\n    </>\n  );',
      )
      .said(
        "No need to be sorry, I claimed too much. The reason: on close `PickupPage.tsx` refetches, `loading` becomes true and the whole page is replaced with the spinner, so the button that the browser wants to give the focus back to isn't in the document any more.",
      )
      .edited(
        "/home/priya/stadsbieb/reserve-web/src/pickup/PickupPage.tsx",
        "return loading ? <Spinner /> : (",
        "return loading && !data ? <Spinner /> : (",
      )
      .prompt("Yes, now it's back on the button. Thank you. A-02?")
      .read(
        "/home/priya/stadsbieb/reserve-web/src/search/SearchField.tsx",
        '<input type="search" placeholder={t("search.hint")} aria-label={t("search.hint")} />',
      )
      .edited(
        "/home/priya/stadsbieb/reserve-web/src/search/SearchField.tsx",
        'aria-label={t("search.hint")} />',
        'className="visually-labelled" />',
      )
      .said("I've kept the placeholder as the visible label and added a floating one that appears on typing.")
      .prompt(
        "I'd rather not have floating ones, people who magnify the page lose them. In all our forms: a real label above the field, always visible, and no placeholders at all please.",
      )
      .edited(
        "/home/priya/stadsbieb/reserve-web/src/search/SearchField.tsx",
        '<input type="search" placeholder={t("search.hint")} className="visually-labelled" />',
        '<label htmlFor="q">{t("search.label")}</label>\n<input id="q" type="search" />',
      )
      .said(
        "There's a real label above it now and no placeholder. Four more fields in the reservation flow have placeholders; I've changed those likewise.",
      )
      .prompt("Perfect. A-03, the one with the announcement.")
      .read(
        "/home/priya/stadsbieb/reserve-web/src/search/Results.tsx",
        '{count !== undefined && <p role="status">{t("results.count", { count })}</p>}',
      )
      .said(
        'It has `role="status"`, but it\'s mounted together with its text. Screen readers announce *changes* of a live region; one that appears with the text already in it is often passed over.',
      )
      .edited(
        "/home/priya/stadsbieb/reserve-web/src/search/Results.tsx",
        '{count !== undefined && <p role="status">{t("results.count", { count })}</p>}',
        '<p role="status">{count === undefined ? "" : t("results.count", { count })}</p>',
      )
      .said("The region is always there now and only its text changes.")
      .prompt("It's announced, but thrice, once for each letter I type.")
      .edited(
        "/home/priya/stadsbieb/reserve-web/src/search/Results.tsx",
        "const count = results?.total;",
        "const count = useSettled(results?.total, 700);",
      )
      .said("Now it waits until the count hasn't changed for 700 ms.")
      .prompt("Lovely, once only. A-04: what would the yellow have to be?")
      .ran(
        "node scripts/contrast.mjs '#ffd200' '#ffffff'",
        "#ffd200 on #ffffff: 1.46\nwith text #1a1a1a on #ffd200: 12.1",
      )
      .said(
        "White on yellow can't pass with any yellow worth the name. Dark text `#1a1a1a` on the present yellow has 12.1:1.",
      )
      .prompt(
        "I like that, but the brand people have to agree, and Femke's away till the 16th. I'll raise it with her then, so please leave A-04 open.",
      )
      .said("A-04 stays open.")
      .prompt("And A-05. Is it ours, that date picker?")
      .ran("grep -rn 'datepicker' package.json", 'package.json:31:    "react-datepicker-lite": "^0.9.2",')
      .said(
        "It's `react-datepicker-lite`, last published in 2019 and without any keyboard handling. Choices: a native `<input type=\"date\">`, React Aria's `DatePicker`, or writing our own.",
      )
      .prompt("Is the native one any good with screen readers these days?")
      .said(
        "Good on phones, passable with NVDA. What it can't do is grey out the days on which a branch is closed; it would refuse them after the choice only.",
      )
      .prompt(
        "Closed days matter a great deal to us, half of the branches are shut on Wednesdays. React Aria, then.",
      )
      .ran(
        "npm i react-aria-components && npm rm react-datepicker-lite",
        "added 41 packages, removed 3 packages in 6s",
      )
      .wrote(
        "/home/priya/stadsbieb/reserve-web/src/pickup/PickupDate.tsx",
        "export function PickupDate({ branch }: Props) {\n  return <DatePicker isDateUnavailable={(d) => branch.closedOn(d)}>…</DatePicker>;\n}",
      )
      .ran("npx vitest run && npx playwright test a11y", " Tests  164 passed (164)\n\n  9 passed (14.2s)")
      .said(
        "The date picker is React Aria's now, with closed days unavailable. 164 unit tests and the 9 axe checks pass.\n\n- ✅ A-01, A-02, A-03, A-05\n- ⏸ A-04 (brand)",
      )
      .prompt(
        "Wonderful. Just so you know, axe being green isn't what counts for the auditor: they test by hand with NVDA on Firefox and VoiceOver on an iPhone, so that is what I try everything with as well.",
      )
      .said(
        "Good to know. I can't run either, so I'll say what I couldn't verify instead of calling it done.",
      )
      .prompt("Thank you, that's kind. Would you write the commit message? I'll do the commit.")
      .said("```\nReservations: findings A-01 to A-03 and A-05 of the audit\n```")
      .prompt("Great, have a nice afternoon!");
  },
  keep: [
    { kind: "decision", words: ["native one|native `<dialog>`", "packages|showModal"] },
    { kind: "fix", words: ["PickupPage.tsx", "refetches|spinner"] },
    { kind: "preference", type: "semantic", words: ["real label above the field"] },
    { kind: ["fix", "learning"], words: ['live region|role="status"', "Results.tsx|announce"] },
    { kind: "intention", type: "prospective", words: ["the 16th|leave A-04 open|A-04 stays open"] },
    { kind: "decision", words: ["React Aria"] },
    { kind: "learning", type: "semantic", words: ["NVDA on Firefox and VoiceOver"] },
  ],
  may: [
    { kind: "learning", words: ["ESR 128"] },
    { kind: "fix", words: ["showModal", "setup.ts|jsdom"] },
    { kind: "learning", words: ["shut on Wednesdays"] },
    { kind: "outcome", words: ["React Aria", "164"] },
    { kind: ["fix", "decision"], words: ["700 ms"] },
    { kind: "learning", words: ["12.1"] },
    { kind: "preference", words: ["couldn't verify"] },
    { kind: "learning", words: ["react-datepicker-lite"] },
    { kind: "preference", words: ["fewer packages"] },
  ],
  never: [
    "certified specialist",
    "applicable norms",
    "A-01 is done",
    "quite an old Firefox",
    "floating one that appears",
    "have a nice afternoon",
  ],
});

export default session;
