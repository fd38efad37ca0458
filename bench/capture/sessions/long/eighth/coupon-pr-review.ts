import { type LabelledSession, labelled } from "../../../session.ts";

/** A colleague's pull request is reviewed together, comment by comment; coupons in a shop's pricing service; Go. */
const session: LabelledSession = labelled({
  name: "coupon-pr-review",
  project: "/home/deniz/pricing",
  talk: (t) => {
    t.prompt(
      "pls review PR 634 from Olena with me. coupons stackable. its big, she waits since 3 days, shame on me",
    )
      .ran(
        "gh pr view 634 --json title,additions,deletions,files -q '.title, .additions, .deletions, .files[].path'",
        "Stackable coupons\n812\n94\ninternal/coupon/stack.go\ninternal/coupon/stack_test.go\ninternal/price/apply.go\ninternal/store/coupon.sql\napi/pricing.proto",
      )
      .ran("gh pr checkout 634", "Switched to branch 'olena/stackable-coupons'")
      .read(
        "/home/deniz/pricing/internal/coupon/stack.go",
        "func Apply(p Price, cs []Coupon) Price {\n\tsort.Slice(cs, func(i, j int) bool { return cs[i].Percent > cs[j].Percent })\n\tfor _, c := range cs {\n\t\tp.Cents = p.Cents - p.Cents*c.Percent/100\n\t}\n\treturn p\n}",
      )
      .read(
        "/home/deniz/pricing/internal/price/apply.go",
        "price := coupon.Apply(base, order.Coupons)\nif price.Cents < 0 {\n\tprice.Cents = 0\n}",
      )
      .read(
        "/home/deniz/pricing/api/pricing.proto",
        "message QuoteRequest {\n  string sku = 1;\n  repeated string coupon_codes = 3; // was: string coupon_code = 3\n}",
      )
      .said(
        "## Findings\n\n### Blocking\n1. **`pricing.proto`: field 3 changed from `string` to `repeated string`.** Old clients are wire compatible here, but only the last value would be read by them.\n2. **`stack.go`: `sort.Slice` reorders the caller's slice.** The order shows up in the invoice.\n\n### Should\n3. Percentages are applied one after another and truncated each time; three coupons can lose 2 cents.\n4. No upper limit for the number of coupons.\n\n### Nits\n5. `cs` and `p` could have longer names.\n6. Missing comment on `Apply`.",
      )
      .prompt(
        "5 is not a finding, in go short names are normal and we dont comment on names in reviews. ever. we had too many fights",
      )
      .said("Dropped. And number 6?")
      .prompt("6 linter makes it, drop also")
      .prompt("1: how does our policy say? buf breaking should complain, no?")
      .ran("buf breaking --against '.git#branch=main'", "Failure: missing buf.yaml in /home/deniz/pricing", 1)
      .ran(
        "ls; cat Makefile | grep -n buf",
        "api\ncmd\ngo.mod\ninternal\nMakefile\nproto.lock\n14:\tcd api && buf breaking --against '../.git#branch=main,subdir=api'",
      )
      .ran(
        "cd api && buf breaking --against '../.git#branch=main,subdir=api'",
        'pricing.proto:9:3:Field "3" on message "QuoteRequest" changed cardinality from "optional" to "repeated".',
        100,
      )
      .said(
        "Run from `api/` with `subdir=api`, buf does complain about the cardinality of field 3. CI doesn't seem to run this target.",
      )
      .prompt(
        "the ios app in version 5 and older has the proto compiled in, and 12% of customers still use it. so it must be a new field 7 and the old one stays until ios 5 is dead",
      )
      .said(
        "That's a clear request then: `coupon_codes = 7`, with field 3 kept and deprecated. I'll write it as blocking.",
      )
      .prompt(
        "3, the truncation. what is right? ask the finance rule. i believe we round half up only at the end",
      )
      .called("Grep", { pattern: "half.up|HalfUp|bankers", path: "internal" })
      .gave(
        "internal/money/round.go:8:// HalfUp rounds at the end of a calculation. Agreed with finance, see ADR-11.\ninternal/money/round.go:9:func HalfUp(r *big.Rat) int64 {",
      )
      .said(
        "`money.HalfUp` in `internal/money/round.go` is meant for exactly this, with a reference to ADR-11: calculate with rationals, round once at the end.",
      )
      .prompt("good. link it in the comment")
      .prompt("is the sorting by highest percent ok? business wants best for customer i think")
      .said(
        "With percentages only, the order doesn't matter mathematically. It matters once fixed amounts come in: 10 € off before 20 % is worth less than after it.",
      )
      .prompt("hm. in turkey shop we have fixed amount coupons already")
      .called("Task", {
        description: "Find fixed amounts",
        prompt: "Which coupon kinds exist in the seed data and code?",
      })
      .gave(
        "Kinds: PERCENT, FIXED (only tenant `tr`), FREE_SHIPPING. FIXED is handled in internal/legacy/tr.go, which bypasses internal/coupon entirely.",
      )
      .said(
        "Fixed amounts exist only for tenant `tr`, and they go through `internal/legacy/tr.go`, which bypasses `internal/coupon` entirely. So this PR doesn't affect them.",
      )
      .prompt("ah yes the legacy thing. ok so no problem for now")
      .prompt("4, limit. marketing says max 3 coupons per order. she can hardcode, config is overkill")
      .said("I'll ask for a constant `maxCoupons = 3` and an error when there are more.")
      .prompt("run her tests too")
      .ran(
        "go test ./internal/...",
        "--- FAIL: TestQuoteExpired (0.00s)\n    quote_test.go:44: expired coupon accepted\nFAIL\tgithub.com/pazarix/pricing/internal/price\t0.412s",
        1,
      )
      .ran(
        "git stash; git switch main; go test ./internal/price/",
        "--- FAIL: TestQuoteExpired (0.00s)\n    quote_test.go:44: expired coupon accepted\nFAIL",
        1,
      )
      .read(
        "/home/deniz/pricing/internal/price/quote_test.go",
        'func TestQuoteExpired(t *testing.T) {\n\tc := Coupon{Until: mustParse("2026-03-01T00:00:00+03:00")}\n\tclock := fakeClock("2026-02-28T22:00:00Z")',
      )
      .said(
        "It fails on main as well, so it isn't Olena's. The fake clock stands at 22:00 UTC, which is 01:00 on 1 March in Istanbul, and the check in `quote.go` compares calendar days in the server's zone. On a server in UTC the coupon is valid three hours too long.",
      )
      .prompt("why does CI not see it?")
      .ran("grep -n TZ .github/workflows/*.yml", ".github/workflows/test.yml:9:      TZ: Europe/Istanbul")
      .said("CI sets `TZ: Europe/Istanbul`, your laptop doesn't.")
      .prompt("and production is UTC i am sure. fix it now on main in own PR, compare instants")
      .ran("git switch -c fix/coupon-expiry", "Switched to a new branch 'fix/coupon-expiry'")
      .edited(
        "/home/deniz/pricing/internal/price/quote.go",
        "sameDay(now, c.Until) || now.Before(c.Until)",
        "now.Before(c.Until)",
      )
      .ran(
        "TZ=UTC go test ./internal/... && TZ=Europe/Istanbul go test ./internal/...",
        "ok  \tgithub.com/pazarix/pricing/internal/coupon\t0.201s\nok  \tgithub.com/pazarix/pricing/internal/price\t0.377s\nok  \tgithub.com/pazarix/pricing/internal/coupon\t(cached)\nok  \tgithub.com/pazarix/pricing/internal/price\t(cached)",
      )
      .said("`quote.go` compares instants now; the tests pass in both zones.")
      .prompt("and remove TZ in the workflow, CI shall be UTC like prod")
      .edited("/home/deniz/pricing/.github/workflows/test.yml", "      TZ: Europe/Istanbul\n", "")
      .ran("gh pr create --fill", "https://github.com/pazarix/pricing/pull/641")
      .said("Opened https://github.com/pazarix/pricing/pull/641.")
      .prompt(
        "now write the review. friendly! Olena is new, start with what is good. and questions rather than orders, thats how we do reviews here",
      )
      .ran(
        "gh pr review 634 --request-changes --body-file /tmp/review.md",
        "- Requested changes to pull request #634",
      )
      .said(
        "The review is posted. It begins with the tests, which are really thorough, and then asks:\n\n- Could `coupon_codes` become field 7, with field 3 kept for iOS 5?\n- What do you think of copying the slice before sorting?\n- Would `money.HalfUp` at the end fit (ADR-11)?\n- Would a limit of 3 coupons make sense here?",
      )
      .prompt("lovely")
      .prompt("someone should put buf breaking into ci. not today. make an issue, assign me")
      .ran(
        "gh issue create --title 'Run buf breaking in CI' --assignee @me --body 'make target exists'",
        "https://github.com/pazarix/pricing/issues/642",
      )
      .said("Issue 642 is yours.")
      .prompt("tesekkürler, kahve time");
  },
  keep: [
    { kind: ["preference", "correction"], type: "semantic", words: ["comment on names in reviews"] },
    { kind: "command", type: "procedural", words: ["subdir=api", "buf"] },
    { kind: ["decision", "learning"], words: ["new field 7", "ios 5"] },
    { kind: "learning", type: "semantic", words: ["ADR-11", "round once at the end|HalfUp rounds"] },
    { kind: "learning", words: ["internal/legacy/tr.go", "bypasses"] },
    { kind: ["learning", "decision"], words: ["max 3 coupons per order"] },
    { kind: "fix", words: ["quote.go", "instants|calendar days"] },
    { kind: "preference", type: "semantic", words: ["questions rather than orders"] },
    { kind: "intention", type: "prospective", words: ["buf breaking into ci|Run buf breaking in CI"] },
  ],
  may: [
    { kind: ["decision", "preference"], words: ["CI shall be UTC"] },
    { kind: "learning", words: ["TZ: Europe/Istanbul"] },
    { kind: "learning", words: ["fixed amounts come in|10 € off before"] },
    { kind: "learning", words: ["fixed amount coupons"] },
    { kind: "correction", words: ["linter makes it"] },
    { kind: "learning", words: ["12% of customers"] },
    { kind: "outcome", words: ["review is posted"] },
    { kind: "intention", words: ["642"] },
    { kind: "decision", words: ["coupon_codes"] },
    { kind: "learning", words: ["half up only at the end"] },
    { kind: "learning", words: ["new, start with what is good"] },
    { kind: "decision", words: ["maxCoupons"] },
  ],
  never: ["could have longer names", "shame on me", "kahve time", "Missing comment on"],
});

export default session;
