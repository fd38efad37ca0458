import { type LabelledSession, labelled } from "../session.ts";

/** A long session that was compacted on the way; Rust. */
const session: LabelledSession = labelled({
  name: "rust-compacted",
  project: "/home/per/indexer",
  talk: (t) => {
    t.compacted(
      '1. Primary Request and Intent:\n   The user wants the indexer to resume after a crash.\n\n2. Key Technical Concepts:\n   - Rust, sled, tokio\n\n3. Files and Code Sections:\n   - src/checkpoint.rs\n     - Why: holds the position\n\n4. Errors and fixes:\n   - sled refused to open the database twice in one process: the tests share a handle through a OnceLock now.\n\n5. Key decisions:\n   - Checkpoints are written every 1,000 documents instead of every second, so that a replay is the same each time.\n\n6. All user messages:\n   - "make it resume"\n   - "always use nightly"\n\n7. Pending Tasks:\n   - Compact the checkpoint file on start; it only grows at the moment.\n\n8. Current Work:\n   Writing tests.',
    )
      .prompt("go on with the tests for resuming")
      .wrote("/home/per/indexer/tests/resume.rs", "#[test] fn resumes() {}")
      .ran(
        "cargo test --test resume",
        "error[E0433]: failed to resolve: use of undeclared crate or module `tempfile`\n --> tests/resume.rs:1:5",
        101,
      )
      .ran("cargo add --dev tempfile", "      Adding tempfile v3.10 to dev-dependencies")
      .ran(
        "cargo test --test resume",
        "thread 'resumes' panicked at tests/resume.rs:22:5:\nassertion `left == right` failed\n  left: 2000\n right: 1999",
        101,
      )
      .said(
        "The last document before the crash is indexed twice. Let me look at when the position is written.",
      )
      .read(
        "/home/per/indexer/src/checkpoint.rs",
        "pub fn commit(&mut self) { self.pos += 1; self.write(); }",
      )
      .edited(
        "/home/per/indexer/src/checkpoint.rs",
        "self.pos += 1; self.write();",
        "self.write(); self.pos += 1;",
      )
      .ran(
        "cargo test --test resume",
        "thread 'resumes' panicked at tests/resume.rs:22:5:\nassertion `left == right` failed\n  left: 1998\n right: 1999",
        101,
      )
      .said(
        "Swapping the order was wrong, it only moves the error by one in the other direction. The position has to be that of the next document, written after the index is flushed.",
      )
      .edited(
        "/home/per/indexer/src/checkpoint.rs",
        "self.write(); self.pos += 1;",
        "self.index.flush()?; self.write(self.pos + 1);",
      )
      .ran("cargo test --test resume", "test resumes ... ok\n\ntest result: ok. 1 passed; 0 failed")
      .said(
        "Resuming works and is tested. The bug was that the checkpoint was written before the index was flushed, so the last document was replayed after a crash. I fixed it by flushing first and storing the position of the next document.",
      );
  },
  keep: [
    {
      kind: "fix",
      words: ["checkpoint was written before the index was flushed", "checkpoint.rs"],
      importance: [6, 9],
    },
    { kind: "summary", words: ["sled refused", "OnceLock"], importance: [4, 8] },
    { kind: "summary", words: ["1,000 documents", "replay"], importance: [4, 8] },
    { kind: "summary", type: "prospective", words: ["Compact the checkpoint file"], importance: [4, 8] },
  ],
  never: ["always use nightly", "Swapping the order", "make it resume"],
});

export default session;
