import { type LabelledSession, labelled } from "../../../session.ts";

/** Review of a pull request that rotates certificates without a restart; Go and C++ services, then its last part is written together. */
const session: LabelledSession = labelled({
  name: "mtls-rotation-review",
  project: "/home/wanjiru/edge-mesh",
  talk: (t) => {
    t.prompt(
      "review PR 612 pls (cert rotation w/o restart). im the owner of the mesh lib, author is new, so be thorough and kind. only comments, no commits on his branch",
    )
      .ran(
        "gh pr diff 612 --name-only",
        "mesh/tls/reload.go\nmesh/tls/reload_test.go\nmesh/server.go\nsidecar/src/tls_ctx.cc\ndocs/rotation.md",
      )
      .ran(
        "gh pr checkout 612 && git log --oneline main..HEAD",
        "4b7ff0e docs\n9c8d7a1 sidecar reloads on SIGHUP\n1a2c3d4 reload certificates when files change",
      )
      .read(
        "/home/wanjiru/edge-mesh/mesh/tls/reload.go",
        "func (r *Reloader) watch() {\n\tw, _ := fsnotify.NewWatcher()\n\tw.Add(r.certPath)\n\tfor ev := range w.Events {\n\t\tif ev.Op&fsnotify.Write != 0 {\n\t\t\tr.load()\n\t\t}\n\t}\n}\n\nfunc (r *Reloader) load() {\n\tc, err := tls.LoadX509KeyPair(r.certPath, r.keyPath)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tr.cert = &c\n}",
      )
      .read(
        "/home/wanjiru/edge-mesh/sidecar/src/tls_ctx.cc",
        "void OnHup(int) {\n  SSL_CTX *fresh = BuildCtx();\n  std::swap(g_ctx, fresh);\n  SSL_CTX_free(fresh);\n}",
      )
      .said(
        "Findings on PR 612, by weight:\n\n1. **`reload.go`: watches the file, not the directory.** Kubernetes mounts secrets through a `..data` symlink that is swapped; the watch on the file sees one REMOVE and then nothing, so the first rotation works and the second doesn't.\n2. **`reload.go`: `log.Fatal` when loading fails.** A half-written pair takes the server down.\n3. **`reload.go`: `r.cert` is written without a lock**, a data race with `GetCertificate`.\n4. **`tls_ctx.cc`: work inside a signal handler.** `BuildCtx` allocates; that isn't async-signal-safe.\n5. Docs are good.",
      )
      .prompt("4: sidecar uses signalfd, OnHup is called from the loop, not as handler. see main.cc")
      .called("Grep", { pattern: "signalfd|OnHup", path: "sidecar/src" })
      .gave(
        "sidecar/src/main.cc:61:  int fd = signalfd(-1, &mask, SFD_CLOEXEC);\nsidecar/src/main.cc:88:    if (si.ssi_signo == SIGHUP) OnHup(0);",
      )
      .said(
        "You're right, `main.cc:88` calls it from the loop, so 4 falls away. `SSL_CTX_free` there is fine too, as connections hold their own reference.",
      )
      .prompt(
        "ok. 1 is real, had that in 2024 with another lib. 2: whats the right behaviour, keep the old cert and...?",
      )
      .said(
        "Keep the old pair, log an error, raise a gauge `mesh_tls_reload_failed`, try again at the next event and every minute. When the old one expires, handshakes fail anyway, so there is nothing to gain from exiting early.",
      )
      .prompt(
        'agreed. but a gauge with the expiry timestamp is better than a failed flag, ops alert on "expires in < 72h" for everything already',
      )
      .said("Then `mesh_tls_cert_not_after_seconds`, in unix time. I'll suggest that in the comment.")
      .prompt(
        "and polling instead of fsnotify? we poll the config every 30s as well, it would be 20 lines less. or is polling ugly",
      )
      .said(
        "Polling is better here, I think:\n\n- works with symlink swaps, NFS and bind mounts alike\n- no watcher to lose\n- 30 s are nothing against a lifetime of 24 h with renewal at two thirds\n\nCompare the content's hash rather than mtime, because the kubelet may keep mtimes on re-projection.",
      )
      .prompt("sold. polling, 30s, content hash")
      .prompt("write the review. tone: what's good first. ask instead of order")
      .ran(
        "gh pr review 612 --comment -F /tmp/review.md",
        "GraphQL: Review cannot be submitted: pending review by the same user exists (addPullRequestReview)",
        1,
      )
      .ran(
        "gh api repos/{owner}/{repo}/pulls/612/reviews --jq '.[] | select(.state==\"PENDING\") | .id'",
        "2208117",
      )
      .said("There is a pending review of yours (2208117) with no comments in it. Shall I discard it?")
      .prompt("yes thats a leftover from my phone")
      .ran(
        "gh api -X DELETE repos/{owner}/{repo}/pulls/612/reviews/2208117 --silent && gh pr review 612 --comment -F /tmp/review.md",
        "",
      )
      .said("The review is posted.")
      .wait(180)
      .prompt(
        "he answered, he'd like us to do the go part together on his branch and is ok with pushes. so now commits are fine. polling then",
      )
      .edited(
        "/home/wanjiru/edge-mesh/mesh/tls/reload.go",
        "func (r *Reloader) watch() {",
        'func (r *Reloader) poll(every time.Duration) {\n\tfor range time.Tick(every) {\n\t\tif sum := r.sum(); sum != r.last {\n\t\t\tif err := r.load(); err != nil {\n\t\t\t\tslog.Error("certificate not reloaded", "err", err)\n\t\t\t\tcontinue\n\t\t\t}\n\t\t\tr.last = sum\n\t\t}\n\t}\n}',
      )
      .edited("/home/wanjiru/edge-mesh/mesh/tls/reload.go", "r.cert = &c", "r.cert.Store(&c)")
      .ran(
        "go test -race ./mesh/tls/",
        "--- FAIL: TestReloadTwice (3.02s)\n    reload_test.go:58: serial after second rotation: got 2, want 3\nFAIL",
        1,
      )
      .said("The second rotation isn't picked up. Curious, that is the bug polling should avoid.")
      .read(
        "/home/wanjiru/edge-mesh/mesh/tls/reload_test.go",
        "writePair(t, dir, serial(3))\ntime.Sleep(20 * time.Millisecond)\nhello := dial(t, addr)",
      )
      .thought(
        "Maybe the session is resumed: TLS 1.3 resumption hides the new certificate. dial uses shared ClientSessionCache.",
      )
      .ran(
        "go test -race -run TestReloadTwice -v ./mesh/tls/ 2>&1 | grep -i resum",
        "    reload_test.go:57: DidResume=true",
      )
      .said(
        "It isn't the poller: the client resumes its TLS session (`DidResume=true`), and a resumed session shows the peer certificate of the original handshake. The cause is the shared `ClientSessionCache` in `dial`; with a fresh cache per call the test sees serial 3. I changed `reload_test.go`.",
      )
      .edited(
        "/home/wanjiru/edge-mesh/mesh/tls/reload_test.go",
        "ClientSessionCache: shared",
        "ClientSessionCache: nil",
      )
      .ran("go test -race -count=50 ./mesh/tls/", "ok  \tedge-mesh/mesh/tls\t41.7s")
      .prompt(
        "wait, does that matter outside of tests? clients that resume with a server whose old cert got revoked?",
      )
      .said(
        "Yes: session tickets outlive the certificate, by default up to 7 days in Go. After a compromise, clients that resume never look at the new certificate. Rotating the ticket keys together with the certificate would close that.",
      )
      .prompt(
        "hmm. we do 24h certs so that we dont need revocation. tickets of 7 days defeat that. disable tickets in the mesh? cost?",
      )
      .said(
        "Full handshakes cost about 1 ms of CPU each (P-256). Your connections are long-lived; `mesh_handshakes_total` in staging shows 12 per second over all pods.",
      )
      .prompt(
        "12/s is nothing. SessionTicketsDisabled true, in mesh/server.go, separate PR by me so it gets its own changelog line",
      )
      .ran("git switch -c no-tickets main", "Switched to a new branch 'no-tickets'")
      .edited(
        "/home/wanjiru/edge-mesh/mesh/server.go",
        "MinVersion: tls.VersionTLS13,",
        "MinVersion: tls.VersionTLS13,\n\t\tSessionTicketsDisabled: true,",
      )
      .ran("go test ./mesh/...", "ok  \tedge-mesh/mesh\t2.1s\nok  \tedge-mesh/mesh/tls\t3.3s")
      .ran(
        "git commit -qam 'mesh: no session tickets' && git push -u origin no-tickets && gh pr create --fill",
        "https://git.example.org/edge/edge-mesh/pull/618",
      )
      .said(
        "PR 618 is open. The C++ sidecar has the same question: BoringSSL issues tickets by default (`SSL_OP_NO_TICKET` turns it off).",
      )
      .prompt(
        "sidecar belongs to the proxy team, i cant just change that. ill raise it in the sync on wednesday, put it in my notes",
      )
      .ran("echo '- sidecar: SSL_OP_NO_TICKET (see 618)' >> ~/notes/wednesday.md", "")
      .said("It's in your notes.")
      .prompt("back to 612, whats missing")
      .said("The gauge, and the docs still say inotify.")
      .ran("git switch -q pr-612", "")
      .edited(
        "/home/wanjiru/edge-mesh/mesh/tls/reload.go",
        "r.cert.Store(&c)",
        "r.cert.Store(&c)\n\tnotAfter.Set(float64(leaf.NotAfter.Unix()))",
      )
      .edited("/home/wanjiru/edge-mesh/docs/rotation.md", "uses inotify", "polls every 30 seconds")
      .ran(
        "golangci-lint run ./mesh/...",
        "mesh/tls/reload.go:44:14: SA1015: using time.Tick leaks the underlying ticker (staticcheck)",
        1,
      )
      .prompt(
        "oh the linter in ci is 1.5x, that check doesnt apply since go 1.23 anymore. we ignore SA1015 with a nolint and a reason, no blanket excludes in the config please",
      )
      .edited(
        "/home/wanjiru/edge-mesh/mesh/tls/reload.go",
        "for range time.Tick(every) {",
        "for range time.Tick(every) { //nolint:staticcheck // collected since Go 1.23",
      )
      .ran(
        "golangci-lint run ./mesh/... && git commit -qam 'Poll, keep the old pair, tell the expiry' && git push",
        "pr-612 -> feature/rotation",
      )
      .said(
        "Pushed to his branch. Certificates are now reloaded by polling, with the old pair kept on errors and the expiry exported.",
      )
      .prompt("approve it. nice words")
      .ran("gh pr review 612 --approve -b 'Lovely work, thank you for the patience.'", "")
      .prompt("👍 does he need to squash")
      .said("The repository is set to squash on merge, so no.")
      .prompt("ah yes. done here");
  },
  keep: [
    { kind: "learning", words: ["symlink", "..data|swaps|second doesn't"] },
    { kind: "decision", words: ["polling", "30s|30 s|content hash|better here"] },
    {
      kind: ["learning", "preference", "correction"],
      type: "semantic",
      words: ["expires in < 72h|gauge with the expiry"],
    },
    { kind: "fix", words: ["DidResume|resumes its TLS session|ClientSessionCache", "reload_test.go"] },
    { kind: "decision", words: ["SessionTicketsDisabled|disable tickets"] },
    { kind: "intention", type: "prospective", words: ["sync on wednesday"] },
    { kind: "preference", type: "semantic", words: ["no blanket excludes|nolint and a reason"] },
    { kind: "outcome", words: ["reloaded by polling|old pair kept"] },
  ],
  may: [
    { kind: ["correction", "learning"], type: "semantic", words: ["signalfd|from the loop"] },
    { kind: "learning", words: ["proxy team"] },
    { kind: "decision", words: ["Keep the old pair"] },
    { kind: "learning", words: ["session tickets outlive"] },
    { kind: "learning", words: ["24h certs"] },
    { kind: "preference", words: ["what's good first"] },
    { kind: "preference", words: ["be thorough and kind"] },
    { kind: "preference", words: ["own changelog line"] },
    { kind: "learning", words: ["mtimes"] },
    { kind: "learning", words: ["SSL_OP_NO_TICKET"] },
    { kind: "learning", words: ["since go 1.23"] },
    { kind: "learning", words: ["squash on merge"] },
    { kind: "outcome", words: ["618"] },
    { kind: "intention", words: ["docs still say inotify"] },
  ],
  never: [
    "async-signal-safe",
    "2208117",
    "leftover from my phone",
    "no commits on his branch",
    "mesh_tls_reload_failed",
    "Lovely work",
  ],
});

export default session;
