import { type LabelledSession, labelled } from "../../../session.ts";

/** An incident: etcd ran out of space and the cluster turned read-only; cause, mending, follow-ups; Kubernetes on metal. */
const session: LabelledSession = labelled({
  name: "etcd-quota-night",
  project: "/home/sefa/metal-clusters",
  talk: (t) => {
    t.prompt(
      "paged. kubectl apply fails everywhere on metal-2:\n\nError from server: etcdserver: mvcc: database space exceeded\n\nneed writes back asap, then the why",
    )
      .said(
        "That is etcd's NOSPACE alarm: the backend hit its quota and members accept only reads and deletes. Checking size and revision first.",
      )
      .ran(
        "ssh cp1.metal-2 'etcdctl endpoint status -w table --cluster'",
        'Error: context deadline exceeded\n{"level":"warn","msg":"retrying of unary invoker failed","target":"127.0.0.1:2379","error":"rpc error: code = DeadlineExceeded"}',
        1,
      )
      .prompt("etcdctl needs the certs there. source /etc/kubernetes/etcdctl.env first, as root")
      .ran(
        "ssh root@cp1.metal-2 '. /etc/kubernetes/etcdctl.env && etcdctl endpoint status -w table --cluster'",
        "| https://10.20.0.11:2379 | 3.5.9 | 2.1 GB | true  | alarm:NOSPACE |\n| https://10.20.0.12:2379 | 3.5.9 | 2.1 GB | false | alarm:NOSPACE |\n| https://10.20.0.13:2379 | 3.5.9 | 2.1 GB | false | alarm:NOSPACE |",
      )
      .said(
        "All three at 2.1 GB, the default quota of 2 GiB. The sequence is: compact to the current revision, defragment each member (followers first), disarm the alarm.",
      )
      .prompt("go. leader last. wait for each to come back")
      .ran(
        "ssh root@cp1.metal-2 '. /etc/kubernetes/etcdctl.env && rev=$(etcdctl endpoint status -w json | jq .[0].Status.header.revision) && etcdctl compact $rev'",
        "compacted revision 918822071",
      )
      .ran(
        "ssh root@cp2.metal-2 '. /etc/kubernetes/etcdctl.env && etcdctl defrag --command-timeout=60s'",
        "Finished defragmenting etcd member[https://127.0.0.1:2379]",
      )
      .ran(
        "ssh root@cp3.metal-2 '. /etc/kubernetes/etcdctl.env && etcdctl defrag --command-timeout=60s'",
        "Finished defragmenting etcd member[https://127.0.0.1:2379]",
      )
      .ran(
        "ssh root@cp1.metal-2 '. /etc/kubernetes/etcdctl.env && etcdctl move-leader 8211f1d0f64f3269 && etcdctl defrag --command-timeout=60s && etcdctl alarm disarm'",
        "Leadership transferred from 91bc3c398fb3c146 to 8211f1d0f64f3269\nFinished defragmenting etcd member[https://127.0.0.1:2379]\nmemberID:10501334649042878790 alarm:NOSPACE",
      )
      .ran(
        "kubectl --context metal-2 create cm probe -n default --from-literal=a=b && kubectl --context metal-2 delete cm probe -n default",
        'configmap/probe created\nconfigmap "probe" deleted',
      )
      .said("Writes work again; the database is 2.0 GB still, though, so only a little was reclaimed.")
      .prompt("only a little? then we're back in an hour. whats in it")
      .ran(
        "ssh root@cp1.metal-2 '. /etc/kubernetes/etcdctl.env && etcdctl get /registry --prefix --keys-only | cut -d/ -f3,4 | sort | uniq -c | sort -nr | head -5'",
        " 412877 events/default\n  61209 kyverno.io/ephemeralreports\n   3310 pods/batch\n   2984 replicasets/apps\n   1204 secrets/batch",
      )
      .said(
        "Events in `default` are the most, 412,877 keys. Probably a crash-looping pod spams events. I'd delete these.",
      )
      .ran(
        "ssh root@cp1.metal-2 '. /etc/kubernetes/etcdctl.env && for p in events kyverno.io/ephemeralreports; do echo $p $(etcdctl get /registry/$p --prefix --print-value-only | wc -c); done'",
        "events 201733120\nkyverno.io/ephemeralreports 1680221184",
      )
      .said(
        "I was wrong about events: they are many but small, 200 MB in all. 1.68 GB are Kyverno's `ephemeralreports`, 61,209 of them at about 27 KB. The reports controller is supposed to fold and delete them.",
      )
      .ran(
        "kubectl --context metal-2 -n kyverno get pods",
        "NAME                                   READY  STATUS             RESTARTS\nkyverno-admission-controller-6f        1/1    Running            0\nkyverno-reports-controller-79          0/1    CrashLoopBackOff   388",
      )
      .ran(
        "kubectl --context metal-2 -n kyverno logs kyverno-reports-controller-79 --previous | tail -2; kubectl --context metal-2 -n kyverno get pod kyverno-reports-controller-79 -o jsonpath='{..lastState.terminated.reason}'",
        "I1122 01:44:10 starting report aggregation\nOOMKilled",
      )
      .said(
        "So the root cause is: the reports controller is OOM-killed at its 128Mi limit, nobody aggregates, the admission controller keeps writing one ephemeral report per admission, and after 33 hours etcd is full.",
      )
      .prompt(
        "delete the reports, raise the limit, in that order. api not etcdctl, please no raw deletes in etcd",
      )
      .ran(
        "kubectl --context metal-2 delete ephemeralreports.reports.kyverno.io -A --all --wait=false | wc -l",
        "61209",
      )
      .edited(
        "/home/sefa/metal-clusters/kyverno/values.yaml",
        "reportsController:\n  resources:\n    limits:\n      memory: 128Mi",
        "reportsController:\n  resources:\n    limits:\n      memory: 1Gi",
      )
      .ran("argocd app sync kyverno-metal-2 --timeout 120", "Operation: Sync\nPhase: Succeeded")
      .ran(
        "ssh root@cp1.metal-2 '. /etc/kubernetes/etcdctl.env && etcdctl compact $(etcdctl endpoint status -w json | jq .[0].Status.header.revision) && etcdctl defrag --cluster --command-timeout=60s && etcdctl endpoint status -w simple'",
        "https://10.20.0.11:2379, 3.5.9, 322 MB, false",
      )
      .said("322 MB now. The controller has been up for 4 minutes with 410Mi.")
      .prompt("ok breathing again. grab a coffee")
      .wait(25)
      .prompt("why did nobody get an alert before it was full? we have etcd alerts i thought")
      .called("Grep", { pattern: "etcd_mvcc_db_total_size|etcdDatabaseQuota", path: "monitoring" })
      .gave(
        "monitoring/rules/etcd.yaml:14: expr: (etcd_mvcc_db_total_size_in_bytes / etcd_server_quota_backend_bytes) * 100 > 95",
      )
      .ran("promtool query instant http://prom.metal-2:9090 'up{job=\"etcd\"}'", "")
      .said(
        'The rule exists, but `up{job="etcd"}` is empty on metal-2: Prometheus doesn\'t scrape etcd there at all. On metal-1 the job is there.',
      )
      .prompt("because metal-2 was built with the new kubeadm role and listen-metrics-urls got lost i bet")
      .ran(
        "ssh root@cp1.metal-2 'grep -c listen-metrics-urls /etc/kubernetes/manifests/etcd.yaml'; ssh root@cp1.metal-1 'grep listen-metrics /etc/kubernetes/manifests/etcd.yaml'",
        "0\n    - --listen-metrics-urls=http://0.0.0.0:2381",
      )
      .said("You're right: metal-1 has `--listen-metrics-urls=http://0.0.0.0:2381`, metal-2 has none.")
      .prompt(
        "fix the role, roll it tomorrow in daylight, not now. and rule for absent(up) too, an alert that has no data should say so",
      )
      .edited(
        "/home/sefa/metal-clusters/roles/kubeadm/templates/config.yaml.j2",
        "etcd:\n  local: {}",
        "etcd:\n  local:\n    extraArgs:\n      listen-metrics-urls: http://0.0.0.0:2381",
      )
      .edited(
        "/home/sefa/metal-clusters/monitoring/rules/etcd.yaml",
        "groups:",
        'groups:\n  - name: etcd-absent\n    rules:\n      - alert: EtcdNotScraped\n        expr: absent(up{job="etcd"})',
      )
      .said("Both are on branch `etcd-metrics`, not rolled out.")
      .prompt("quota: raise to 8G while at it? people say thats the recommended max")
      .said(
        "Raising it to 8 GiB is supported, but here it would only have meant five days instead of one and a half until the same outage, and a defrag of 8 GB blocks a member for about a minute. I'd leave 2 GiB and alert at 70 %.",
      )
      .prompt("ok convinced. stays 2, alert at 70")
      .edited("/home/sefa/metal-clusters/monitoring/rules/etcd.yaml", "> 95", "> 70")
      .prompt(
        "draft the timeline for the postmortem, utc, no names. we never put names in postmortems, roles only",
      )
      .wrote(
        "/home/sefa/metal-clusters/postmortems/2026-11-22-etcd.md",
        "# etcd full on metal-2\n\n| UTC | |\n|---|---|\n| 01:02 | First failed write |\n| 01:09 | On-call paged |\n| 01:41 | Writes back |\n",
      )
      .said("The draft is in `postmortems/2026-11-22-etcd.md`, with roles only.")
      .prompt(
        "actions section empty? add: roll the role, check metal-3 for the same, ask kyverno folks about a ttl for these reports",
      )
      .edited(
        "/home/sefa/metal-clusters/postmortems/2026-11-22-etcd.md",
        "| 01:41 |",
        "## Actions\n\n- Roll the role\n- Check metal-3\n- Ask upstream about a TTL\n\n| 01:41 |",
      )
      .said("Added three actions.")
      .prompt("gn");
  },
  keep: [
    { kind: ["command", "correction"], words: ["/etc/kubernetes/etcdctl.env"] },
    {
      kind: ["fix", "learning"],
      words: ["reports controller|ephemeralreports|reportsController", "OOM|128Mi|1.68 GB|values.yaml"],
    },
    { kind: "preference", type: "semantic", words: ["no raw deletes in etcd"] },
    { kind: ["learning", "fix"], words: ["metal-2", "scrape|listen-metrics-urls"] },
    { kind: "intention", type: "prospective", words: ["tomorrow in daylight"] },
    { kind: "decision", words: ["2 GiB|stays 2", "70"] },
    { kind: "preference", type: "semantic", words: ["names in postmortems"] },
    { kind: "intention", type: "prospective", words: ["metal-3"] },
  ],
  may: [
    { kind: ["command", "learning"], words: ["defrag"] },
    { kind: "decision", words: ["compact"] },
    { kind: "preference", words: ["alert that has no data"] },
    { kind: "intention", words: ["not rolled out"] },
    { kind: "learning", words: ["default quota"] },
    { kind: "outcome", words: ["etcd-metrics"] },
    { kind: "outcome", words: ["322 MB"] },
    { kind: "outcome", words: ["etcd.yaml"] },
    { kind: "intention", words: ["kyverno folks"] },
  ],
  never: ["crash-looping pod spams", "coffee", "recommended max", "10501334649042878790", "back in an hour"],
});

export default session;
