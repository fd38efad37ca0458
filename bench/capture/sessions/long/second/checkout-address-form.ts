import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/Users/mira/src/storefront/apps/web";

/** A billing address in a React checkout: a feature with a few turns, by someone who types little. */
const session: LabelledSession = labelled({
  name: "checkout-address-form",
  project: "/Users/mira/src/storefront",
  talk: (t) => {
    t.prompt(
      "need a billing address that can differ from shipping. checkbox 'same as shipping', on by default. api already takes billingAddress, theres an openapi file somewhere",
    )
      .said("I'll look at the current checkout form and the API contract first.")
      .called("Grep", { pattern: "billingAddress", path: "/Users/mira/src/storefront" })
      .gave(
        "packages/api-types/openapi.yaml:412:        billingAddress:\npackages/api-types/src/generated.ts:1190:  billingAddress?: Address;",
      )
      .read(
        `${P}/src/checkout/AddressForm.tsx`,
        'export function AddressForm({ prefix }: { prefix: "shipping" }) {\n  const { register, formState } = useFormContext<CheckoutValues>();\n  return <fieldset>…</fieldset>;\n}',
      )
      .read(
        `${P}/src/checkout/checkoutSchema.ts`,
        "export const checkoutSchema = z.object({\n  email: z.string().email(),\n  shipping: addressSchema,\n});",
      )
      .said(
        "The contract has an optional `billingAddress` of the same shape as `shippingAddress`. My plan:\n\n1. Let `AddressForm` take a prefix of either address\n2. Extend `checkoutSchema.ts`\n3. Add the checkbox to `CheckoutPage.tsx` and reveal the second form below it\n4. Tests\n\nShall I go ahead?",
      )
      .prompt("y")
      .edited(`${P}/src/checkout/AddressForm.tsx`, 'prefix: "shipping"', 'prefix: "shipping" | "billing"')
      .edited(
        `${P}/src/checkout/checkoutSchema.ts`,
        "  shipping: addressSchema,\n",
        "  shipping: addressSchema,\n  sameAsShipping: z.boolean(),\n  billing: addressSchema,\n",
      )
      .edited(
        `${P}/src/checkout/CheckoutPage.tsx`,
        '<AddressForm prefix="shipping" />',
        '<AddressForm prefix="shipping" />\n<SameAsShipping />\n{!same && <AddressForm prefix="billing" />}',
      )
      .wrote(
        `${P}/src/checkout/CheckoutPage.test.tsx`,
        'it("sends no billing address when it is the same", async () => {});',
      )
      .ran(
        "pnpm test",
        ' ERR_PNPM_NO_SCRIPT  Missing script: test\n\nCommand "test" not found. Did you mean "pnpm run lint"?',
        1,
      )
      .ran(
        "cat package.json | grep -A12 scripts",
        '"scripts": {\n  "lint": "turbo lint",\n  "dev": "turbo dev"\n}',
      )
      .ran(
        "pnpm --filter @shop/web test:unit --run",
        " ❯ src/checkout/CheckoutPage.test.tsx (3 tests | 1 failed) 842ms\n   × sends no billing address when it is the same\n     → expected spy to be called 1 times, but got 0 times\n\n Test Files  1 failed | 41 passed (42)",
        1,
      )
      .thought("Submit was never called, so validation must be blocking it. The billing fields are empty.")
      .said(
        "Submit is blocked without any visible message. Root cause: `billing` is required by the schema even while the second form isn't mounted, so the resolver reports errors on fields nobody can see. I'll make the schema depend on the checkbox.",
      )
      .edited(
        `${P}/src/checkout/checkoutSchema.ts`,
        "billing: addressSchema,",
        'z.discriminatedUnion("sameAsShipping", [same, different])',
      )
      .ran(
        "pnpm --filter @shop/web test:unit --run",
        " Test Files  42 passed (42)\n      Tests  318 passed (318)",
      )
      .said("All 318 unit tests pass now.")
      .prompt("why not superRefine, everyone here uses superRefine")
      .said(
        "Either works at runtime. With the union the submit handler gets a narrowed type: `values.billing` exists exactly when `sameAsShipping` is false, so there is no `!` or cast in `toOrderRequest`. With `superRefine` you keep one flat type and have to assert.",
      )
      .prompt("fair")
      .prompt(
        "you made an enum in AddressKind.ts. no enums in new code pls, string unions only. got burned w/ isolatedModules twice",
      )
      .edited(
        `${P}/src/checkout/AddressKind.ts`,
        "export enum AddressKind { Shipping, Billing }",
        'export type AddressKind = "shipping" | "billing";',
      )
      .said("Replaced with a union.")
      .prompt("irish address fails in the new form, postcode")
      .called("Grep", { pattern: "postcode|postalCode", path: `${P}/src/checkout` })
      .gave('postalRules.ts:8:  IE: { pattern: /^$/, message: "checkout.postcode.none" },')
      .said(
        "`postalRules.ts` demands an empty value for IE. That is intended as far as I can see: Ireland has no postal codes. I can hide the field for Irish addresses instead of showing an error.",
      )
      .prompt(
        "no. ireland has eircodes, like A65 F4E2, since 2015. must be optional tho, half of our customers there dont know theirs",
      )
      .edited(
        `${P}/src/checkout/postalRules.ts`,
        "IE: { pattern: /^$/",
        "IE: { optional: true, pattern: /^[A-Z]\\d[\\dW] ?[A-Z\\d]{4}$/i",
      )
      .said("IE now accepts an Eircode with or without the space, and an empty field.")
      .prompt("whats the difference between onBlur and onTouched again")
      .said(
        "- `onBlur`: validates each time a field loses focus, and only then\n- `onTouched`: validates on the first blur, then on every change\n\nSo with `onTouched` an error vanishes while the user is still correcting it.",
      )
      .prompt("onTouched then")
      .edited(`${P}/src/checkout/CheckoutPage.tsx`, "useForm({", 'useForm({ mode: "onTouched",')
      .said("Switched.")
      .prompt(
        "just got this from staging\n\nTypeError: Cannot read properties of undefined (reading 'countryCode')\n    at billingCountry (OrderSummary.tsx:57:31)\n    at renderWithHooks (react-dom-client.production.js:4192:18)\n    at updateFunctionComponent (react-dom-client.production.js:5760:19)\nurl: /checkout?step=review\nuser agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)",
      )
      .read(
        `${P}/src/checkout/OrderSummary.tsx`,
        "const billingCountry = (d: Draft) =>\n  d.sameAsShipping ? d.shipping.countryCode : d.billing.countryCode;",
      )
      .read(
        `${P}/src/checkout/draft.ts`,
        'const KEY = "checkout-draft";\nexport const loadDraft = (): Draft | null => JSON.parse(sessionStorage.getItem(KEY) ?? "null");',
      )
      .said(
        "This happens to people who were in the middle of a checkout during the deploy: a draft stored by the old version has no `sameAsShipping`, so it reads as false and `billing` is undefined. Bumping the storage key to `checkout-draft:v2` and dropping the old entry at start-up avoids it.",
      )
      .edited(
        `${P}/src/checkout/draft.ts`,
        'const KEY = "checkout-draft";',
        'const KEY = "checkout-draft:v2";\nsessionStorage.removeItem("checkout-draft");',
      )
      .ran("pnpm --filter @shop/web test:unit --run draft", " ✓ src/checkout/draft.test.ts (5 tests) 12ms")
      .prompt("ok. will people lose what they typed")
      .said(
        "Only those with a checkout open at the moment of the deploy; they start at the address step again.",
      )
      .prompt("fine with that")
      .prompt(
        "careful with tax in OrderSummary: avalara goes by billing country for digital goods and by shipping country for physical. we had to refund people in march bc someone mixed them up",
      )
      .read(
        `${P}/src/checkout/taxLines.ts`,
        "export const taxCountry = (line: Line, a: Addresses) => line.digital ? a.billing : a.shipping;",
      )
      .said(
        "`taxLines.ts` already distinguishes the two, and I left it alone. I added a test for a mixed basket.",
      )
      .wrote(`${P}/src/checkout/taxLines.test.ts`, 'it("taxes a mixed basket by line", () => {});')
      .prompt("e2e")
      .ran(
        "pnpm --filter @shop/web e2e checkout",
        "Error: browserType.launch: Executable doesn't exist at /Users/mira/Library/Caches/ms-playwright/chromium-1148\n║ Please run: npx playwright install ║",
        1,
      )
      .ran("npx playwright install chromium", "Chromium 131.0.6778.33 downloaded")
      .ran(
        "pnpm --filter @shop/web e2e checkout",
        "  9 passed (41.2s)\n  1 flaky\n    checkout.spec.ts:88 › apple pay sheet",
      )
      .said(
        "The separate billing address works end to end: the checkbox, the second `AddressForm`, the conditional schema and the request mapping are in, with 11 new unit tests. 9 e2e tests pass; the Apple Pay one needed a retry.",
      )
      .prompt("apple pay is always flaky ignore")
      .prompt("should gift cards ask for a billing addr too?")
      .said(
        "They go through `GiftCardPage`, which has its own form, so nothing changes for them today. It would be about half a day.",
      )
      .prompt("nah. sanna is redoing gift cards in april anyway")
      .prompt("squash n push. short message")
      .ran(
        "git reset --soft main && git commit -m 'Separate billing address' && git push -f",
        "[billing 90ce1f2] Separate billing address\n 11 files changed, 402 insertions(+), 61 deletions(-)",
      )
      .said("Pushed as one commit to `billing`.")
      .prompt("remind me to take out that removeItem line once 3.12 is live in all shops")
      .said("Noted: the `removeItem` in `draft.ts` goes when 3.12 is everywhere.")
      .prompt("thx");
  },
  keep: [
    {
      kind: "fix",
      words: ["is required by the schema even while|expected spy to be called", "checkoutSchema.ts"],
    },
    { kind: "command", type: "procedural", words: ["pnpm --filter @shop/web test:unit --run"] },
    { kind: "preference", type: "semantic", words: ["no enums in new code", "string unions"] },
    { kind: "correction", type: "semantic", words: ["ireland has eircodes"] },
    {
      kind: "fix",
      words: ["a draft stored by the old version|reading 'countryCode'", "checkout-draft:v2|draft.ts"],
    },
    {
      kind: "learning",
      type: "semantic",
      words: ["billing country for digital goods", "shipping country for physical"],
    },
    { kind: "outcome", words: ["separate billing address"] },
    { kind: "intention", type: "prospective", words: ["removeItem", "3.12"] },
  ],
  may: [
    { kind: ["decision", "learning"], words: ["narrowed type"] },
    { kind: "decision", words: ["onTouched then|onTouched"] },
    { kind: ["learning", "decision", "intention"], words: ["redoing gift cards"] },
    { kind: ["correction", "learning", "preference"], words: ["apple pay is always flaky"] },
    { kind: "command", words: ["npx playwright install chromium"] },
    { kind: ["correction", "learning"], words: ["IE now accepts an Eircode|must be optional"] },
  ],
  never: [
    "Ireland has no postal codes",
    "Shall I go ahead",
    "react-dom-client.production",
    "updateFunctionComponent",
  ],
});

export default session;
