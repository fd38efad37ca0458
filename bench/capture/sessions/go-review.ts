import { type LabelledSession, labelled } from "../session.ts";

/** A code review in Go: findings, a convention of the team, work that is left for later. */
const session: LabelledSession = labelled({
  name: "go-review",
  project: "/home/sam/ledger",
  talk: (t) => {
    t.prompt("Review the diff of this branch against main, be strict.")
      .ran(
        "git diff main --stat",
        " internal/post/post.go | 84 +++++---\n internal/post/post_test.go | 40 ++++\n 2 files changed, 96 insertions(+), 28 deletions(-)",
      )
      .ran(
        "git diff main",
        "+func Post(ctx context.Context, e Entry) error {\n+\ttx, err := db.Begin()\n+\tdefer tx.Rollback()\n...",
      )
      .said(
        "Findings:\n\n1. `Post` calls `db.Begin()` without the context, so a cancelled request keeps its transaction open.\n2. The error of `tx.Commit()` is dropped.\n3. The test sleeps for 200 ms instead of waiting for the channel.\n\nWould you like me to fix the first two?",
      )
      .prompt(
        "Yes fix 1 and 2. For 3: we never sleep in tests here, use the fake clock from internal/clock. Fix that too.",
      )
      .edited("/home/sam/ledger/internal/post/post.go", "db.Begin()", "db.BeginTx(ctx, nil)")
      .edited(
        "/home/sam/ledger/internal/post/post_test.go",
        "time.Sleep(200 * time.Millisecond)",
        "clk.Advance(time.Second)",
      )
      .ran(
        "go test ./internal/post/...",
        "--- FAIL: TestPostCancelled (0.00s)\n    post_test.go:58: got nil, want context.Canceled\nFAIL\tledger/internal/post\t0.021s",
        1,
      )
      .said(
        "The new test fails because `Rollback` after a cancelled context returns `sql.ErrTxDone`, which we swallow. I'll return the context's error instead.",
      )
      .edited("/home/sam/ledger/internal/post/post.go", "return err", "return errors.Join(ctx.Err(), err)")
      .ran("go test ./internal/post/...", "ok  \tledger/internal/post\t0.019s")
      .said(
        "All three are fixed: the transaction follows the request's context, commit errors are returned, and the test uses the fake clock.\n\nFollow-ups:\n- `Reverse` in `internal/post/reverse.go` has the same problem with `db.Begin()`; I left it as it is not part of this branch.",
      )
      .prompt("Good. Let's do that later, in a separate PR.")
      .said("Okay.");
  },
  keep: [
    {
      kind: "preference",
      type: "semantic",
      words: ["never sleep in tests", "fake clock"],
      importance: [6, 9],
    },
    { kind: "intention", type: "prospective", words: ["reverse.go", "db.Begin()"], importance: [4, 8] },
    { kind: "outcome", words: ["post.go", "transaction follows"], importance: [3, 7] },
  ],
  may: [
    { kind: "fix", words: ["ErrTxDone"] },
    { kind: "outcome", words: ["post.go"] },
  ],
  never: ["be strict"],
});

export default session;
