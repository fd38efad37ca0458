import { type LabelledSession, labelled } from "../../../session.ts";

/** The backend of an insurer's chatbot: messages twice, a window of a day, what the bot may say. */
const session: LabelledSession = labelled({
  name: "claims-bot",
  held: true,
  project: "/Users/chidi/dev/mirabel",
  talk: (t) => {
    t.prompt(
      "Hey hey. Mirabel (the claims bot) answers some people twice on WhatsApp. Screenshot from support: same answer, 11 seconds apart. Where do we start?",
    )
      .ran(
        "tree src -L 2 --noreport",
        "src\n├── channels\n│   ├── web.ts\n│   └── whatsapp.ts\n├── dialog\n│   ├── engine.ts\n│   ├── memory.ts\n│   └── tools.ts\n├── llm\n│   └── client.ts\n└── server.ts",
      )
      .read(
        "/Users/chidi/dev/mirabel/src/channels/whatsapp.ts",
        `app.post("/hooks/whatsapp", async (req, reply) => {
  for (const message of messagesOf(req.body)) {
    const answer = await engine.answer(message.from, message.text);
    await send(message.from, answer);
  }
  return reply.code(200).send();
});`,
      )
      .said(
        "The webhook only answers `200` after the model has replied. If that takes longer than the sender's timeout, WhatsApp delivers the message again and we answer again. Let me see how long the replies take.",
      )
      .ran(
        "psql $DB -Atc \"select percentile_disc(array[.5,.9,.99]) within group (order by took_ms) from turns where at > now() - interval '7 days'\"",
        "{3120,9804,22517}",
      )
      .said(
        "The 90th percentile is 9.8 s, and WhatsApp retries after about 10 s. So the cause of the double answers: `whatsapp.ts` acknowledges only after the model is done, and every tenth turn is slower than the retry.",
      )
      .prompt("ok so ack first, then work. with a queue? we have BullMQ for the mails already")
      .said(
        "Yes: acknowledge at once, put the message into BullMQ with WhatsApp's message id as job id. A repeated delivery then has the same id and is ignored.",
      )
      .edited(
        "/Users/chidi/dev/mirabel/src/channels/whatsapp.ts",
        "    const answer = await engine.answer(message.from, message.text);\n    await send(message.from, answer);",
        "    await inbound.add('message', message, { jobId: message.id });",
      )
      .wrote(
        "/Users/chidi/dev/mirabel/src/channels/inbound.ts",
        "export const inbound = new Queue<Message>('inbound', { connection });\n\nnew Worker<Message>('inbound', async ({ data }) => {\n  await send(data.from, await engine.answer(data.from, data.text));\n}, { connection });",
      )
      .ran(
        "pnpm test",
        ` FAIL  test/whatsapp.test.ts > a message is answered
Error: Custom Id cannot contain :
 ❯ Job.validateOptions node_modules/bullmq/src/classes/job.ts:1310:15

 Tests  1 failed | 87 passed (88)`,
        1,
      )
      .edited(
        "/Users/chidi/dev/mirabel/src/channels/whatsapp.ts",
        "{ jobId: message.id }",
        "{ jobId: message.id.replaceAll(':', '_') }",
      )
      .ran("pnpm test", " Tests  88 passed (88)")
      .said(
        "BullMQ refuses colons in a job id, and our test ids have them, so they're replaced. 88 tests pass.",
      )
      .prompt(
        "Wait, order! If someone sends three quick messages, can they be answered in a different order now? People write like this:\nhi\nso my bike\ngot stolen",
      )
      .said(
        "Yes, they could with a concurrency above 1. And even in order, each would get its own answer. I suggest collecting: after a message wait 4 s, and if another comes from the same number, take them together as one turn.",
      )
      .prompt("love it. 4s feels long, 2.5")
      .edited(
        "/Users/chidi/dev/mirabel/src/channels/inbound.ts",
        "new Worker<Message>('inbound', async ({ data }) => {",
        "const QUIET_MS = 2_500;\n\nnew Worker<Message>('inbound', async ({ data }) => {\n  if (await newerFrom(data.from, data.at, QUIET_MS)) return;",
      )
      .wrote(
        "/Users/chidi/dev/mirabel/test/inbound.test.ts",
        "test('three quick messages are one turn', async () => {});",
      )
      .ran("pnpm test", " Tests  91 passed (91)")
      .said("Messages from one number within 2.5 s become one turn now.")
      .prompt("Now memory. Conversations get forgotten at every deploy, is it in process?")
      .read(
        "/Users/chidi/dev/mirabel/src/dialog/memory.ts",
        "const conversations = new Map<string, Turn[]>();\n\nexport const recall = (who: string) => conversations.get(who) ?? [];",
      )
      .said(
        "It's a `Map` in the process. Redis would be natural, since BullMQ brings one anyway, with an expiry of 24 h per conversation.",
      )
      .prompt(
        "Hmm no, not Redis. Compliance wants every word the bot said for 10 years, and ours is wiped at will. Put it in Postgres, `turns` has the text already doesn't it",
      )
      .ran(
        "psql $DB -c '\\d turns'",
        "  Column  |           Type           \n----------+--------------------------\n id       | bigint\n who      | text\n said     | text\n answered | text\n took_ms  | integer\n at       | timestamp with time zone",
      )
      .said(
        "It does, both sides. Then memory needs no store of its own: `recall` can read the last 20 rows of `turns`.",
      )
      .edited(
        "/Users/chidi/dev/mirabel/src/dialog/memory.ts",
        "const conversations = new Map<string, Turn[]>();\n\nexport const recall = (who: string) => conversations.get(who) ?? [];",
        "export const recall = (who: string) => db.turns.latest(who, 20);",
      )
      .edited(
        "/Users/chidi/dev/mirabel/src/dialog/engine.ts",
        "const past = recall(who);",
        "const past = (await recall(who)).reverse();",
      )
      .ran("pnpm test && pnpm tsc --noEmit", " Tests  91 passed (91)")
      .said("Done: memory comes from `turns`, nothing is lost at a deploy.")
      .prompt(
        'sweet 🎉 can you also look at why the follow-up "did that help?" a day later never arrives? cron says sent',
      )
      .ran(
        "grep -n 'follow' logs/app.log | tail -3",
        'follow-up 2291 sent\nwhatsapp: {"statuses":[{"id":"wamid.HBg","status":"failed","errors":[{"code":131047,"title":"Re-engagement message"}]}]}\nfollow-up 2292 sent',
      )
      .said(
        "Error 131047: WhatsApp allows free text only within 24 hours of the customer's last message; after that it has to be an approved template. The cron job goes off after 24 h and a bit, so always just too late.",
      )
      .prompt("so 23h?")
      .edited("/Users/chidi/dev/mirabel/src/jobs/follow_up.ts", "hours: 24", "hours: 22")
      .said(
        'I took 22 h, as the job runs hourly and 23 could slip over the edge. `follow_up.ts` also looks at the delivery status now before it logs "sent".',
      )
      .prompt("makes sense")
      .prompt(`Next thing, tone. Here's a real one:

"I completely understand how frustrating this must be for you! Rest assured that your claim will be approved shortly."

Spot the problem lol`)
      .said(
        "Two: it's gushing, and it promises an approval. I'd lower the temperature and add a line on empathy to the system prompt.",
      )
      .prompt(
        "The promise is the problem!! The bot must never say whether a claim will be paid or how much, legal had to pay out on one of those in 2024. Temperature won't do, it has to be checked on the way out",
      )
      .wrote(
        "/Users/chidi/dev/mirabel/src/dialog/guard.ts",
        "export async function promises(answer: string): Promise<boolean> {\n  return PROMISE.test(answer) || (await judge(answer)) === 'promise';\n}",
      )
      .edited(
        "/Users/chidi/dev/mirabel/src/dialog/engine.ts",
        "return answer;",
        "return (await promises(answer)) ? HAND_OVER : answer;",
      )
      .ran("pnpm test", " Tests  97 passed (97)")
      .said(
        "Every answer goes through `guard.ts` before it is sent: a pattern first, then a small model as judge; what promises a payment is replaced by handing over to a person.",
      )
      .prompt("how much slower?")
      .ran("pnpm bench guard", "guard: p50 210 ms, p95 480 ms")
      .said("210 ms in the median.")
      .prompt("fine. Which model is the judge btw")
      .said("The same small one that does the routing, set in `llm/client.ts`.")
      .prompt(
        "Ok. I wonder if we should do voice notes too, people send loads. Maybe Q3. Not promising anything 😄",
      )
      .said("They're dropped silently at present, for what it's worth.")
      .prompt("oof. then at least answer 'I can't listen to voice notes yet'. quick one")
      .edited(
        "/Users/chidi/dev/mirabel/src/channels/whatsapp.ts",
        "if (message.type !== 'text') continue;",
        "if (message.type === 'audio') await send(message.from, t('no_voice'));\n    if (message.type !== 'text') continue;",
      )
      .said("Done, with a text for it in all three languages.")
      .prompt(
        "PR please. And from now on put the prompt changes in a separate PR, Ngozi reviews those and she doesn't read TypeScript",
      )
      .ran(
        "git switch -c inbound-queue && git commit -am 'Answer once, remember, promise nothing' && gh pr create --fill",
        "https://github.com/mirabel-claims/mirabel/pull/266",
      )
      .said(
        `PR: https://github.com/mirabel-claims/mirabel/pull/266

- WhatsApp messages are acknowledged at once and worked off by \`inbound.ts\`, each only once
- Quick messages are collected into one turn
- Memory is read from \`turns\`
- \`guard.ts\` keeps promises about payments from going out
- Follow-ups go out after 22 h`,
      )
      .prompt(
        "You're a star. Before the launch in Ghana on the 30th somebody has to get the templates approved by Meta, takes them a week. Put that on my list",
      )
      .said("On the list: templates to Meta by the 20th at the latest, for Ghana on the 30th.");
  },
  keep: [
    { kind: "fix", words: ["acknowledge", "whatsapp.ts"] },
    { kind: "decision", words: ["10 years|Put it in Postgres"] },
    { kind: ["learning", "fix"], words: ["24 hours|131047", "template"] },
    {
      kind: ["correction", "learning", "preference"],
      type: "semantic",
      words: ["never say whether a claim will be paid"],
    },
    { kind: "preference", type: "semantic", words: ["prompt changes in a separate PR"] },
    { kind: "intention", type: "prospective", words: ["templates", "Meta"] },
    { kind: "outcome", words: ["inbound.ts|guard.ts"] },
  ],
  may: [
    { kind: "fix", words: ["colons|Custom Id"] },
    { kind: ["decision", "outcome"], words: ["2.5"] },
    { kind: "decision", words: ["22 h"] },
    { kind: "decision", words: ["BullMQ"] },
    { kind: ["decision", "outcome"], words: ["judge"] },
    { kind: "intention", words: ["voice notes"] },
    { kind: ["outcome", "decision", "learning"], words: ["memory", "turns"] },
    { kind: ["decision", "correction"], words: ["checked on the way out"] },
    { kind: "learning", words: ["dropped silently"] },
  ],
  never: [
    "Redis would be natural",
    "lower the temperature",
    "Rest assured",
    "You're a star",
    "hey hey",
    "got stolen",
  ],
});

export default session;
