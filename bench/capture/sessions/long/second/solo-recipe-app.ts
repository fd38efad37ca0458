import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/Users/casey/indie/larder";
const KEY = ["sk", "test", "51Nq8ZkLarderDemoKey00aa"].join("_");

/** A founder alone with a recipe app, an evening before a launch: prices, payments, words; minds are changed often. */
const session: LabelledSession = labelled({
  name: "solo-recipe-app",
  project: P,
  talk: (t) => {
    t.prompt(
      "OKAY launch week!!! 🚀 larder goes on product hunt thursday. tonight: pricing page, stripe, and the import thing that breaks on half the internet. lets gooo. pricing first. thinking $4/mo?? or one time $29? help",
    )
      .said(
        "For a recipe manager most people expect to pay once; running costs per user are low apart from the imports. Rough options:\n\n- **$29 once**: simple, no churn, no recurring income\n- **$4 a month**: recurring, but people compare it with Netflix\n- **Both**: a yearly plan at $19 and lifetime at $49",
      )
      .prompt("yearly + lifetime!! love it. wait. no. too many choices, my mum got confused by the last page")
      .prompt("ok one time. $29. final. wait what do imports cost me per user")
      .ran(
        "node scripts/costs.mjs --last 30",
        "imports 8122  llm $0.0041 each  total $33.30\nusers importing 217  avg 37/user/month",
      )
      .said(
        "About 15 cents per user a month: 37 imports at 0.41 cents. A lifetime user at $29 would be used up after 16 years at that rate.",
      )
      .prompt(
        "lol i'll be on a boat by then. $29 once it is. with a cap on imports tho, 100/mo, so nobody scrapes all of bon appetit through me",
      )
      .read(
        `${P}/app/pricing/page.tsx`,
        "export default function Pricing() {\n  return <Plans plans={[free, pro, family]} />;\n}",
      )
      .edited(
        `${P}/app/pricing/page.tsx`,
        "<Plans plans={[free, pro, family]} />",
        '<OneThing price="$29" note="once, for good" />',
      )
      .edited(`${P}/lib/limits.ts`, "importsPerMonth: Infinity", "importsPerMonth: 100")
      .said("The page shows a single price, and imports are capped at 100 a month.")
      .prompt("headline. something warm. not 'ai-powered' i beg")
      .said(
        "- *Every recipe you love, in one drawer.*\n- *Your cookbook, from everywhere.*\n- *Keep the recipe. Lose the life story.*",
      )
      .prompt(
        "LOSE THE LIFE STORY omg yes. hmm is it mean to food bloggers? kinda mean. they could be partners one day. go with the drawer one",
      )
      .edited(`${P}/app/page.tsx`, "<h1>Larder</h1>", "<h1>Every recipe you love, in one drawer.</h1>")
      .said("Headline set.")
      .prompt(
        `stripe now. i have the account, keys are in .env.local, i pasted them: STRIPE_SECRET_KEY=${KEY} is that right format`,
      )
      .said("The format is right for a test key. I won't repeat it; it is read from `.env.local`.")
      .wrote(
        `${P}/app/api/checkout/route.ts`,
        "export async function POST(req: Request) { /* stripe.checkout.sessions.create */ }",
      )
      .wrote(
        `${P}/app/api/stripe/route.ts`,
        "export async function POST(req: Request) {\n  const event = stripe.webhooks.constructEvent(JSON.stringify(await req.json()), sig, secret);\n}",
      )
      .ran(
        "stripe trigger checkout.session.completed && tail -3 .next/dev.log",
        "Trigger succeeded!\nError: No signatures found matching the expected signature for payload. Are you passing the raw request body you received from Stripe?\n POST /api/stripe 500 in 81ms",
        1,
      )
      .said(
        "The signature is computed over the raw bytes, and I parse and re-serialise the JSON before checking. It has to be `await req.text()`.",
      )
      .edited(`${P}/app/api/stripe/route.ts`, "JSON.stringify(await req.json())", "await req.text()")
      .ran(
        "stripe trigger checkout.session.completed && tail -1 .next/dev.log",
        "Trigger succeeded!\n POST /api/stripe 200 in 64ms",
      )
      .said("The webhook answers 200 and marks the account as paid.")
      .prompt(
        "YESSS. ok do i need to do VAT?? i'm in portugal, customers everywhere. lemon squeezy does it for you right. ugh should i switch",
      )
      .said(
        "Lemon Squeezy is merchant of record and files VAT itself, at 5 % + 50 ¢, so $1.95 a sale instead of about $1.14. With Stripe you'd register for the EU's One Stop Shop and file every quarter; Stripe Tax computes but doesn't file.",
      )
      .prompt(
        "80 cents to never think about vat again?? switch. no wait its LAUNCH WEEK. not switching payment three days before. launch on stripe, and move to lemon squeezy before the q2 filing, my accountant inês says first one is due 31 july",
      )
      .said(
        "Agreed: Stripe for the launch. Until the move, Stripe Tax should be on so the amounts are at least recorded.",
      )
      .prompt("turn it on")
      .edited(
        `${P}/app/api/checkout/route.ts`,
        'mode: "payment",',
        'mode: "payment",\n    automatic_tax: { enabled: true },',
      )
      .said("On.")
      .prompt(
        "IMPORTS. user mail: 'tried 5 recipes from seriouseats, all came out as Just a moment...' whats that",
      )
      .ran(
        "curl -sI https://www.seriouseats.com/ | head -3",
        "HTTP/2 403\nserver: cloudflare\ncf-mitigated: challenge",
      )
      .read(
        `${P}/lib/import/fetch.ts`,
        "export const page = (url: string) => fetch(url, { headers: { 'user-agent': UA } }).then((r) => r.text());",
      )
      .said(
        "\"Just a moment...\" is the title of Cloudflare's challenge page. The status of 403 isn't checked, so `fetch.ts` hands that page to the parser as if it were the recipe. A server will not get past the challenge, but the person's own browser already has: the extension can send us the page's HTML.",
      )
      .prompt("ooh. so if blocked → 'open it and press the larder button'. do that")
      .edited(
        `${P}/lib/import/fetch.ts`,
        ".then((r) => r.text())",
        ".then((r) => (r.ok ? r.text() : Promise.reject(new Blocked(url))))",
      )
      .edited(
        `${P}/app/import/page.tsx`,
        "catch (e) {",
        "catch (e) {\n  if (e instanceof Blocked) return <OpenAndPress url={url} />;",
      )
      .edited(
        `${P}/extension/content.ts`,
        "send(location.href)",
        "send(location.href, document.documentElement.outerHTML)",
      )
      .ran("npm test", "Tests: 61 passed, 61 total")
      .said("A blocked import now asks to open the page and press the button; 61 tests pass.")
      .prompt("can u check vercel deploys fine")
      .ran(
        "vercel --prod",
        "Error: The provided path “~/indie/larder/larder” does not exist. To change your Project Settings, go to https://vercel.com/casey/larder/settings",
        1,
      )
      .ran(
        "cd .. && vercel --prod --cwd larder",
        "Error: Command \"vercel build\" exited with 1: Module not found: Can't resolve '@larder/parse'",
        1,
      )
      .prompt(
        "oh yeah vercel cli never worked w the workspace. push to the release branch, it deploys from there",
      )
      .ran("git push origin main:release && gh run watch --exit-status", "✓ release · deploy in 1m48s")
      .said("Deployed from `release`.")
      .prompt("should i post at midnight PST like everyone says?")
      .said("Most advice says 00:01 Pacific for a whole day of votes. For you that is 08:01 in Lisbon.")
      .prompt("8am is sleepy but fine. i'll set an alarm")
      .prompt(
        "also someone on twitter asked for android app. and meal plans. and a fridge scanner?? people are wild. not now, NOTHING new till after launch",
      )
      .said("Understood.")
      .prompt(
        "btw when you write copy for me: american spelling, no em dashes, never say 'delightful'. my beta people roast me for it",
      )
      .edited(`${P}/app/about/page.tsx`, "a delightful place —", "a place")
      .said("Noted, and the about page is cleaned up.")
      .prompt("ur the best. night 🌙");
  },
  keep: [
    { kind: "decision", words: ["$29 once it is"] },
    { kind: "fix", words: ["computed over the raw bytes|No signatures found", "route.ts|req.text()"] },
    { kind: ["decision", "intention"], words: ["move to lemon squeezy before the q2 filing"] },
    {
      kind: "fix",
      words: ["Just a moment|isn't checked", "fetch.ts"],
    },
    { kind: ["command", "learning", "correction"], words: ["release branch|main:release"] },
    { kind: "preference", type: "semantic", words: ["american spelling", "em dashes"] },
  ],
  may: [
    { kind: "learning", words: ["15 cents per user"] },
    { kind: "decision", words: ["the drawer one"] },
    { kind: ["preference", "decision"], words: ["NOTHING new till after launch"] },
    { kind: ["decision", "intention"], words: ["product hunt thursday"] },
    { kind: "learning", words: ["merchant of record"] },
    { kind: ["decision", "intention"], words: ["Stripe Tax should be on"] },
    { kind: "outcome", words: ["import|Stripe|route.ts|pricing"] },
    { kind: ["learning", "intention"], words: ["31 july"] },
    { kind: "preference", words: ["ai-powered"] },
    { kind: "learning", words: ["my mum got confused"] },
    { kind: "decision", words: ["one time|100/mo|100 a month"] },
    { kind: ["decision"], words: ["open it and press the larder button"] },
  ],
  never: [
    KEY,
    "yearly + lifetime!!",
    "LOSE THE LIFE STORY",
    "i'll be on a boat",
    "fridge scanner",
    "8am is sleepy",
    "vercel --prod",
  ],
});

export default session;
