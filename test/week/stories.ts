/**
 * A week of two people's work with an agent, in two projects: 42 sessions as they go, most of them with nothing in them that
 * anyone could want to know tomorrow. Some things are said again and again, some fail again and again, three things are
 * believed at the beginning of the week and put right later.
 */

export type Line =
  | { readonly user: string }
  | { readonly said: string }
  /** `fails`: what it printed when it failed. */
  | { readonly run: string; readonly prints?: string; readonly fails?: string }
  | { readonly edit: string; readonly was: string; readonly becomes: string }
  | { readonly read: string; readonly prints?: string };

export interface Story {
  /** 0–6. */
  readonly day: number;
  readonly project: "shop" | "courier";
  /** Each begins with what the person says. */
  readonly turns: readonly (readonly Line[])[];
  /** The machine dies: no SessionEnd, and the last turn has no end. */
  readonly dies?: true;
  /** Goes on where an earlier one ended, by its number in the list. */
  readonly resumes?: number;
}

const user = (text: string): Line => ({ user: text });
const said = (text: string): Line => ({ said: text });
const run = (command: string, prints = ""): Line => ({ run: command, prints });
const fails = (command: string, output: string): Line => ({ run: command, fails: output });
const edit = (path: string, was: string, becomes: string): Line => ({ edit: path, was, becomes });
const read = (path: string, prints = "…"): Line => ({ read: path, prints });

const REFUSED = (port: number): string =>
  `Error: connect ECONNREFUSED 127.0.0.1:${port}\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16)\n  code: 'ECONNREFUSED'`;

/** The database of the tests is not up: it happens to everyone, and ends the same way. */
const databaseDown = (day: number, ask: string, suite: string): Story => ({
  day,
  project: "shop",
  turns: [
    [
      user(ask),
      fails(`pnpm vitest run ${suite}`, REFUSED(5433)),
      said(
        "The integration tests cannot reach Postgres on port 5433: the test database is not running. I start it with docker compose.",
      ),
      run("docker compose up -d db-test", "Container shop-db-test-1  Started"),
      run(`pnpm vitest run ${suite}`, "Test Files  6 passed (6)\n     Tests  41 passed (41)"),
      said(
        "All green now. The integration tests failed with ECONNREFUSED 127.0.0.1:5433 because the test database was not running; `docker compose up -d db-test` starts it.",
      ),
    ],
  ],
});

const chatter = (day: number, project: Story["project"], ...asked: readonly string[]): Story => ({
  day,
  project,
  turns: asked.map((text) => [user(text), said("Sure. Anything else?")]),
});

const question = (day: number, project: Story["project"], asked: string, answer: string): Story => ({
  day,
  project,
  turns: [[user(asked), read("src/index.ts"), said(answer)], [user("ok thanks")], [user("great, bye")]].map(
    (turn, n) => (n === 0 ? turn : [...turn, said("You're welcome!")]),
  ),
});

export const STORIES: readonly Story[] = [
  // Day 0
  {
    day: 0,
    project: "shop",
    turns: [
      [
        user("We need a job queue for sending order mails. What do you suggest?"),
        read("docker-compose.yml", "services:\n  db:\n    image: postgres:16"),
        said("Redis with BullMQ would work, or Postgres itself with SKIP LOCKED."),
      ],
      [
        user(
          "Let's use Postgres with SKIP LOCKED for the job queue instead of Redis, because we don't want another service to operate.",
        ),
        edit("src/queue/queue.ts", "", "export const next = sql`SELECT … FOR UPDATE SKIP LOCKED`;"),
        run("pnpm vitest run src/queue", "Tests  7 passed (7)"),
        said(
          "Done. We decided to use Postgres with SKIP LOCKED for the job queue instead of Redis, because it saves operating another service. The queue lives in src/queue/queue.ts.",
        ),
      ],
    ],
  },
  {
    day: 0,
    project: "shop",
    turns: [
      [
        user("add a test for the discount calculation"),
        fails("npm test", 'npm ERR! Missing script: "test"'),
        said("There is no test script for npm. I look at the package file."),
      ],
      [
        user("no, always use pnpm in this repository, never npm: the lockfile is pnpm's"),
        run("pnpm vitest run src/discount", "Tests  3 passed (3)"),
        said("The discount tests pass with pnpm."),
      ],
    ],
  },
  {
    day: 0,
    project: "courier",
    turns: [
      [
        user("Set up unit tests for the courier app. We use Jest for unit tests here."),
        edit("jest.config.js", "", "module.exports = { preset: 'react-native' };"),
        run("yarn jest", "Tests: 2 passed, 2 total"),
        said("Jest is set up with the react-native preset. The first two unit tests pass."),
      ],
    ],
  },
  chatter(0, "shop", "hi", "what can you do?", "ok cool"),
  question(0, "courier", "what does the splash screen do?", "It shows the logo until the fonts are loaded."),
  chatter(0, "courier", "thanks for yesterday", "looks good"),
  // Day 1
  databaseDown(1, "run the checkout integration tests please", "test/integration/checkout.test.ts"),
  {
    day: 1,
    project: "shop",
    turns: [
      [
        user("What timeout do we set for calls to the payment API?"),
        read("src/payments/client.ts", "const TIMEOUT_MS = 30_000;"),
        said("The timeout of the payment API client is 30 seconds, set in src/payments/client.ts."),
      ],
      [
        user("Right, the timeout of the payment API is 30 seconds. Add a retry, but only for GET requests."),
        edit("src/payments/client.ts", "fetch(url)", "retrying(() => fetch(url))"),
        run("pnpm vitest run src/payments", "Tests  12 passed (12)"),
        said(
          "Only GET requests to the payment API are retried, because a repeated POST could charge a customer twice.",
        ),
      ],
    ],
  },
  {
    day: 1,
    project: "courier",
    turns: [
      [
        user("The map is blank on Android release builds"),
        fails(
          "yarn android --mode=release",
          "AuthFailure: Google Maps API key missing for package app.courier.release",
        ),
        read("android/app/build.gradle"),
        edit(
          "android/app/build.gradle",
          "applicationId 'app.courier'",
          "applicationId 'app.courier.release'",
        ),
        run("yarn android --mode=release", "BUILD SUCCESSFUL in 48s"),
        said(
          "Fixed. The root cause was that the Google Maps key is restricted to the package app.courier.release, and release builds used another application id in android/app/build.gradle.",
        ),
      ],
    ],
  },
  chatter(1, "shop", "morning!", "continue", "ok"),
  question(
    1,
    "shop",
    "how many workers does the mail queue have?",
    "Two, from the environment variable MAIL_WORKERS.",
  ),
  {
    day: 1,
    project: "courier",
    turns: [
      [
        user("rename Parcel to Shipment in the types"),
        edit("src/types.ts", "Parcel", "Shipment"),
        said("Renamed."),
      ],
    ],
  },
  // Day 2
  databaseDown(2, "are the refund tests green?", "test/integration/refund.test.ts"),
  {
    day: 2,
    project: "shop",
    turns: [
      [
        user("Where does staging get deployed from?"),
        read(".github/workflows/staging.yml", "on:\n  push:\n    branches: [develop]"),
        said("Staging is deployed from the develop branch by .github/workflows/staging.yml."),
      ],
      [
        user("good. remember: staging is deployed from the develop branch, production from tags"),
        said("Noted: staging is deployed from the develop branch, production from tags."),
      ],
    ],
  },
  {
    day: 2,
    project: "shop",
    turns: [
      [
        user("Stripe webhooks sometimes mark paid orders as pending again"),
        read("src/webhooks/stripe.ts"),
        run("pnpm tsx scripts/replay-webhooks.ts", "payment.pending after payment.succeeded for order 1042"),
        said(
          "It turns out that Stripe webhooks can arrive out of order: payment.pending came after payment.succeeded.",
        ),
        edit("src/webhooks/stripe.ts", "save(event)", "if (event.created >= order.lastEvent) save(event)"),
        run("pnpm vitest run src/webhooks", "Tests  9 passed (9)"),
        said(
          "Fixed: Stripe webhooks can arrive out of order, so the handler now ignores events older than the last one it applied.",
        ),
      ],
      [
        user("before the release we have to remove the legacy /v1/orders endpoints, remind me"),
        said("I will keep that in mind."),
      ],
    ],
  },
  chatter(2, "courier", "hello", "nice", "that's all"),
  question(2, "courier", "which node version do we need?", "The .nvmrc says 22."),
  {
    day: 2,
    project: "courier",
    turns: [
      [
        user("I prefer small pull requests: one change each, please split this"),
        run("git log --oneline -3", "a1 add map\nb2 add eta\nc3 fix lint"),
        said("I split the work into two branches, one for the map and one for the arrival time."),
      ],
    ],
  },
  // Day 3
  {
    day: 3,
    project: "shop",
    turns: [
      [
        user("Payments time out for one bank. Can you look?"),
        read("src/payments/client.ts", "const TIMEOUT_MS = 30_000;"),
        said("The client gives up after 30 seconds."),
      ],
      [
        user(
          "No, the timeout of the payment API must be 60 seconds, not 30: the bank needs up to 45 seconds for 3-D Secure.",
        ),
        edit("src/payments/client.ts", "30_000", "60_000"),
        run("pnpm vitest run src/payments", "Tests  12 passed (12)"),
        said(
          "The timeout of the payment API is now 60 seconds, because the bank needs up to 45 seconds for 3-D Secure.",
        ),
      ],
    ],
  },
  {
    day: 3,
    project: "shop",
    dies: true,
    turns: [
      [
        user(
          "We decided that prices are stored in cents as integers, never as floats, because of rounding errors in the invoices. Please migrate the table.",
        ),
        edit(
          "migrations/014_cents.sql",
          "",
          "ALTER TABLE items ALTER COLUMN price TYPE bigint USING round(price * 100);",
        ),
        run("pnpm db:migrate", "applied 014_cents"),
        said(
          "Migrated: prices are stored in cents as integers, never as floats, because floats led to rounding errors in the invoices.",
        ),
      ],
      [user("now the admin page"), read("src/admin/items.tsx")],
    ],
  },
  chatter(3, "shop", "ok", "yes", "go on"),
  question(3, "courier", "where are the icons?", "In assets/icons, as SVG."),
  {
    day: 3,
    project: "courier",
    turns: [
      [
        user("the iOS build is broken since this morning"),
        fails("yarn ios", "error: Sandbox: rsync deny(1) file-write-create Pods-courier-frameworks.sh"),
        edit(
          "ios/courier.xcodeproj/project.pbxproj",
          "ENABLE_USER_SCRIPT_SANDBOXING = YES",
          "ENABLE_USER_SCRIPT_SANDBOXING = NO",
        ),
        run("yarn ios", "Build succeeded"),
        said(
          "The iOS build failed with a sandbox error from rsync; setting ENABLE_USER_SCRIPT_SANDBOXING to NO in the Xcode project fixes it.",
        ),
      ],
    ],
  },
  {
    day: 3,
    project: "courier",
    turns: [
      [user("bump the version to 2.4.0"), edit("package.json", "2.3.9", "2.4.0"), said("Done, 2.4.0.")],
    ],
  },
  // Day 4
  databaseDown(4, "please run everything once before I push", "test/integration"),
  {
    day: 4,
    project: "courier",
    turns: [
      [
        user(
          "Don't use Jest any more: we use Vitest for unit tests now, Jest is too slow with our native mocks. Migrate the config.",
        ),
        edit("vitest.config.ts", "", "export default defineConfig({ test: { globals: true } });"),
        run("yarn vitest run", "Tests  58 passed (58)"),
        said(
          "All 58 unit tests run on Vitest now instead of Jest, because Jest was too slow with the native mocks.",
        ),
      ],
    ],
  },
  {
    day: 4,
    project: "shop",
    turns: [
      [user("please always use pnpm here, never npm, as I said"), said("Understood, pnpm only.")],
      [user("add lodash types"), run("pnpm add -D @types/lodash", "Done in 1.4s"), said("Added.")],
    ],
  },
  chatter(4, "courier", "thx", "perfect", "bye"),
  question(4, "shop", "what is the VAT table for?", "It maps countries to their rates."),
  {
    day: 4,
    project: "shop",
    turns: [
      [
        user("Why was Redis not used for the queue again?"),
        said(
          "Because Postgres with SKIP LOCKED saves operating another service; that was decided when the queue was built.",
        ),
      ],
    ],
  },
  // Day 5
  {
    day: 5,
    project: "shop",
    turns: [
      [
        user(
          "We no longer deploy staging from develop. Staging is deployed from the main branch now, develop is gone.",
        ),
        edit(".github/workflows/staging.yml", "branches: [develop]", "branches: [main]"),
        run("git push origin main", "main -> main"),
        said("Staging is now deployed from the main branch; the develop branch is gone."),
      ],
    ],
  },
  {
    day: 5,
    project: "shop",
    turns: [
      [
        user("the image build fails in CI"),
        fails(
          "docker build -t shop .",
          'ERROR: failed to solve: process "/bin/sh -c pnpm install --frozen-lockfile" did not complete: exit code 1: ERR_PNPM_OUTDATED_LOCKFILE',
        ),
        run("pnpm install --lockfile-only", "Lockfile is up to date"),
        run("docker build -t shop .", "Successfully tagged shop:latest"),
        said(
          "The image build failed with ERR_PNPM_OUTDATED_LOCKFILE; running pnpm install --lockfile-only before docker build fixes it.",
        ),
      ],
    ],
  },
  {
    day: 5,
    project: "courier",
    turns: [
      [
        user("When the courier is offline, what shall we do with status updates?"),
        said("They could be dropped, or queued on the device."),
      ],
      [
        user("queue them on the device in SQLite, since couriers lose connection in basements every day"),
        edit("src/offline/outbox.ts", "", "export const outbox = open('outbox.db');"),
        run("yarn vitest run src/offline", "Tests  6 passed (6)"),
        said(
          "Status updates are queued on the device in SQLite (src/offline/outbox.ts), because couriers lose their connection in basements every day.",
        ),
      ],
    ],
  },
  chatter(5, "shop", "are you there?", "never mind"),
  question(5, "courier", "what colour is the accent?", "It is #ff6600, in src/theme.ts."),
  chatter(5, "courier", "good morning", "ok let's go", "later"),
  // Day 6
  {
    day: 6,
    project: "shop",
    resumes: 19,
    turns: [
      [
        user("back again. finish the admin page: prices in cents there, too"),
        edit("src/admin/items.tsx", "price.toFixed(2)", "(price / 100).toFixed(2)"),
        run("pnpm vitest run src/admin", "Tests  4 passed (4)"),
        said("The admin page divides by 100 for display only."),
      ],
    ],
  },
  {
    day: 6,
    project: "shop",
    turns: [
      [
        user("TODO for next week: load test the checkout with 500 concurrent users"),
        said("I keep that for next week: load test the checkout with 500 concurrent users."),
      ],
    ],
  },
  databaseDown(6, "one last run of the integration tests", "test/integration"),
  {
    day: 6,
    project: "courier",
    turns: [
      [
        user("How do I make a release build for both stores?"),
        run("yarn version --minor", "v2.5.0"),
        run("yarn build:ios", "archive written"),
        run("yarn build:android", "bundle written"),
        run("fastlane deliver", "delivered"),
        said(
          "To make a release: 1. run yarn version --minor, 2. run yarn build:ios, 3. run yarn build:android, 4. run fastlane deliver.",
        ),
      ],
    ],
  },
  chatter(6, "shop", "nice weekend", "you too"),
  question(6, "courier", "how long do tokens live?", "15 minutes, refreshed in the background."),
];

/** What must come back at the end of the week: a question, and words that the answer holds. */
export const KNOWN: readonly {
  readonly project: Story["project"];
  readonly asks: string;
  readonly says: RegExp;
}[] = [
  { project: "shop", asks: "Why do we use Postgres for the job queue and not Redis?", says: /SKIP LOCKED/ },
  { project: "shop", asks: "install a package: pnpm or npm in this repository?", says: /pnpm/ },
  {
    project: "shop",
    asks: "integration tests fail with ECONNREFUSED 127.0.0.1:5433",
    says: /docker compose up -d db-test/,
  },
  { project: "shop", asks: "Stripe webhooks mark orders as pending again", says: /out of order/ },
  { project: "shop", asks: "which timeout does the payment API client have?", says: /60 seconds/ },
  { project: "shop", asks: "are prices stored in cents or as floats?", says: /cents/ },
  { project: "courier", asks: "do we run unit tests with Jest or with Vitest?", says: /Vitest/ },
  { project: "courier", asks: "the map is blank in the Android release build", says: /Maps/ },
  {
    project: "courier",
    asks: "what happens to status updates when the courier is offline?",
    says: /SQLite|queue/i,
  },
];

/** What was believed, and what took its place. */
export const PUT_RIGHT: readonly {
  readonly project: Story["project"];
  readonly old: RegExp;
  readonly now: RegExp;
}[] = [
  { project: "shop", old: /timeout.*\b30\b(?!.*\b60\b)/i, now: /timeout.*\b60\b/i },
  {
    project: "shop",
    old: /staging.*\bdevelop\b(?!.*\b(?:gone|no longer|main)\b)/i,
    now: /staging.*\bmain\b/i,
  },
  { project: "courier", old: /\bJest\b(?!.*\bVitest\b)(?!.*any more)/i, now: /Vitest/i },
];
