import { type LabelledSession, labelled } from "../session.ts";

/** The agent asks, the person answers shortly; a plan comes of it. */
const session: LabelledSession = labelled({
  name: "interview-style",
  project: "/home/sam/booking",
  talk: (t) => {
    t.prompt("I want to add cancellations. Ask me what you need to know.")
      .said("Until when may a guest cancel, and who gets the mail about it?")
      .prompt("until 24 hours before check-in, mail goes to the guest and the host")
      .said("Is money paid back in full? And do we keep cancelled bookings in the table?")
      .prompt("full refund. keep them, status cancelled. finance needs every row")
      .said("Last question: shall refunds run through the Stripe API at once or in the nightly job?")
      .prompt("nightly, Stripe's rate limit bit us last summer")
      .wrote("/home/sam/booking/src/cancel.ts", "export function cancel() {}")
      .wrote("/home/sam/booking/src/cancel.test.ts", "test('cancel')")
      .ran("bun test cancel", "8 pass\n0 fail")
      .said(
        "Cancellation is in: `cancel.ts` sets the status, mails both sides and queues the refund for the nightly job. All 8 tests pass.",
      )
      .prompt("lovely");
  },
  keep: [
    { kind: ["decision", "learning", "preference"], words: ["24 hours"] },
    { kind: ["decision", "learning", "preference"], words: ["finance|full refund"] },
    { kind: ["decision", "learning"], words: ["nightly", "rate limit"] },
    { kind: "outcome", words: ["cancel"] },
  ],
});

export default session;
