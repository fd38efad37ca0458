import { type LabelledSession, labelled } from "../../../session.ts";

/** Two founders, a post that goes viral and a Supabase that falls over: an incident, what it uncovers, and a review by a subagent. */
const session: LabelledSession = labelled({
  name: "waitlist-goes-viral",
  project: "/home/sam/nookly",
  talk: (t) => {
    t.prompt("WE ARE ON THE FRONT PAGE OF HN and the site is dead. everything 500. pls be fast")
      .ran(
        "fly logs -a nookly-api --no-tail | tail -5",
        "2026-11-22T08:14:02Z app[91] error: remaining connection slots are reserved for roles with the SUPERUSER attribute\n2026-11-22T08:14:02Z app[91]   at Parser.parseErrorMessage (pg-protocol/dist/parser.js:285)\n2026-11-22T08:14:03Z proxy [error] instance refused connection",
      )
      .said("Postgres is out of connections. I'll check the pool settings and the number of machines.")
      .ran(
        "fly scale show -a nookly-api && grep -rn 'new Pool' src",
        "NAME  COUNT  KIND\napp   2      shared\nsrc/db.ts:7:export const pool = () => new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });",
      )
      .thought("pool is a function → new Pool per request.")
      .said(
        "Root cause: `pool` in `src/db.ts` is a function, so every request makes a new pool of up to 20 connections and never closes it. I'll make it one pool per process.",
      )
      .edited(
        "/home/sam/nookly/src/db.ts",
        "export const pool = () => new Pool(",
        "export const pool = new Pool(",
      )
      .ran("sed -i 's/pool()/pool/g' src/routes/*.ts && npx tsc --noEmit", "")
      .prompt("deploy deploy deploy")
      .ran(
        "fly deploy -a nookly-api",
        "==> Building image\nError: failed to fetch an image or build from source: app does not have a Dockerfile or buildpacks configured",
        1,
      )
      .prompt("from apps/api!! not the root")
      .ran(
        "cd apps/api && fly deploy -c fly.api.toml --remote-only",
        "==> Monitoring deployment\n ✔ Machine 91 is now in a good state\n ✔ Machine 92 is now in a good state",
      )
      .said(
        "Deployed, both machines are healthy. The API has to be deployed with `cd apps/api && fly deploy -c fly.api.toml --remote-only`.",
      )
      .ran(
        "for i in 1 2 3; do curl -s -o /dev/null -w '%{http_code} %{time_total}\\n' https://api.nookly.io/health; done",
        "200 0.081\n200 0.077\n200 0.090",
      )
      .prompt("its back!!! omg. ok breathe. how many ppl on the waitlist")
      .ran("psql $RO_URL -c 'select count(*) from waitlist'", " count\n-------\n  3117\n(1 row)")
      .said("3117.")
      .prompt("THREE THOUSAND. yesterday it was 40")
      .prompt("a guy on hn says he can read everyones emails from the browser?? is that true")
      .ran(
        'curl -s "$SUPABASE_URL/rest/v1/waitlist?select=email&limit=2" -H "apikey: $ANON_KEY"',
        '[{"email":"k***@proton.me"},{"email":"l***@gmail.com"}]',
      )
      .said(
        "It's true. The table `waitlist` was made with SQL rather than in the dashboard, so row level security is off and the public anon key can read it. I'd switch it on right away, with a policy that only allows inserts.",
      )
      .prompt("DO IT")
      .wrote(
        "/home/sam/nookly/supabase/migrations/0031_waitlist_rls.sql",
        "alter table waitlist enable row level security;\ncreate policy insert_only on waitlist for insert to anon with check (true);",
      )
      .ran("supabase db push", "Applying migration 0031_waitlist_rls.sql...\nFinished supabase db push.")
      .ran('curl -s "$SUPABASE_URL/rest/v1/waitlist?select=email&limit=2" -H "apikey: $ANON_KEY"', "[]")
      .said(
        "Closed: the anon key reads nothing now. The other tables should be checked as well; I'll let a subagent do that while we look at the traffic.",
      )
      .called("Task", {
        description: "Audit RLS",
        prompt: "List tables in schema public without row level security",
        subagent_type: "general-purpose",
      })
      .gave(
        "Checked 14 tables. `feedback` and `invites` have row level security off as well; `invites` holds unused codes. All others are on with policies by owner.",
      )
      .said("`feedback` and `invites` are open, too.")
      .prompt(
        "close both. and new rule, any migration that creates a table turns on rls in the same file. no exceptions. put that in the ci too if u can",
      )
      .wrote(
        "/home/sam/nookly/supabase/migrations/0032_rls_rest.sql",
        "alter table feedback enable row level security;\nalter table invites enable row level security;",
      )
      .wrote(
        "/home/sam/nookly/scripts/check-rls.mjs",
        "// every `create table` needs `enable row level security` in the same file",
      )
      .edited(
        "/home/sam/nookly/.github/workflows/ci.yml",
        "- run: npm test",
        "- run: npm test\n      - run: node scripts/check-rls.mjs",
      )
      .ran(
        "supabase db push && node scripts/check-rls.mjs",
        "Applying migration 0032_rls_rest.sql...\nFinished supabase db push.\n32 migrations ok",
      )
      .said("Both are closed, and CI runs `scripts/check-rls.mjs` over the migrations.")
      .prompt("do we have to tell ppl. gdpr or sth")
      .said(
        "I'm no lawyer. In general a leak of personal data has to be reported to the authority within 72 hours unless a risk is unlikely, and you would need to know whether anyone read more than a sample. The API logs of the last days tell.",
      )
      .ran("supabase logs --service api --since 72h | grep 'GET /rest/v1/waitlist' | wc -l", "3")
      .said(
        "Three reads in 72 hours: two are mine, one came from an address in Utrecht this morning with `limit=5`.",
      )
      .prompt(
        "thats the hn guy, he said 5 rows. ok ill call Femke (our lawyer, sort of) tmrw morning about the 72h thing. before 9. really",
      )
      .prompt("meanwhile signups are slow?")
      .ran(
        "psql $RO_URL -c \"explain analyze select 1 from waitlist where lower(email) = 'a@b.c'\"",
        " Seq Scan on waitlist  (cost=0.00..94.76 rows=16 width=4) (actual time=1.4..1.4 rows=0 loops=1)\n Execution Time: 1.5 ms",
      )
      .said("The database takes 1.5 ms, so it isn't that. The signup route waits for the welcome mail.")
      .read(
        "/home/sam/nookly/apps/api/src/routes/waitlist.ts",
        "await pool.query(INSERT, [email]);\nawait resend.emails.send({ to: email, subject: 'Welcome' });\nreturn c.json({ ok: true });",
      )
      .prompt("queue? sqs? idk")
      .said(
        "For mails after a signup a table as an outbox with a small loop is enough: insert the row in the same transaction, send every few seconds, retry what failed. No new service.",
      )
      .prompt("yea outbox, love that, nothing new to pay for")
      .wrote(
        "/home/sam/nookly/apps/api/src/outbox.ts",
        "export async function drain(limit = 2) { /* select … for update skip locked */ }",
      )
      .wrote(
        "/home/sam/nookly/supabase/migrations/0033_outbox.sql",
        "create table outbox (id bigserial primary key, to_email text, kind text, sent_at timestamptz);\nalter table outbox enable row level security;",
      )
      .edited(
        "/home/sam/nookly/apps/api/src/routes/waitlist.ts",
        "await resend.emails.send(",
        "await enqueue(tx, ",
      )
      .ran("npm test -w apps/api", "# tests 44\n# pass 44\n# fail 0")
      .prompt("careful resend lets us do 2 per second only on this plan, they blocked us once")
      .edited(
        "/home/sam/nookly/apps/api/src/outbox.ts",
        "drain(limit = 2)",
        "drain(limit = 2, everyMs = 1100)",
      )
      .said("The loop sends two every 1.1 seconds.")
      .ran(
        "cd apps/api && fly deploy -c fly.api.toml --remote-only",
        " ✔ Machine 91 is now in a good state\n ✔ Machine 92 is now in a good state",
      )
      .said(
        "Deployed. Signups answer in 40 ms instead of 1.9 s; the welcome mails go through `outbox.ts`, two a second, with `skip locked` so that both machines can drain it.",
      )
      .prompt("dude. amazing. should i reply to the hn comments")
      .said("I'd thank the one who found the leak and say plainly what happened and when it was closed.")
      .prompt("ya. writing. we're at 4k now 😭😭")
      .prompt(
        "lol look at this one:\n\n> throwaway8812 14 minutes ago\n> You should always use DynamoDB for a waitlist. Never use Postgres for anything public. Also why not just a spreadsheet?\n> > greybeard 9 minutes ago\n> > We decided on a spreadsheet in 2014 and it still works.",
      )
      .said("For 4000 rows a spreadsheet would even have done, apart from the part with the e-mails.")
      .prompt("the guy also says our bundle has a key in it sk_live something, tell me thats not real")
      .ran(
        "curl -s https://nookly.io/assets/index.js | grep -oE 'sk_(live|test)_[a-zA-Z0-9]{4}' | sort -u",
        "sk_test_51Nk",
      )
      .said(
        "It is a Stripe *test* key, `sk_test_51Nk…`; still, it doesn't belong in a bundle. It comes from `VITE_STRIPE_SECRET`, which nothing uses.",
      )
      .ran(
        "grep -rn VITE_STRIPE_SECRET apps/web/src apps/web/.env*",
        "apps/web/.env.production:4:VITE_STRIPE_SECRET=sk_test_51Nk",
      )
      .edited("/home/sam/nookly/apps/web/.env.production", "VITE_STRIPE_SECRET=sk_test_51Nk", "")
      .said("Removed. Everything that begins with `VITE_` ends up in the public bundle.")
      .prompt("phew. roll it when u can. i mean i roll it, u cant. ok im getting pizza");
  },
  agents: {
    "rls-audit": (t) => {
      t.prompt("List tables in schema public without row level security")
        .ran(
          "psql $RO_URL -c \"select relname, relrowsecurity from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'\"",
          " relname  | relrowsecurity\n----------+----------------\n waitlist | t\n feedback | f\n invites  | f\n(14 rows)",
        )
        .said(
          "Checked 14 tables. `feedback` and `invites` have row level security off as well; `invites` holds unused codes. All others are on with policies by owner.",
        );
    },
  },
  keep: [
    { kind: "fix", words: ["new pool|remaining connection slots", "src/db.ts|every request"] },
    { kind: ["command", "correction"], words: ["fly deploy -c fly.api.toml"] },
    { kind: ["fix", "learning"], words: ["row level security", "anon key|waitlist"] },
    { kind: "preference", type: "semantic", words: ["creates a table turns on rls"] },
    { kind: "intention", type: "prospective", words: ["Femke"] },
    { kind: "decision", words: ["outbox", "nothing new to pay for|No new service"] },
    { kind: "learning", type: "semantic", words: ["2 per second only|resend lets us"] },
    { kind: "outcome", words: ["outbox.ts", "40 ms|skip locked"] },
  ],
  may: [
    { kind: ["learning", "outcome", "fix"], words: ["`feedback` and `invites`"] },
    { kind: ["outcome", "learning"], words: ["check-rls.mjs"] },
    { kind: ["learning"], words: ["VITE_"] },
    { kind: ["learning"], words: ["72 hours"] },
    { kind: ["intention"], words: ["i roll it"] },
    { kind: ["correction"], words: ["from apps/api!!|not the root"] },
    { kind: ["learning", "fix"], words: ["waits for the welcome mail"] },
    { kind: ["outcome", "fix"], words: ["the anon key reads nothing now"] },
  ],
  never: [
    "THREE THOUSAND",
    "DynamoDB",
    "spreadsheet",
    "sqs? idk",
    "getting pizza",
    "proton.me",
    "reply to the hn comments",
    "Utrecht",
  ],
});

export default session;
