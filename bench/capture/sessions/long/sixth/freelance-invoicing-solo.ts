import { type LabelledSession, labelled } from "../../../session.ts";

/** One person, one product: a Next.js app that sends invoices, Stripe's webhooks and a Friday before the launch. */
const session: LabelledSession = labelled({
  name: "freelance-invoicing-solo",
  project: "/Users/jess/tinybill",
  talk: (t) => {
    t.prompt(
      "morning. launch is tmrw (!!) and the stripe webhook 400s on vercel. works on localhost w the cli. help",
    )
      .ran(
        "vercel logs tinybill.vercel.app --since 1h | grep webhook | head -5",
        "POST /api/stripe/webhook 400 Webhook Error: No signatures found matching the expected signature for payload. Are you passing the raw request body you received from Stripe?",
      )
      .read(
        "/Users/jess/tinybill/app/api/stripe/webhook/route.ts",
        'export async function POST(req: Request) {\n  const body = await req.text();\n  const sig = req.headers.get("stripe-signature")!;\n  const event = stripe.webhooks.constructEvent(body, sig, process.env.STRIPE_WEBHOOK_SECRET!);\n  return handle(event);\n}',
      )
      .said(
        "The handler reads the raw body correctly, so it is not the usual parsing problem. I suspect the secret: the CLI prints its own `whsec_`, different from the one of the dashboard's endpoint.",
      )
      .prompt(
        "ohh i def just copied the .env over. whsec_9fKq2LwZtest8841 is what i have in vercel, is that the cli one?",
      )
      .said("Yes, that is the one `stripe listen` printed. The endpoint in the dashboard has another.")
      .ran(
        "vercel env rm STRIPE_WEBHOOK_SECRET production -y && vercel env add STRIPE_WEBHOOK_SECRET production < /tmp/secret",
        "Removed Environment Variable [412ms]\nAdded Environment Variable STRIPE_WEBHOOK_SECRET to Project tinybill [301ms]",
      )
      .ran("vercel --prod", "Production: https://tinybill.vercel.app [38s]")
      .ran(
        "stripe events resend evt_1Qx88 --webhook-endpoint=we_1Qw",
        '{ "id": "evt_1Qx88", "pending_webhooks": 0 }',
      )
      .said(
        "Fixed. Root cause: Vercel's `STRIPE_WEBHOOK_SECRET` was the secret that `stripe listen` prints for the local CLI, not the signing secret of the live endpoint. The resent event was accepted.",
      )
      .prompt("omg ty. ok next thing on the list... the pdf. clients with long names overflow")
      .read(
        "/Users/jess/tinybill/lib/pdf/Invoice.tsx",
        "<View style={s.head}>\n  <Text style={s.client}>{client.name}</Text>\n  <Text style={s.no}>{invoice.number}</Text>\n</View>",
      )
      .edited(
        "/Users/jess/tinybill/lib/pdf/Invoice.tsx",
        "<Text style={s.client}>",
        "<Text style={[s.client, { maxWidth: 260 }]}>",
      )
      .said("Long names now wrap at 260 points.")
      .prompt("looks ok. a bit more, 280")
      .edited("/Users/jess/tinybill/lib/pdf/Invoice.tsx", "260 points", "280")
      .said("280 now.")
      .prompt(
        "ok so. invoice numbers. rn its a uuid slice lol. my accountant says they have to be gapless per year in germany, like 2026-0001. what do we do about drafts that get deleted",
      )
      .said(
        "Two ways:\n\n1. **Number at creation**: simple, but a deleted draft leaves a gap.\n2. **Number when it is sent**: drafts have none, and what is sent can't be deleted, only cancelled.\n\nI'd take the second; it also needs a counter row per year that is locked in the transaction, since a Postgres sequence leaves gaps on rollback.",
      )
      .prompt("2 obviously. and cancel = a storno invoice w its own number right?")
      .said(
        "Right, a cancellation is an invoice of its own with negative amounts that refers to the original.",
      )
      .prompt("k do it")
      .wrote(
        "/Users/jess/tinybill/drizzle/0014_invoice_counter.sql",
        "CREATE TABLE invoice_counter (account_id uuid, year int, last int NOT NULL DEFAULT 0, PRIMARY KEY (account_id, year));",
      )
      .wrote(
        "/Users/jess/tinybill/lib/invoices/number.ts",
        "export async function nextNumber(tx: Tx, accountId: string, year: number) { /* … */ }",
      )
      .edited(
        "/Users/jess/tinybill/lib/invoices/send.ts",
        "await tx.update(invoices)",
        "const number = await nextNumber(tx, accountId, year);\nawait tx.update(invoices)",
      )
      .wrote(
        "/Users/jess/tinybill/lib/invoices/cancel.ts",
        "export async function cancelInvoice(id: string) { /* … */ }",
      )
      .ran(
        "pnpm drizzle-kit migrate",
        "Reading config file 'drizzle.config.ts'\nerror: prepared statement \"s1\" already exists\n    at PostgresError (postgres/src/connection.js:788:26)",
        1,
      )
      .said(
        "`prepared statement already exists` comes from Supabase's pooler on port 6543, which runs in transaction mode. Migrations need the direct connection.",
      )
      .ran(
        "DATABASE_URL=$DIRECT_URL pnpm drizzle-kit migrate",
        "Reading config file 'drizzle.config.ts'\n[✓] migrations applied successfully!",
      )
      .said(
        "Migrated. Migrations have to go through `DATABASE_URL=$DIRECT_URL pnpm drizzle-kit migrate`, past the pooler.",
      )
      .ran(
        "pnpm vitest run",
        " ✓ lib/invoices/number.test.ts (5)\n ✓ lib/invoices/cancel.test.ts (4)\n Tests  71 passed (71)",
      )
      .said(
        "Done. Invoices are numbered when they are sent (`lib/invoices/number.ts`), gapless per account and year, and `cancel.ts` writes a storno invoice with a number of its own. 71 tests pass, five of them race two sends against each other.",
      )
      .prompt("❤️ u. should i do the dark mode toggle before launch or")
      .said("I would leave it: nobody pays for it, and there is still the e-mail copy to check.")
      .prompt("ya ur right. skip")
      .prompt("add sentry then? 5 min?")
      .called("Bash", { command: "npx @sentry/wizard@latest -i nextjs" })
      .interrupted(true)
      .prompt(
        "wait stop, no sentry. no third party scripts on this thing at all, thats literally on the pricing page. just log to our own table",
      )
      .wrote(
        "/Users/jess/tinybill/lib/log.ts",
        "export async function logError(e: unknown, where: string) { await db.insert(errors).values({ /* … */ }); }",
      )
      .said("Errors go into an `errors` table through `logError`; no outside service.")
      .prompt("perf. does the footer say 2025 still")
      .ran("grep -rn 2025 app/ components/", "components/Footer.tsx:9:      © 2025 tinybill", 0)
      .edited("/Users/jess/tinybill/components/Footer.tsx", "2025", "2026")
      .said("It did; now 2026.")
      .prompt(
        "ok and when u write copy for me: always 'you' and short, no exclamation marks, i read the welcome mail and it sounds like a car dealer",
      )
      .edited(
        "/Users/jess/tinybill/emails/Welcome.tsx",
        "Welcome aboard! We're thrilled to have you!",
        "You're in. Your first invoice takes two minutes.",
      )
      .said("The welcome mail reads: “You're in. Your first invoice takes two minutes.”")
      .prompt("muuuch better")
      .prompt("deploy")
      .ran("vercel --prod", "Production: https://tinybill.vercel.app [41s]")
      .said("Deployed.")
      .prompt(
        "one thing i keep forgetting, after launch the stripe account is still on the old api version 2023-10, gotta bump that once things are calm. ok going for a walk",
      );
  },
  keep: [
    {
      kind: "fix",
      words: ["STRIPE_WEBHOOK_SECRET|No signatures found", "stripe listen|signing secret|route.ts"],
    },
    { kind: "decision", words: ["2 obviously|Number when it is sent|numbered when they are sent"] },
    { kind: ["learning"], type: "semantic", words: ["gapless per year", "accountant|germany"] },
    { kind: ["command", "fix"], words: ["DATABASE_URL=$DIRECT_URL pnpm drizzle-kit migrate"] },
    {
      kind: "outcome",
      words: ["numbered when they are sent|lib/invoices/number.ts", "cancel.ts|storno|71 tests"],
    },
    { kind: ["preference", "decision", "correction"], words: ["no third party scripts"] },
    { kind: "preference", type: "semantic", words: ["no exclamation marks"] },
    { kind: "intention", type: "prospective", words: ["old api version", "after launch|bump"] },
  ],
  may: [
    { kind: ["learning", "fix"], words: ["pooler"] },
    { kind: ["learning", "decision"], words: ["a cancellation is an invoice of its own"] },
    { kind: ["decision", "learning", "outcome"], words: ["`errors` table"] },
    { kind: ["decision", "correction"], words: ["log to our own table"] },
    { kind: "decision", words: ["dark mode toggle|nobody pays for it"] },
    { kind: "learning", words: ["counter row per year"] },
  ],
  never: ["whsec_9fKq2LwZtest8841", "260", "car dealer", "add sentry then", "going for a walk"],
});

export default session;
