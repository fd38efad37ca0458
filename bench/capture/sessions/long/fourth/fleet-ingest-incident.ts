import { type LabelledSession, labelled } from "../../../session.ts";

/** An incident at night: ingestion of a fleet of trackers falls behind; Go, MQTT, Kubernetes, Timescale. */
const session: LabelledSession = labelled({
  name: "fleet-ingest-incident",
  held: true,
  project: "/home/ines/go/src/fleetd",
  talk: (t) => {
    t.prompt(
      `paged. we have this now, go

[FIRING] IngestLagHigh  severity=page  cluster=prod-eu
  ingest lag 17m32s (threshold 5m)
  devices connected: 38211
  runbook: https://wiki.example/rb/ingest-lag
  "Restart the consumers and wait ten minutes"
[FIRING] MemoryHigh  pod=ingest-3  92%`,
    )
      .ran(
        "kubectl -n ingest top pods",
        "NAME       CPU(cores)   MEMORY(bytes)\ningest-0   412m         1811Mi\ningest-1   398m         1790Mi\ningest-2   405m         1822Mi\ningest-3   3911m        7402Mi",
      )
      .ran(
        "kubectl -n ingest logs ingest-3 --tail=4",
        "03:11:20 WARN publish slow took=4.1s table=positions\n03:11:21 WARN publish slow took=4.4s table=positions\n03:11:24 WARN publish slow took=4.9s table=positions\n03:11:25 INFO batch flushed n=500",
      )
      .said(
        "The writes to Timescale take over four seconds, so the database is the bottleneck. Shall I look at locks and chunk sizes?",
      )
      .prompt("db cpu is at 8%. its not the db")
      .ran(
        "kubectl -n ingest exec ingest-3 -- curl -s localhost:6060/debug/pprof/goroutine?debug=1 | head -8",
        "goroutine profile: total 41288\n40911 @ 0x43e2c6 0x44f0b5 0x47c2d1 0x8a11f0\n#	0x47c2d0	sync.(*Mutex).Lock+0x30\n#	0x8a11ef	fleetd/internal/dedup.(*Seen).Check+0x4f		/src/internal/dedup/seen.go:38\n#	0x8b0201	fleetd/internal/ingest.(*Handler).OnMessage+0x121	/src/internal/ingest/handler.go:77",
      )
      .read(
        "/home/ines/go/src/fleetd/internal/dedup/seen.go",
        `    30	// Check tells whether msg was seen within ttl and forgets what is older.
    31	func (s *Seen) Check(m Message) bool {
    38		s.mu.Lock()
    39		defer s.mu.Unlock()
    40		for k, at := range s.seen {
    41			if m.Timestamp.Sub(at) > s.ttl {
    42				delete(s.seen, k)
    43			}
    44		}
    45		_, ok := s.seen[m.Key()]
    46		s.seen[m.Key()] = m.Timestamp
    47		return ok
    48	}`,
      )
      .said(
        "You're right, I withdraw that. 40,911 goroutines wait for the mutex of `dedup.Seen`; the slow publishes are a consequence. The map is swept on every message, under the lock, and something keeps it from shrinking.",
      )
      .prompt("stop the bleeding first. 12 replicas")
      .ran(
        "kubectl -n ingest scale sts/ingest --replicas=12",
        'Error from server (Forbidden): statefulsets.apps "ingest" is forbidden: User "ines@harbourline.example" cannot patch resource "statefulsets/scale" in the namespace "ingest"',
        1,
      )
      .ran(
        "ls cmd/; go run ./cmd/fleetctl scale --help | head -5",
        "fleetctl\nfleetd\nUsage: fleetctl scale <service> <n> --reason <text>\n  Needs an open incident (fleetctl incident open).",
      )
      .ran(
        'go run ./cmd/fleetctl incident open "ingest lag" && go run ./cmd/fleetctl scale ingest 12 --reason "ingest lag"',
        "INC-447 opened\ningest: 4 -> 12",
      )
      .said(
        "Twelve. On call can't scale with kubectl; it goes through `fleetctl incident open` and then `fleetctl scale ingest 12 --reason …`.",
      )
      .prompt(
        "and shed load. drop the qos0 telemetry at the broker. alarms never get dropped, whatever happens, theres ppl in those trucks",
      )
      .ran(
        "go run ./cmd/fleetctl shed --topic 'v/+/telemetry' --for 30m",
        "shedding v/+/telemetry until 03:49Z",
      )
      .ran("go run ./cmd/fleetctl lag", "ingest lag 14m02s (falling)")
      .said("Telemetry is shed for thirty minutes, `v/+/alarm` untouched. Lag is at 14 minutes and falling.")
      .prompt("ok. breathing. why now?? code didnt change in weeks")
      .ran(
        "kubectl -n ingest exec ingest-3 -- curl -s localhost:6060/debug/seen?sample=5",
        "size=6120344\n356938 fw=4.2.0 ts=1980-01-06T00:00:31Z\n356938 fw=4.2.0 ts=1980-01-06T00:00:32Z\n356112 fw=4.2.0 ts=1980-01-06T00:04:10Z\n358810 fw=4.1.7 ts=2026-03-02T03:14:58Z\n351001 fw=4.2.0 ts=1980-01-06T00:01:01Z",
      )
      .said(
        "Root cause: since firmware 4.2.0 trackers send messages before they have a GPS fix, stamped with 1980-01-06, the start of GPS time. `seen.go` expires by the message's own timestamp; one of those makes `m.Timestamp.Sub(at)` negative, so nothing is ever removed and six million entries are walked per message. The rollout of 4.2.0 started yesterday evening.",
      )
      .prompt(
        "jesus. ok real fix. receive time not device time. never trust a device clock for anything internal",
      )
      .edited(
        "/home/ines/go/src/fleetd/internal/dedup/seen.go",
        "if m.Timestamp.Sub(at) > s.ttl {",
        "if m.Received.Sub(at) > s.ttl {",
      )
      .edited(
        "/home/ines/go/src/fleetd/internal/dedup/seen.go",
        "s.seen[m.Key()] = m.Timestamp",
        "s.seen[m.Key()] = m.Received",
      )
      .edited(
        "/home/ines/go/src/fleetd/internal/dedup/seen.go",
        "for k, at := range s.seen {",
        "if m.Received.Sub(s.swept) < time.Second { goto check }\n\tfor k, at := range s.seen {",
      )
      .ran(
        "go test -race ./internal/dedup/...",
        "# fleetd/internal/dedup [fleetd/internal/dedup.test]\ninternal/dedup/seen.go:40:51: goto check jumps over variable declaration at line 47\nFAIL	fleetd/internal/dedup [build failed]",
        1,
      )
      .edited("/home/ines/go/src/fleetd/internal/dedup/seen.go", "{ goto check }", "{ return s.mark(m) }")
      .ran("go test -race ./internal/dedup/...", "ok  	fleetd/internal/dedup	1.912s")
      .said(
        "Passes with the race detector. Expiry uses the time of receipt, and the sweep runs once per second instead of per message.",
      )
      .prompt("add a test w/ 1980")
      .edited(
        "/home/ines/go/src/fleetd/internal/dedup/seen_test.go",
        "func TestTTL",
        "func TestClockBeforeFix(t *testing.T) {}\n\nfunc TestTTL",
      )
      .ran(
        "go test -race ./...",
        "ok  	fleetd/internal/dedup	1.930s\nok  	fleetd/internal/ingest	4.410s\nok  	fleetd/cmd/fleetctl	0.201s",
      )
      .prompt("ship. canary on rotterdam first, always rotterdam, its the smallest shard")
      .said("Building. I'll deploy to shard 3 (Rotterdam) and watch it for five minutes.")
      .interrupted()
      .prompt("NO. rotterdam is shard 7. 3 is valencia = the biggest")
      .ran("go run ./cmd/fleetctl deploy ingest --shard 7 --image 9f1c2aa", "shard 7: 9f1c2aa healthy (1/1)")
      .wait(5)
      .ran("go run ./cmd/fleetctl lag --shard 7", "shard 7 lag 0m03s  seen=11820")
      .said("Shard 7 is at three seconds of lag with 11,820 entries.")
      .prompt("all")
      .ran(
        "go run ./cmd/fleetctl deploy ingest --all --image 9f1c2aa",
        "shard 0..11: 9f1c2aa healthy (12/12)",
      )
      .ran("go run ./cmd/fleetctl lag", "ingest lag 0m04s")
      .said("All shards are healthy; lag is at four seconds.")
      .prompt("thank god. why is dedup in process at all and not redis")
      .called("Grep", { pattern: "dedup", path: "docs/adr", output_mode: "content" })
      .gave(
        "docs/adr/0009-dedup.md:5:Per-shard, in memory: devices are pinned to a shard, a network hop would double p50.",
      )
      .said(
        "ADR 0009: devices are pinned to a shard, and a hop to Redis would have doubled the median latency.",
      )
      .prompt("id still move it to redis… no. not deciding that at 4am")
      .prompt(
        "actions: i talk to jonas about 4.2, rollout paused til then. you do an alert on goroutines >5k",
      )
      .wrote(
        "/home/ines/go/src/fleetd/deploy/alerts/goroutines.yaml",
        '- alert: GoroutinesHigh\n  expr: go_goroutines{job="ingest"} > 5000\n  for: 2m',
      )
      .ran("promtool check rules deploy/alerts/goroutines.yaml", "  SUCCESS: 1 rules found")
      .said("The alert is in `deploy/alerts/goroutines.yaml`, 5,000 for two minutes.")
      .prompt(
        "the runbook is garbage too, restart made it worse last time bc everyone reconnects at once. and seen has no metrics. put both on the list for next sprint",
      )
      .said(
        "I've added neither yet; both are for next sprint: rewrite the ingest-lag runbook, and export the size of `Seen` as a metric.",
      )
      .prompt("timeline for the postmortem, short")
      .wrote(
        "/home/ines/go/src/fleetd/docs/postmortems/INC-447.md",
        "# INC-447\n\n- 03:09 page\n- 03:16 scaled to 12\n- 03:19 telemetry shed\n- 03:41 fix on shard 7\n- 03:52 all shards",
      )
      .said("Timeline is in `docs/postmortems/INC-447.md`.")
      .prompt("ok bed. 2h till kids wake up");
  },
  keep: [
    { kind: ["fix", "learning"], words: ["1980", "seen.go|4.2.0"] },
    { kind: ["command", "learning"], words: ["fleetctl scale"] },
    { kind: ["preference", "decision"], words: ["alarms never get dropped"] },
    { kind: "preference", type: "semantic", words: ["never trust a device clock"] },
    { kind: "preference", type: "semantic", words: ["canary on rotterdam"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["rotterdam is shard 7"] },
    { kind: "intention", type: "prospective", words: ["next sprint", "runbook"] },
    { kind: ["intention", "decision"], words: ["jonas"] },
  ],
  may: [
    { kind: ["correction", "learning"], words: ["its not the db|I withdraw that"] },
    { kind: ["learning", "decision"], words: ["pinned to a shard"] },
    { kind: ["fix", "outcome"], words: ["Expiry uses the time of receipt"] },
    { kind: ["outcome"], words: ["goroutines.yaml|INC-447"] },
    { kind: ["learning"], words: ["everyone reconnects"] },
    { kind: ["fix"], words: ["dedup.Seen"] },
  ],
  never: [
    "database is the bottleneck",
    "shard 3 (Rotterdam)",
    "still move it to redis",
    "wait ten minutes",
    "kids wake up",
    "goto check",
  ],
});

export default session;
