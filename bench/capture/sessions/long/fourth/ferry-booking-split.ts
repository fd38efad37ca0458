import { type LabelledSession, labelled } from "../../../session.ts";

/** Planning how to take booking out of a ferry line's monolith: much talk, one document, compacted; Java, Spring. */
const session: LabelledSession = labelled({
  name: "ferry-booking-split",
  held: true,
  project: "/home/halvorsen/brevik",
  talk: (t) => {
    t.prompt(
      "We have been told to take booking out of Brevik, our ticketing monolith, and run it as a service of its own before winter. I would like to think this through with you before a single line is written. Please read first, and tell me what booking touches. No code today.",
    )
      .said("I'll read only. A subagent goes through the database while I look for the callers.")
      .called("Agent", {
        description: "Tables of booking",
        subagent_type: "Explore",
        prompt: "Which tables does no.brevik.booking read and write, and who else writes them?",
      })
      .gave([
        {
          type: "text",
          text: "booking writes BOOKING, BOOKING_LINE, PASSENGER, VEHICLE. It reads FARE, DISCOUNT_RULE, SAILING. BOOKING.STATUS is also written by no.brevik.boarding (gate scans) and by a trigger TRG_REFUND.",
        },
      ])
      .called("Grep", { pattern: "BookingService\\.", output_mode: "count" })
      .gave(
        "boarding/GateController.java:6\nfare/FareQuote.java:2\nreport/DailyManifest.java:3\nws/BoardingEndpoint.java:4\nweb/CheckoutController.java:11",
      )
      .said(
        "## What booking touches\n\n| | |\n|---|---|\n| Own tables | BOOKING, BOOKING_LINE, PASSENGER, VEHICLE |\n| Reads | FARE, DISCOUNT_RULE, SAILING |\n| Others that write BOOKING.STATUS | gate scans in `boarding`, the trigger `TRG_REFUND` |\n| Called by | checkout, gates, fares, manifest, the SOAP endpoint |\n\nThe trigger is the nastiest part: it changes a booking's state behind the application's back.",
      )
      .prompt(
        "I had forgotten that trigger. Now, where to draw the line. My instinct says to take fares along, since a booking without a fare is nothing. What speaks against it?",
      )
      .ran(
        "git shortlog -sn --since=2022 -- src/main/java/no/brevik/fare",
        "   211	Gunnvor Lie\n     4	Petter Aas",
      )
      .said(
        "Size, mostly: `DISCOUNT_RULE` has 340 rules with their own little language, and 211 of 215 commits there are by one person. A quote could be a call, since a booking stores the price it was sold at.",
      )
      .prompt(
        "Quite. Then fares stay in the monolith; they are entangled with the county's subsidy rules and only Gunnvor understands those. Booking asks for a quote and keeps the answer.",
      )
      .prompt("How do the two talk to each other? Is an event bus the proper thing nowadays?")
      .said(
        "It would fit: sailings cancelled, bookings paid, gates scanned. Kafka is the usual answer, RabbitMQ the lighter one. The lightest is an outbox table that a poller reads over HTTP; with 4,000 bookings a day that is plenty.",
      )
      .prompt(
        "Outbox and a poller, then. We have two people in operations and I am not going to hand them Kafka on top of everything else.",
      )
      .said("Good. That also keeps the order of events per booking without further thought.")
      .prompt("What calls the SOAP endpoint? I was hoping to be rid of it on this occasion.")
      .ran(
        "zgrep -h 'POST /ws/BoardingService' logs/access.2026-02-*.gz | awk '{print $NF}' | sort | uniq -c",
        '  81220 "QuayPrint/1.3"\n     14 "curl/8.5.0"',
      )
      .said("Only one real client: `QuayPrint/1.3`, 81,000 calls in February.")
      .prompt(
        "Ah. Those are the ticket printers on the quays. Nobody can update them, the vendor folded in 2014. So /ws/BoardingService has to stay exactly as it is until the last printer dies.",
      )
      .prompt(
        "Suppose we run both for a while. We could write to both and read from both for a fortnight, and compare?",
      )
      .said(
        "Writing to both without a shared transaction will drift on the first timeout, and reading from both leaves open which of them is right. Shadow reads are safer: the monolith remains the truth, the service answers as well, and differences are only logged.",
      )
      .prompt(
        "You are right, I take that back. Shadow reads: the monolith remains the truth until fourteen days have passed without a difference.",
      )
      .command("/compact")
      .compacted(
        `1. Primary request: plan the extraction of booking from the monolith Brevik; read and discuss, no code.
2. Findings:
   - BOOKING.STATUS is also written by boarding and by TRG_REFUND.
   - QuayPrint printers use /ws/BoardingService.
3. Decisions:
   - Fares stay; outbox and poller; shadow reads for fourteen days.
   - Cutover goes crossing by crossing, and Moss–Horten comes last, since it carries 60% of all vehicles.
   - Bookings older than five years are archived to files rather than migrated, as the auditor only asks for five.
4. Open:
   - Who may trigger a refund once TRG_REFUND is gone.
5. Next step: write it down as an ADR.`,
      )
      .prompt("Where were we. Identifiers. What would you use in the new service?")
      .said("UUIDv7 as the primary key, with the old numeric id kept as a reference for the transition.")
      .prompt(
        "No. The key is the booking reference: six letters without vowels. It is printed on paper, read out over the telephone, and people have it tattooed for all I know. It must be the same on both sides.",
      )
      .said(
        "Understood. The reference becomes the key on both sides, and no second identifier leaves the service.",
      )
      .prompt("And refunds?")
      .said(
        "There are three candidates: the service (it knows the state), accounting (it knows the money), or a clerk's action that calls both. As long as that isn't settled, `TRG_REFUND` can't be removed.",
      )
      .prompt(
        "I cannot settle that without accounting. Leave it open in the document, we meet Solveig from accounting on the 12th.",
      )
      .prompt(
        "As to dates: nothing goes live between 15 June and 20 August. It is high season and I have promised the captains.",
      )
      .said("Then the first crossing could move in early June, or from the end of August.")
      .prompt("End of August. I do not like the sound of early June at all.")
      .prompt(
        "Good. Now write it down, please, as an ADR. In English, the consultants read it as well. Two pages at most, no diagrams.",
      )
      .ran("ls docs/adr | tail -2", "0012-soap-stays-for-now.md\n0013-postgres-16.md")
      .wrote(
        "/home/halvorsen/brevik/docs/adr/0014-booking-service.md",
        "# 14. Booking becomes a service\n\n## Context\n\nBrevik is one deployable…\n\n## Decision\n\n1. Fares stay…\n2. Outbox and poller…\n\n## Consequences\n\n## Open\n\n- Refunds",
      )
      .said(
        "Written as `docs/adr/0014-booking-service.md`, one and a half pages: context, seven decisions with their reasons, consequences, and refunds as the one open question.",
      )
      .prompt('"Leverage the existing infrastructure" — please, no. Nobody leverages anything in my house.')
      .edited(
        "/home/halvorsen/brevik/docs/adr/0014-booking-service.md",
        "leverage the existing infrastructure",
        "use the servers we have",
      )
      .said('It says "use the servers we have" now.')
      .prompt("And the second paragraph of the context repeats the first.")
      .edited(
        "/home/halvorsen/brevik/docs/adr/0014-booking-service.md",
        "Brevik is one deployable. As one deployable, Brevik…",
        "Brevik is one deployable.",
      )
      .said("Shortened.")
      .prompt(
        "Does the gate work when the service is down? I just thought of the queue in Horten on a Friday.",
      )
      .read(
        "/home/halvorsen/brevik/src/main/java/no/brevik/boarding/GateController.java",
        "    51	Booking b = bookings.find(ref);\n    52	if (b == null) return Gate.CLOSED;",
      )
      .said(
        "Today a booking that isn't found keeps the gate closed, and with a service in between a timeout would look the same.",
      )
      .prompt(
        "Then the rule is: a gate opens when in doubt. We would rather carry a car for nothing than have the queue reach the E6.",
      )
      .edited(
        "/home/halvorsen/brevik/docs/adr/0014-booking-service.md",
        "## Open",
        "8. When the service does not answer, a gate opens.\n\n## Open",
      )
      .said("Added as the eighth decision.")
      .prompt("Commit it. I shall sleep on it and read it again tomorrow.")
      .ran("git add docs/adr && git commit -qm 'ADR 14: booking becomes a service'", "")
      .said("Committed.");
  },
  agents: {
    tables: (t) => {
      t.prompt("Which tables does no.brevik.booking read and write, and who else writes them?")
        .called("Grep", {
          pattern: "@Table\\(name",
          path: "src/main/java/no/brevik/booking",
          output_mode: "content",
        })
        .gave('Booking.java:20:@Table(name = "BOOKING")\nBookingLine.java:14:@Table(name = "BOOKING_LINE")')
        .ran(
          "grep -rn 'TRIGGER' db/migration | head -3",
          "db/migration/V031__refund.sql:4:CREATE TRIGGER TRG_REFUND AFTER INSERT ON PAYMENT_REVERSAL",
        )
        .said(
          "booking writes BOOKING, BOOKING_LINE, PASSENGER, VEHICLE. It reads FARE, DISCOUNT_RULE, SAILING. BOOKING.STATUS is also written by no.brevik.boarding (gate scans) and by a trigger TRG_REFUND.",
        );
    },
  },
  keep: [
    { kind: "decision", words: ["fares stay in the monolith"] },
    { kind: "decision", words: ["Outbox and a poller"] },
    {
      kind: ["learning", "decision"],
      words: ["/ws/BoardingService has to stay|ticket printers on the quays"],
    },
    { kind: "decision", words: ["monolith remains the truth until"] },
    { kind: ["decision", "summary"], words: ["Moss–Horten comes last"] },
    { kind: ["decision", "summary"], words: ["older than five years"] },
    { kind: ["correction", "decision", "learning"], words: ["six letters without vowels"] },
    { kind: "intention", type: "prospective", words: ["Solveig"] },
    { kind: ["decision", "preference", "learning"], words: ["15 June and 20 August"] },
    { kind: "decision", words: ["opens when in doubt"] },
  ],
  may: [
    { kind: ["learning", "summary"], words: ["TRG_REFUND"] },
    { kind: "outcome", words: ["0014-booking-service.md"] },
    { kind: ["decision", "preference"], words: ["consultants read it"] },
    { kind: ["preference", "correction"], words: ["Nobody leverages|Leverage the existing"] },
    { kind: ["decision"], words: ["End of August"] },
    { kind: ["learning"], words: ["QuayPrint"] },
    { kind: ["intention", "summary"], words: ["Who may trigger a refund"] },
    { kind: ["learning"], words: ["340 rules"] },
    { kind: ["learning"], words: ["4,000 bookings a day"] },
  ],
  never: ["from both for a fortnight", "UUIDv7", "take fares along", "sleep on it", "second paragraph"],
});

export default session;
