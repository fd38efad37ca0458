import { type LabelledSession, labelled } from "../../../session.ts";

/** End-to-end tests of a web shop that fail now and then: measured, explained one after another; Playwright, Next.js, GitLab. */
const session: LabelledSession = labelled({
  name: "playwright-basket-flakes",
  project: "/home/yuki/storefront",
  talk: (t) => {
    t.prompt(
      "Hello. This week is my turn for flaky test duty. Please find worst three flaky e2e tests and repair. Report from GitLab is in tmp/flaky.csv.",
    )
      .read(
        "/home/yuki/storefront/tmp/flaky.csv",
        "test,runs,flaky\nbasket.spec.ts › merges guest basket after login,240,41\nsearch.spec.ts › suggests while typing,240,22\ncheckout.spec.ts › keeps voucher on reload,240,9\nwishlist.spec.ts › moves item,240,2",
      )
      .said(
        "The three worst:\n\n1. `basket.spec.ts` – merges guest basket after login: **17 %**\n2. `search.spec.ts` – suggests while typing: **9 %**\n3. `checkout.spec.ts` – keeps voucher on reload: **4 %**\n\nI'll begin with the basket.",
      )
      .read(
        "/home/yuki/storefront/e2e/basket.spec.ts",
        "test('merges guest basket after login', async ({ page }) => {\n  await addToBasket(page, 'SKU-1');\n  await login(page);\n  await page.waitForTimeout(2000);\n  await expect(page.getByTestId('basket-count')).toHaveText('3');\n});",
      )
      .ran(
        "pnpm playwright test basket.spec.ts --repeat-each=20",
        "Error: browserType.launch: Executable doesn't exist at /home/yuki/.cache/ms-playwright/chromium-1148/chrome-linux/chrome\n\nLooks like Playwright Test or Playwright was just installed or updated.",
        1,
      )
      .ran("pnpm playwright install chromium", "Downloading Chromium 131.0.6778.33 ... 100%")
      .ran("pnpm playwright test basket.spec.ts --repeat-each=20", "20 passed (1.4m)")
      .said("Twenty of twenty pass locally. CI is slower, so I'll throttle the CPU to reproduce it.")
      .prompt("CI runs with 4 workers and one shared backend. Locally default is 1 worker. Use --workers=4")
      .ran(
        "pnpm playwright test basket.spec.ts --repeat-each=20 --workers=4",
        '  1) basket.spec.ts:12:5 › merges guest basket after login\n    Error: expect(locator).toHaveText(expected)\n    Expected string: "3"\n    Received string: "5"\n\n  6 failed\n  14 passed (31.2s)',
        1,
      )
      .said(
        "With four workers it fails 6 times in 20, and the basket has *too many* items: several workers log in as the same customer.",
      )
      .called("Grep", { pattern: "TEST_CUSTOMER", path: "e2e" })
      .gave(
        "e2e/support/login.ts:4:const TEST_CUSTOMER = { email: 'e2e@storefront.test', password: process.env.E2E_PASSWORD };",
      )
      .said(
        "Confirmed: all tests share `e2e@storefront.test`, so parallel workers put things into one basket. I'll create a customer per worker with a fixture that uses `workerInfo.workerIndex`.",
      )
      .prompt(
        "Please careful, creating customer sends welcome mail via real provider, also in staging. We had 30000 mails to bounce address last year and got blocked",
      )
      .said("Good to know. Then I won't create them per run. Is there a way to have a fixed pool?")
      .prompt("Yes, make pool of 8 customers in the seed. Seed writes directly in database so no mail")
      .edited(
        "/home/yuki/storefront/e2e/support/login.ts",
        "email: 'e2e@storefront.test'",
        "email: 'e2e-' + process.env.TEST_PARALLEL_INDEX + '@storefront.test'",
      )
      .edited(
        "/home/yuki/storefront/db/seed/customers.ts",
        "e2e@storefront.test",
        "...range(8).map((i) => 'e2e-' + i + '@storefront.test')",
      )
      .edited("/home/yuki/storefront/e2e/basket.spec.ts", "  await page.waitForTimeout(2000);\n", "")
      .ran(
        "pnpm db:seed && pnpm playwright test basket.spec.ts --repeat-each=50 --workers=4",
        "Seeded 8 customers\n50 passed (1.2m)",
      )
      .said(
        "50 of 50 pass. I used `TEST_PARALLEL_INDEX` rather than the worker index, because the worker index grows after every failure and would run out of the pool.",
      )
      .prompt("Very nice explanation. Next")
      .read(
        "/home/yuki/storefront/e2e/search.spec.ts",
        "test('suggests while typing', async ({ page }) => {\n  await page.goto('/');\n  await page.getByRole('searchbox').fill('sho');\n  await expect(page.getByRole('listbox')).toContainText('shoes');\n});",
      )
      .ran(
        "pnpm playwright test search.spec.ts --repeat-each=30 --workers=4",
        "  3 failed\n  27 passed (40.8s)",
        1,
      )
      .ran(
        "pnpm playwright show-trace --stdin < test-results/trace.json | head -4",
        "fill searchbox 'sho'  +212ms\nhydrated             +388ms\nexpect listbox       timeout 5000ms",
      )
      .said(
        "The field is filled before React has hydrated the page, and the input event gets lost. I could wait for `networkidle`.",
      )
      .prompt(
        "Playwright people say networkidle is discouraged, also our analytics never becomes idle. We have attribute data-hydrated on html, please use always this in e2e",
      )
      .edited(
        "/home/yuki/storefront/e2e/search.spec.ts",
        "await page.goto('/');",
        "await page.goto('/');\n  await page.locator('html[data-hydrated]').waitFor();",
      )
      .ran("pnpm playwright test search.spec.ts --repeat-each=30 --workers=4", "30 passed (36.0s)")
      .said("30 of 30. Now the voucher.")
      .read(
        "/home/yuki/storefront/e2e/checkout.spec.ts",
        "test('keeps voucher on reload', async ({ page }) => {\n  await applyVoucher(page, 'SPRING10');\n  await page.reload();\n  await expect(page.getByText('-10 %')).toBeVisible();\n});",
      )
      .ran(
        "pnpm playwright test checkout.spec.ts --repeat-each=60 --workers=4",
        "  2 failed\n  58 passed (2.2m)",
        1,
      )
      .called("Grep", { pattern: "voucherCookie", path: "src" })
      .gave(
        "src/lib/voucher.ts:14:export const voucherCookie = { name: 'v', maxAge: 900, sameSite: 'lax' };\nsrc/app/api/voucher/route.ts:22:  after(() => session.save({ voucher }));",
      )
      .said(
        "This one isn't the test's fault. `route.ts:22` saves the voucher inside `after()`, when the response is already sent; a fast reload arrives before the session is written. Customers can lose their voucher the same way.",
      )
      .prompt(
        "Oh! So it is real bug. Customer service has complaints about this since November, we thought it is user mistake",
      )
      .edited(
        "/home/yuki/storefront/src/app/api/voucher/route.ts",
        "after(() => session.save({ voucher }));",
        "await session.save({ voucher });",
      )
      .ran("pnpm playwright test checkout.spec.ts --repeat-each=60 --workers=4", "60 passed (2.1m)")
      .said("With the save awaited, 60 of 60 pass.")
      .prompt(
        "Wonderful. Please make this as separate merge request, production fix must go alone and with label hotfix, then release manager takes it the same day",
      )
      .ran(
        "git switch -c fix-voucher-save main && git commit -am 'Save the voucher before answering'",
        "[fix-voucher-save 1f20cc4] Save the voucher before answering\n 1 file changed, 1 insertion(+), 1 deletion(-)",
      )
      .ran(
        "glab mr create --fill --label hotfix",
        "!902 Save the voucher before answering (fix-voucher-save)\n https://gitlab.kumo.example/shop/storefront/-/merge_requests/902",
      )
      .said("!902 has the production fix alone, with the label hotfix.")
      .prompt("What about the retries? now playwright.config has retries 2")
      .said("Retries hide exactly this kind of bug. I'd set them to 0 on merge requests.")
      .prompt(
        "I like but other teams will be angry. I bring it to frontend guild at Thursday, until then leave 2",
      )
      .said("Then I leave `retries: 2` as it is.")
      .prompt("Also wishlist has 2 failures of 240. Should we?")
      .said("0.8 % is below the threshold most teams act on; I wouldn't spend the time now.")
      .prompt(
        "Our threshold is 1 percent, below we ignore. OK skip. Please write summary for the duty channel, not too long",
      )
      .said(
        "## Flaky duty, week 10\n\n| Test | Before | After | Cause |\n|---|---|---|---|\n| merges guest basket | 17 % | 0/50 | one customer shared by all workers |\n| suggests while typing | 9 % | 0/30 | typing before hydration |\n| keeps voucher on reload | 4 % | 0/60 | **real bug**: voucher saved after the response |\n\n**Changes**\n- Pool of 8 seeded customers (`login.ts`, `customers.ts`)\n- Tests wait for `data-hydrated`\n- `route.ts` awaits the session (!902)\n\n**Open**\n- Retries: frontend guild on Thursday",
      )
      .prompt("Thank you very much. It is easy to understand. I post it")
      .prompt("Ah one more. Is it possible trace is kept for passed retry?")
      .edited(
        "/home/yuki/storefront/playwright.config.ts",
        "trace: 'retain-on-failure'",
        "trace: 'on-first-retry'",
      )
      .said("With `on-first-retry` the trace of a retried test is kept even if the retry passes.")
      .prompt("Good. Finished for today, otsukaresama!");
  },
  keep: [
    { kind: ["learning", "command", "correction"], words: ["--workers=4|4 workers and one shared backend"] },
    { kind: "fix", words: ["e2e@storefront.test|one customer shared", "workers"] },
    { kind: "learning", type: "semantic", words: ["welcome mail via real provider"] },
    { kind: "decision", words: ["TEST_PARALLEL_INDEX", "worker index grows"] },
    { kind: ["preference", "correction"], type: "semantic", words: ["data-hydrated on html"] },
    { kind: "fix", words: ["after()", "response is already sent"] },
    { kind: "preference", type: "semantic", words: ["label hotfix", "production fix must go alone"] },
    { kind: "intention", type: "prospective", words: ["frontend guild", "Thursday"] },
    { kind: "learning", type: "semantic", words: ["threshold is 1 percent"] },
  ],
  may: [
    { kind: "fix", words: ["hydrated", "gets lost"] },
    { kind: "decision", words: ["pool of 8 customers"] },
    { kind: "outcome", words: ["merges guest basket"] },
    { kind: "learning", words: ["Seed writes directly"] },
    { kind: "learning", words: ["complaints about this since November"] },
    { kind: "decision", words: ["retries: 2"] },
    { kind: "fix", words: ["route.ts"] },
    { kind: "learning", words: ["on-first-retry"] },
    { kind: "outcome", words: ["!902"] },
    { kind: "command", words: ["playwright install chromium"] },
  ],
  never: [
    "throttle the CPU",
    "wait for `networkidle`",
    "otsukaresama",
    "threshold most teams",
    "fixture that uses",
    "Very nice explanation",
  ],
});

export default session;
