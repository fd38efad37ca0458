import { type LabelledSession, labelled } from "../../../session.ts";

/** A gateway gets quotas for its partners; Rust, axum, Redis; a subagent looks at the callers. */
const session: LabelledSession = labelled({
  name: "partner-quotas",
  project: "/home/jakub/edge",
  talk: (t) => {
    t.prompt(
      "partner gw needs quotas. atm everybody can hammer us, last tuesday Fernhill's nightly sync took the whole catalogue down. per partner limit per min, configurable w/o deploy. axum + redis. plan first?",
    )
      .said("I'll have a subagent collect how partners call us today, while I read the gateway.")
      .called("Task", {
        subagent_type: "Explore",
        description: "Partner traffic",
        prompt:
          "Find out which routes partners use and how they authenticate in this repository, and what the access logs in logs/sample say about rates.",
      })
      .gave(
        "Partners authenticate with mTLS in crates/auth, the partner's id is the CN of the certificate. In logs/sample 11 partners; fernhill peaks at 2,900 requests a minute, all others are below 300. 84% of fernhill's calls are GET /v1/items/{id}, one by one.",
      )
      .read(
        "/home/jakub/edge/crates/gateway/src/main.rs",
        '#[tokio::main]\nasync fn main() -> anyhow::Result<()> {\n    let app = Router::new()\n        .nest("/v1", v1::routes())\n        .layer(auth::layer())\n        .layer(TraceLayer::new_for_http());\n    …\n}',
      )
      .said(
        "Where we stand:\n\n- partners are told apart by the CN of their client certificate\n- 11 partners, Fernhill peaks at **2,900/min**, everybody else is below 300/min\n- most of Fernhill's calls fetch items one by one\n\nPlan:\n1. a `tower` layer behind `auth::layer()`\n2. counters in Redis\n3. limits in Redis as well, reloaded every 30 s\n4. 429 with `Retry-After`\n\nQuestion: fixed window or sliding?",
      )
      .prompt(
        "cn of the cert: careful, Ostara has two certs with different CNs (ostara-eu, ostara-us), one contract. theres a mapping in partners.toml",
      )
      .read(
        "/home/jakub/edge/partners.toml",
        '[[partner]]\nid = "fernhill"\ncns = ["fernhill"]\n\n[[partner]]\nid = "ostara"\ncns = ["ostara-eu", "ostara-us"]',
      )
      .said("Good that you mention it; I'll count by the `id` of partners.toml.")
      .prompt(
        "sliding/fixed: whatever is less code. no wait. fixed lets them do double at the edge of the minute and that's exactly what fernhill's client does, it fires at :00",
      )
      .said(
        "Then GCRA: one key for each partner, one Lua script, no edges, and `Retry-After` falls out of it. It's about as much code as a fixed window.",
      )
      .prompt("gcra it is")
      .wrote(
        "/home/jakub/edge/crates/quota/src/lib.rs",
        "pub struct QuotaLayer { … }\n\nimpl<S> Layer<S> for QuotaLayer { … }",
      )
      .wrote(
        "/home/jakub/edge/crates/quota/src/gcra.lua",
        "local tat = tonumber(redis.call('GET', KEYS[1]) or '0')\n…",
      )
      .wrote(
        "/home/jakub/edge/crates/quota/Cargo.toml",
        '[package]\nname = "quota"\nedition = "2021"\n\n[dependencies]\nredis = { version = "0.25", features = ["tokio-comp", "script"] }',
      )
      .ran(
        "cargo build -p quota",
        "error: failed to select a version for `redis`.\n    ... required by package `quota v0.1.0 (/home/jakub/edge/crates/quota)`\nversions that meet the requirements `^0.25` are: 0.25.4\n\nthe package `quota` depends on `redis`, with features: `tokio-comp` but it conflicts with vendored sources: directory `/home/jakub/edge/vendor`",
        101,
      )
      .prompt(
        "everything is vendored. cargo vendor isnt enough, the licence check needs it too → `just vendor redis`",
      )
      .ran("just vendor redis", "vendored redis 0.25.4 (+6)\nlicences ok\nupdated vendor/ and deny.lock")
      .ran(
        "cargo build -p quota",
        "   Compiling redis v0.25.4\n   Compiling quota v0.1.0\n    Finished `dev` profile in 14.22s",
      )
      .said("Builds. Now what should happen if Redis is down: let everybody through, or nobody?")
      .prompt(
        "let through. partners are paying, a broken limiter must never cost us an order. but log + metric",
      )
      .edited(
        "/home/jakub/edge/crates/quota/src/lib.rs",
        "Err(e) => return Err(e.into()),",
        'Err(e) => {\n            metrics::counter!("quota_redis_errors").increment(1);\n            tracing::warn!(error = %e, "quota skipped");\n        }',
      )
      .wrote(
        "/home/jakub/edge/crates/quota/tests/gcra.rs",
        "#[tokio::test]\nasync fn burst_then_steady() { … }",
      )
      .ran(
        "cargo test -p quota",
        "running 5 tests\ntest allows_within_limit ... ok\ntest burst_then_steady ... FAILED\ntest ostara_shares_one ... ok\n\nthread 'burst_then_steady' panicked at crates/quota/tests/gcra.rs:41:5:\nassertion `left == right` failed\n  left: 118\n right: 120",
        101,
      )
      .thought("Off by 2 in 120: time. Lua uses redis TIME, seconds truncated?")
      .said(
        "The script takes `redis.call('TIME')[1]`, which is whole seconds, so up to a second of allowance gets lost at each request. Microseconds are in `[2]`.",
      )
      .edited(
        "/home/jakub/edge/crates/quota/src/gcra.lua",
        "local now = tonumber(redis.call('TIME')[1])",
        "local time = redis.call('TIME')\nlocal now = tonumber(time[1]) * 1e6 + tonumber(time[2])",
      )
      .ran("cargo test -p quota", "running 5 tests\n.....\ntest result: ok. 5 passed; 0 failed")
      .said("5 of 5.")
      .prompt("which redis will it use? not the session one i hope")
      .said("`REDIS_URL`, the one that exists. Is that the session one?")
      .prompt(
        "it is, and it has allkeys-lru, your keys would get evicted under load. take REDIS_COUNTERS_URL, noeviction. infra set that up for the stock counters",
      )
      .edited(
        "/home/jakub/edge/crates/gateway/src/config.rs",
        'quota_redis: env("REDIS_URL")?',
        'quota_redis: env("REDIS_COUNTERS_URL")?',
      )
      .said("Changed to `REDIS_COUNTERS_URL`.")
      .prompt(
        "limits: default 600/min. fernhill 1500 till they use the batch endpoint, i have a call with them on the 12th. ostara 900",
      )
      .wrote(
        "/home/jakub/edge/ops/quota-seed.sh",
        "redis-cli -u $REDIS_COUNTERS_URL hset quota:limits default 600 fernhill 1500 ostara 900",
      )
      .said("Seeded by `ops/quota-seed.sh`. Changes are picked up within 30 seconds.")
      .prompt("do we count OPTIONS and health? shouldnt")
      .edited(
        "/home/jakub/edge/crates/quota/src/lib.rs",
        "let partner =",
        'if req.method() == Method::OPTIONS || req.uri().path() == "/healthz" {\n            return self.inner.call(req).await;\n        }\n        let partner =',
      )
      .said("Neither counts now.")
      .prompt("load test it, oha, 3000/min as fernhill, staging cert is in ~/certs")
      .ran(
        "oha -q 50 -z 60s --cert ~/certs/fernhill-stg.pem --key ~/certs/fernhill-stg.key https://gw.stg.edge.example/v1/items/1",
        "Error: error sending request: connection closed before message completed\n\nCaused by: tls handshake eof",
        1,
      )
      .prompt("staging only does tls from the vpn subnet, ssh jump01 and run there")
      .ran(
        "ssh jump01 'oha -q 50 -z 60s --cert certs/fernhill-stg.pem --key certs/fernhill-stg.key https://gw.stg.edge.example/v1/items/1'",
        "Status code distribution:\n  [200] 1524 responses\n  [429] 1476 responses\n\nLatency p99: 18.2 ms",
      )
      .said(
        "1,524 of 3,000 came through in a minute, the others got a 429: the limit holds. The layer itself costs about 0.6 ms.",
      )
      .prompt("shadow mode first?")
      .said("It would be easy: count and log, but never answer 429, by an env variable. Do you want it?")
      .prompt(
        "nah. tell partners and go. actually hm, legal: contracts say 10 working days notice for changes of limits. so shadow it is, 10 days, enforce from the 18th",
      )
      .edited("/home/jakub/edge/crates/quota/src/lib.rs", "if !allowed {", "if !allowed && self.enforce {")
      .ran("cargo test --workspace", "test result: ok. 231 passed; 0 failed; 2 ignored")
      .said(
        "`QUOTA_ENFORCE` is off by default; in shadow mode rejections are only counted as `quota_would_reject`.",
      )
      .prompt("PR")
      .ran("gh pr create --fill --draft", "https://github.com/edge-co/edge/pull/402")
      .said(
        "Draft is up: the new crate `quota` with a GCRA layer, limits in Redis, and shadow mode, 231 tests pass.",
      )
      .prompt("why draft? drafts dont get reviewers assigned here, always open for real")
      .ran("gh pr ready 402", '✓ Pull request #402 is marked as "ready for review"')
      .said("It's ready for review.");
  },
  agents: {
    "traffic-1": (t) => {
      t.prompt(
        "Find out which routes partners use and how they authenticate in this repository, and what the access logs in logs/sample say about rates.",
      )
        .called("Grep", { pattern: "peer_certificate", path: "/home/jakub/edge/crates" })
        .gave("crates/auth/src/lib.rs:52:    let cn = peer_certificate(&conn)?.subject_cn();")
        .ran(
          "zcat logs/sample/*.gz | jq -r '[.partner, .minute] | @tsv' | sort | uniq -c | sort -rn | head -3",
          "2900 fernhill\t02:00\n2711 fernhill\t02:01\n 291 ostara-eu\t14:20",
        )
        .said(
          "Partners authenticate with mTLS in crates/auth, the partner's id is the CN of the certificate. In logs/sample 11 partners; fernhill peaks at 2,900 requests a minute, all others are below 300. 84% of fernhill's calls are GET /v1/items/{id}, one by one.",
        );
    },
  },
  keep: [
    { kind: ["learning", "correction"], words: ["Ostara has two certs"], type: "semantic" },
    { kind: "decision", words: ["gcra"], type: "episodic" },
    { kind: ["command", "learning"], words: ["just vendor"], type: ["procedural", "semantic"] },
    { kind: ["decision", "preference"], words: ["must never cost us an order|let through"] },
    {
      kind: ["correction", "learning"],
      words: ["REDIS_COUNTERS_URL", "noeviction|allkeys-lru"],
      type: "semantic",
    },
    { kind: ["learning", "command"], words: ["only does tls from the vpn|jump01"] },
    { kind: ["learning", "decision", "intention"], words: ["10 working days notice|enforce from the 18th"] },
    {
      kind: ["preference", "correction", "learning"],
      words: ["drafts dont get reviewers"],
      type: "semantic",
    },
    { kind: "outcome", words: ["new crate"], type: "episodic" },
  ],
  may: [
    { kind: "outcome", words: ["quota"] },
    { kind: ["intention", "decision"], words: ["batch endpoint", "12th|1500"] },
    { kind: "fix", words: ["gcra.lua|whole seconds"] },
    { kind: "learning", words: ["2,900"] },
    { kind: "learning", words: ["mTLS|CN of their client"] },
    { kind: "learning", words: ["fires at :00"] },
    { kind: "learning", words: ["catalogue down"] },
    { kind: "decision", words: ["shadow"] },
    { kind: "learning", words: ["QUOTA_ENFORCE"] },
  ],
  never: [
    "whatever is less code",
    "the one that exists",
    "5 of 5",
    "costs about 0.6 ms",
    "tell partners and go",
  ],
});

export default session;
