import { type LabelledSession, labelled } from "../session.ts";

/** Front-end work with a person who reviews closely. */
const session: LabelledSession = labelled({
  name: "svelte-a11y",
  held: true,
  project: "/home/noor/tickets",
  talk: (t) => {
    t.prompt("add a modal for cancelling a ticket")
      .wrote("/home/noor/tickets/src/lib/CancelModal.svelte", "<div class='modal'><slot/></div>")
      .edited("/home/noor/tickets/src/routes/ticket/+page.svelte", "<Ticket/>", "<Ticket/><CancelModal/>")
      .said("Added `CancelModal.svelte` and wired it to the ticket page.")
      .prompt(
        "please use the native <dialog> element. we are audited for accessibility, home-made modals have cost us a finding before",
      )
      .edited(
        "/home/noor/tickets/src/lib/CancelModal.svelte",
        "<div class='modal'>",
        "<dialog bind:this={dialog}>",
      )
      .said("It's a `<dialog>` now, opened with `showModal()`.")
      .prompt("Better. Colours come from tokens.css, no hex values in components.")
      .edited("/home/noor/tickets/src/lib/CancelModal.svelte", "#c00", "var(--danger)")
      .said("Replaced the two hex values by tokens.")
      .prompt("the svelte check in CI is red: 'a11y_no_noninteractive_tabindex'")
      .ran(
        "npx svelte-check",
        "CancelModal.svelte:12 Warn: noninteractive element cannot have nonnegative tabIndex value (a11y_no_noninteractive_tabindex)",
        1,
      )
      .edited("/home/noor/tickets/src/lib/CancelModal.svelte", "tabindex=0", "")
      .ran("npx svelte-check", "svelte-check found 0 errors and 0 warnings")
      .said("Removed the tabindex; svelte-check is clean.")
      .prompt("thx, merge when green")
      .said("I'll wait for the pipeline.");
  },
  keep: [
    { kind: ["preference", "correction"], type: "semantic", words: ["dialog"] },
    { kind: "preference", type: "semantic", words: ["tokens.css|hex"] },
    { kind: "outcome", type: "episodic", words: ["modal"] },
  ],
  may: [
    { kind: "fix", words: ["tabindex"] },
    { kind: "learning", words: ["audited"] },
  ],
});

export default session;
