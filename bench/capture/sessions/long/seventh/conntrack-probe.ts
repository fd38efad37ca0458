import { type LabelledSession, labelled } from "../../../session.ts";

/** An eBPF agent that watches connections: verifier refusals, kernels of customers, a map that overflows; Rust with aya. */
const session: LabelledSession = labelled({
  name: "conntrack-probe",
  project: "/home/jun/netwitness",
  talk: (t) => {
    t.prompt(
      "need per-connection byte counts in the agent. tcp only, v4+v6. there is already a kprobe on tcp_connect for the pid. go",
    )
      .said("I'll look at the existing probe and the maps before I add anything.")
      .read(
        "/home/jun/netwitness/agent-ebpf/src/main.rs",
        "#[kprobe]\npub fn tcp_connect(ctx: ProbeContext) -> u32 { ... }\n\n#[map]\nstatic CONNS: HashMap<ConnKey, ConnInfo> = HashMap::with_max_entries(8192, 0);",
      )
      .read(
        "/home/jun/netwitness/agent/src/main.rs",
        'let mut bpf = Ebpf::load(include_bytes_aligned!("../../target/bpf/agent"))?;',
      )
      .said(
        "Two places could count: kprobes on `tcp_sendmsg`/`tcp_cleanup_rbuf`, or the `sock:inet_sock_set_state` tracepoint reading `bytes_acked` and `bytes_received` from `tcp_sock` when a connection closes.",
      )
      .prompt("which one")
      .said(
        "The kprobes fire for every call, so some 200k/s on a busy proxy; the tracepoint fires a handful of times per connection. But with the tracepoint alone, long-lived connections show nothing until they close. I'd combine: the tracepoint at the end, plus an iterator (`iter/tcp`) every 10 s for those that are open.",
      )
      .prompt("iter/tcp is 5.9+. our oldest customer is on rhel 8, 4.18 with backports. no iter there")
      .said(
        "Then for the open ones the agent can ask over netlink: `SOCK_DIAG` with `INET_DIAG_INFO` returns the same `tcp_info` counters, on any kernel since 3.x.",
      )
      .prompt(
        "good, sock_diag for the open ones, tracepoint for the end. no kprobes in the data path, ever. the perf guys measured us at 4% in spring and it nearly cost us the deal",
      )
      .wrote(
        "/home/jun/netwitness/agent-ebpf/src/close.rs",
        "#[tracepoint]\npub fn set_state(ctx: TracePointContext) -> u32 {\n    match try_set_state(ctx) { Ok(v) => v, Err(_) => 0 }\n}\n",
      )
      .ran(
        "cargo xtask build-ebpf",
        "error: failed to run `rustc` to learn about target-specific information\nerror: the `-Z` flag is only accepted on the nightly channel of Cargo",
        1,
      )
      .ran(
        "rustup toolchain list",
        "stable-x86_64-unknown-linux-gnu (default)\nnightly-2026-08-14-x86_64-unknown-linux-gnu\nnightly-2026-11-20-x86_64-unknown-linux-gnu",
      )
      .ran(
        "cargo +nightly-2026-11-20 xtask build-ebpf",
        "error: linking with `bpf-linker` failed: exit status: 1\n  = note: LLVM ERROR: Invalid bitcode signature (producer: 'LLVM22.1', reader: 'LLVM 21.1')",
        1,
      )
      .said("The linker is older than the nightly's LLVM. I'll try the August one.")
      .ran(
        "cargo +nightly-2026-08-14 xtask build-ebpf",
        "Finished `release` profile [optimized] target(s) in 6.91s",
      )
      .said(
        "It builds with `cargo +nightly-2026-08-14 xtask build-ebpf`: bpf-linker 0.9.15 is linked against LLVM 21, and newer nightlies emit LLVM 22 bitcode.",
      )
      .prompt(
        "yeah known. keep august until bpf-linker catches up. put it in rust-toolchain of the ebpf crate pls",
      )
      .wrote(
        "/home/jun/netwitness/agent-ebpf/rust-toolchain.toml",
        '[toolchain]\nchannel = "nightly-2026-08-14"\ncomponents = ["rust-src"]\n',
      )
      .ran(
        "sudo ./target/release/agent --once",
        "Error: the BPF_PROG_LOAD syscall failed. Verifier output: 41: (79) r3 = *(u64 *)(r1 +1784)\nR1 invalid mem access 'scalar'\nprocessed 39 insns (limit 1000000)",
        1,
      )
      .thought(
        "skaddr from tracepoint is a scalar; need bpf_probe_read_kernel. Also offset 1784 hard coded: CO-RE needed.",
      )
      .said(
        "The tracepoint hands `skaddr` over as a plain number, so the verifier won't let us dereference it. It has to go through `bpf_probe_read_kernel`.",
      )
      .edited(
        "/home/jun/netwitness/agent-ebpf/src/close.rs",
        "let acked = (*tp).bytes_acked;",
        "let acked = bpf_probe_read_kernel(&raw const (*tp).bytes_acked)?;",
      )
      .ran(
        "cargo xtask build-ebpf && sudo ./target/release/agent --once",
        "loaded 2 programs\n10.0.4.7:51522 -> 10.0.9.1:5432 tx=18211 rx=990122",
      )
      .said("It loads and counts here (6.8). Now a RHEL 8 kernel in a VM.")
      .ran(
        "vng -r ./kernels/rhel8-4.18.0-553 -- sudo ./target/release/agent --once",
        "10.0.2.15:44210 -> 10.0.2.2:8080 tx=13835058055282163712 rx=4294967297",
      )
      .said(
        "Nonsense numbers. The offset of `bytes_acked` in `tcp_sock` is compiled in from my 6.8 headers (1784), and on 4.18 it lies elsewhere. aya doesn't emit CO-RE relocations from Rust, so field offsets aren't adjusted at load time.",
      )
      .prompt(
        "right, thats the big wart. two options then: the offsets from btf in userspace, passed as globals. or the ebpf part in C with clang and vmlinux.h and aya only loads it. what do you think, honestly",
      )
      .said(
        "Honestly, for this probe C is the better way:\n\n| | offsets from BTF | C with CO-RE |\n|---|---|---|\n| own code | BTF lookup, ~150 lines | none |\n| new field | three places | one line |\n| build | rust only | clang in CI |\n\nRHEL 8.2 and later ship BTF, so both work there. I would move only the new program to C and leave `tcp_connect`, which reads nothing from structs.",
      )
      .prompt("ok. C for the new one. sad but ok")
      .wrote(
        "/home/jun/netwitness/agent-ebpf-c/close.bpf.c",
        'SEC("tracepoint/sock/inet_sock_set_state")\nint set_state(struct trace_event_raw_inet_sock_set_state *ctx) {\n  struct tcp_sock *tp = (struct tcp_sock *)ctx->skaddr;\n  __u64 acked = BPF_CORE_READ(tp, bytes_acked);\n  return 0;\n}\n',
      )
      .ran(
        "git rm -q --cached agent-ebpf/src/close.rs; rm agent-ebpf/src/close.rs; cargo xtask build-ebpf",
        "Finished `release` profile in 7.2s\n  clang -O2 -g -target bpf agent-ebpf-c/close.bpf.c",
      )
      .ran(
        "for k in kernels/*; do vng -r $k -- sudo ./target/release/agent --once | tail -1; done",
        "rhel8-4.18.0-553: 10.0.2.15:44290 -> 10.0.2.2:8080 tx=78 rx=1204\nubuntu-5.15: 10.0.2.15:51002 -> 10.0.2.2:8080 tx=78 rx=1204\nmainline-6.17: 10.0.2.15:39914 -> 10.0.2.2:8080 tx=78 rx=1204",
      )
      .said("The same counts on 4.18, 5.15 and 6.17.")
      .prompt("😍 now load. tools/flood at 20k conn/s for a minute, compare with ss")
      .ran(
        "./tools/flood --rate 20000 --secs 60 & sudo ./target/release/agent --secs 60 --stats",
        "opened 1199871\nclosed seen 1199871\nwith pid 641022\nwithout pid 558849",
      )
      .said(
        "All closes are seen, but almost half have no pid: `CONNS` holds 8,192 entries, and inserts fail silently when it is full. I'd make it 65,536.",
      )
      .prompt(
        "thats not why. the entries never get deleted, look at who removes from CONNS. bigger just means it fills later",
      )
      .called("Grep", { pattern: "CONNS\\.", path: "agent-ebpf/src" })
      .gave("agent-ebpf/src/main.rs:58:    CONNS.insert(&key, &info, 0).ok();")
      .said(
        "You're right: nothing ever removes from `CONNS`, there is one insert in `main.rs:58` and no delete; userspace used to clear the map each minute until the old exporter was removed. I'll delete the entry at close in `close.bpf.c`, and make it an LRU map for connections whose close we miss.",
      )
      .edited(
        "/home/jun/netwitness/agent-ebpf-c/close.bpf.c",
        "  return 0;",
        "  bpf_map_delete_elem(&CONNS, &key);\n  return 0;",
      )
      .edited(
        "/home/jun/netwitness/agent-ebpf/src/main.rs",
        "HashMap::with_max_entries(8192, 0)",
        "LruHashMap::pinned(8192, 0)",
      )
      .ran(
        "./tools/flood --rate 20000 --secs 60 & sudo ./target/release/agent --secs 60 --stats",
        "opened 1199902\nclosed seen 1199902\nwith pid 1199902\nwithout pid 0",
      )
      .said("Every connection has its pid now.")
      .prompt("cpu?")
      .ran(
        "perf stat -e task-clock -p $(pidof agent) -- sleep 20",
        "    61.20 msec task-clock  #  0.003 CPUs utilized",
      )
      .said("0.3 % of one core at 20k connections per second.")
      .prompt("sell that to the perf guys :) ok what about udp")
      .said("UDP has no state changes, so it would need hooks per packet. I'd keep it out of this change.")
      .prompt(
        "agreed, dont. someone asks for it every quarter, answer stays no until cgroup/skb counters are allowed by customers",
      )
      .prompt("commit in two, C build first. squash nothing")
      .ran(
        "git add agent-ebpf-c xtask && git commit -qm 'Build BPF programs in C' && git add -A && git commit -qm 'Bytes per connection' && git log --oneline -2",
        "f10bb27 Bytes per connection\n3ad0c91 Build BPF programs in C",
      )
      .said(
        "Bytes per connection are in: `agent-ebpf-c/close.bpf.c` counts at close, `agent/src/diag.rs` polls open connections over `SOCK_DIAG` every 10 s. IPv6 is covered by the same code; I couldn't test IPv6 in the VMs, because virtme-ng's user network is v4 only.",
      )
      .prompt("ok i'll test v6 in the lab thursday, remind me if i dont report back")
      .said("I will.");
  },
  keep: [
    { kind: ["learning", "correction"], type: "semantic", words: ["rhel 8", "4.18"] },
    { kind: "decision", words: ["sock_diag for the open ones"] },
    { kind: "preference", type: "semantic", words: ["no kprobes in the data path"] },
    {
      kind: ["command", "learning", "fix", "decision"],
      words: ["nightly-2026-08-14|keep august", "bpf-linker"],
    },
    { kind: ["learning", "fix"], words: ["CO-RE", "offset"] },
    { kind: "decision", words: ["C for the new one|move only the new program to C"] },
    { kind: ["fix", "correction"], words: ["CONNS", "never get deleted|nothing ever removes"] },
    { kind: "decision", words: ["until cgroup/skb|hooks per packet"] },
    { kind: "intention", type: "prospective", words: ["v6 in the lab"] },
  ],
  may: [
    { kind: "outcome", words: ["Bytes per connection"] },
    { kind: "fix", words: ["bpf_probe_read_kernel"] },
    { kind: "learning", words: ["perf guys"] },
    { kind: "learning", words: ["virtme-ng"] },
    { kind: "learning", words: ["RHEL 8.2"] },
    { kind: "command", words: ["vng -r"] },
    { kind: "decision", words: ["LRU"] },
    { kind: "preference", words: ["squash nothing"] },
    { kind: "learning", words: ["0.3 %"] },
    { kind: "intention", words: ["IPv6"] },
    { kind: "learning", words: ["SOCK_DIAG"] },
  ],
  never: ["make it 65,536", "I'd combine", "sell that", "sad but ok", "13835058055282163712"],
});

export default session;
