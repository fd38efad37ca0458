import { type LabelledSession, labelled } from "../session.ts";

/** A build that fails in CI only, and what comes of it. */
const session: LabelledSession = labelled({
  name: "cargo-workspace",
  held: true,
  project: "/home/lev/index",
  talk: (t) => {
    t.prompt("CI is red on main, locally everything compiles")
      .ran("gh run view --log-failed", "error[E0658]: use of unstable library feature 'let_chains'")
      .said(
        "CI compiles with the toolchain from `rust-toolchain.toml`, which your shell overrides with `RUSTUP_TOOLCHAIN=nightly`.",
      )
      .edited(
        "/home/lev/index/src/query.rs",
        "if let Some(a) = x && let Some(b) = y",
        "if let (Some(a), Some(b)) = (x, y)",
      )
      .ran("RUSTUP_TOOLCHAIN=1.78 cargo build", "Finished dev")
      .said(
        "It compiles with 1.78. The code used let chains, which are only stable from 1.88 on in the 2024 edition; I rewrote the condition.",
      )
      .prompt("ok. msrv stays 1.78 until Debian 13 is out, customers build from source")
      .said("Then I'd add a check with `cargo msrv verify` to CI.")
      .prompt("good idea, do that")
      .edited("/home/lev/index/.github/workflows/ci.yml", "jobs:", "jobs:\n  msrv:")
      .said("Added a job `msrv`.")
      .prompt("what's an orphan rule again?")
      .said("You may implement a trait for a type only if one of both is yours.");
  },
  keep: [
    { kind: "fix", words: ["let chains"] },
    { kind: ["decision", "learning", "preference", "intention"], words: ["1.78", "Debian"] },
  ],
  may: [
    { kind: "outcome", words: ["msrv|query"] },
    { kind: "decision", words: ["msrv"] },
    { kind: "command", words: ["RUSTUP"] },
    { kind: "learning", words: ["toolchain"] },
  ],
  never: ["implement a trait"],
});

export default session;
