import { type LabelledSession, labelled } from "../session.ts";

/** A bug hunt with two dead ends; Express and TypeScript. */
const session: LabelledSession = labelled({
  name: "webhook-duplicates",
  project: "/home/ana/shop-api",
  talk: (t) => {
    t.prompt(
      "Customers get two confirmation mails for some orders since last week. Can you find out why? Logs are in logs/app.log",
    )
      .said("I'll look at how confirmation mails are sent and what the logs show around duplicates.")
      .ran(
        "grep -n 'confirmation sent' logs/app.log | tail -5",
        "2026-02-27T10:11:02Z INFO confirmation sent order=8812\n2026-02-27T10:11:09Z INFO confirmation sent order=8812\n2026-02-27T11:42:40Z INFO confirmation sent order=8840",
      )
      .read(
        "/home/ana/shop-api/src/mail/confirm.ts",
        "export async function confirm(order: Order) {\n  await mailer.send(template(order));\n  log.info(`confirmation sent`);\n}",
      )
      .said(
        "Two sends for order 8812, seven seconds apart. It might be the mail queue retrying after a timeout. Let me check the queue's settings.",
      )
      .read(
        "/home/ana/shop-api/src/queue/options.ts",
        "export const options = { attempts: 1, removeOnComplete: true };",
      )
      .said(
        "The queue has attempts: 1, so it never retries. That's not it. Maybe two worker processes pick up the same job?",
      )
      .ran("cat Procfile", "web: node dist/server.js\nworker: node dist/worker.js")
      .said("Only one worker process, so that is not the reason either. Let me look at the webhook handler.")
      .read(
        "/home/ana/shop-api/src/webhooks/stripe.ts",
        "router.post('/stripe', async (req, res) => {\n  const event = verify(req);\n  if (event.type === 'checkout.session.completed') {\n    await confirm(await orderOf(event));\n  }\n  res.sendStatus(200);\n});",
      )
      .ran(
        "npx vitest run test/webhooks.test.ts",
        ' FAIL  test/webhooks.test.ts > stripe webhook > sends one mail when the event is delivered twice\nAssertionError: expected "send" to be called 1 times, but got 2 times\n ❯ test/webhooks.test.ts:41:22\n\n Test Files  1 failed (1)\n      Tests  1 failed | 6 passed (7)',
        1,
      )
      .said(
        "That reproduces it. The handler confirms before it answers, and Stripe delivers an event again when it gets no answer in time.",
      )
      .edited(
        "/home/ana/shop-api/src/webhooks/stripe.ts",
        "await confirm(await orderOf(event));",
        "if (await events.claim(event.id)) await queue.add('confirm', { order: orderId(event) });",
      )
      .wrote(
        "/home/ana/shop-api/src/webhooks/claimed-events.ts",
        "export const events = { claim: (id: string) => db.insertIgnore('webhook_events', { id }) };",
      )
      .ran(
        "npx vitest run test/webhooks.test.ts",
        " ✓ test/webhooks.test.ts (7 tests) 312ms\n\n Test Files  1 passed (1)\n      Tests  7 passed (7)",
      )
      .said(
        "Found and fixed. The root cause was that Stripe redelivers an event when the handler takes longer than 10 seconds to answer, and the handler sent the mail before answering. I fixed it by claiming each event id in a `webhook_events` table and sending the mail from the queue.\n\nAll 7 webhook tests pass.",
      )
      .prompt("great. commit it please")
      .ran(
        "git add -A && git commit -m 'Send one confirmation per webhook event'",
        "[main 4be12aa] Send one confirmation per webhook event\n 2 files changed, 18 insertions(+), 3 deletions(-)",
      )
      .said("Committed as 4be12aa.");
  },
  keep: [
    {
      kind: "fix",
      type: ["episodic", "procedural"],
      words: ["redelivers", "stripe.ts", 'expected "send"'],
      importance: [6, 9],
    },
  ],
  never: ["queue retrying", "two worker processes", "attempts: 1"],
});

export default session;
