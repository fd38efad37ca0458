import { type LabelledSession, labelled } from "../session.ts";

/** A hang in a server; two guesses are wrong; Go. */
const session: LabelledSession = labelled({
  name: "grpc-deadlock",
  project: "/home/abe/broker",
  talk: (t) => {
    t.prompt("The broker hangs after some hours in production, no CPU. Goroutine dump is in dump.txt.")
      .ran("grep -c 'semacquire' dump.txt", "212")
      .said("212 goroutines wait on a mutex. I think it's the subscriber map, it is locked in many places.")
      .read("/home/abe/broker/sub.go", "func (s *Subs) Add() { s.mu.Lock(); defer s.mu.Unlock() }")
      .said("`Subs` always unlocks, so that was a wrong guess. Next: the stream writer.")
      .read(
        "/home/abe/broker/stream.go",
        "func (w *Writer) Send(m Msg) { w.mu.Lock(); w.ch <- m; w.mu.Unlock() }",
      )
      .ran(
        "go test -run TestSlowReader -timeout 10s ./...",
        "panic: test timed out after 10s\nrunning tests:\n\tTestSlowReader (10s)\nFAIL\tbroker\t10.02s",
        1,
      )
      .edited("/home/abe/broker/stream.go", "w.ch <- m", "select { case w.ch <- m: case <-w.done: }")
      .ran("go test -run TestSlowReader -timeout 10s ./...", "ok  \tbroker\t0.31s")
      .said(
        "Solved. `Send` held the mutex while it waited for a full channel, and the goroutine that drains the channel needs the same mutex to close, so a slow reader stopped everything. Sending gives up now when the stream is done.",
      )
      .prompt("impressive. ship it")
      .ran("git commit -am 'Do not hold the lock while sending' && git push", "main -> main")
      .said("Pushed.");
  },
  keep: [{ kind: "fix", words: ["mutex", "channel", "stream.go"], importance: [5, 9] }],
  may: [{ kind: "outcome", words: ["stream.go"] }],
  never: ["subscriber map"],
});

export default session;
