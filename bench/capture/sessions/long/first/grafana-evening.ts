import { type LabelledSession, labelled } from "../../../session.ts";

/** An evening of moving panels and renaming labels on a cluster: much is said and done, nothing of it matters later. */
const session: LabelledSession = labelled({
  name: "grafana-evening",
  project: "/home/bex/cluster",
  talk: (t) => {
    t.prompt(
      "hiya, bit of dashboard polishing tonight. open dashboards/api.json and tell me what panels there are",
    )
      .ran(
        "jq -r '.panels[].title' dashboards/api.json",
        "Requests\nErrors\nLatency p50\nLatency p99\nMemory\nGoroutines",
      )
      .said("Six panels: Requests, Errors, Latency p50, Latency p99, Memory and Goroutines.")
      .prompt("put the two latencies into one")
      .edited("/home/bex/cluster/dashboards/api.json", '"title": "Latency p50"', '"title": "Latency"')
      .ran("jq -r '.panels[].title' dashboards/api.json", "Requests\nErrors\nLatency\nMemory\nGoroutines")
      .said("Done, p50 and p99 are two queries of one panel now.")
      .prompt("p99 in orange?")
      .edited("/home/bex/cluster/dashboards/api.json", '"fixedColor": "green"', '"fixedColor": "orange"')
      .said("It's orange.")
      .prompt("apply")
      .ran(
        "kubectl apply -f dashboards/",
        'error: error validating "dashboards/api.json": error validating data: [apiVersion not set, kind not set]; if you choose to ignore these errors, turn validation off with --validate=false',
        1,
      )
      .said("That's the raw JSON; the folder with the manifests is `k8s/`.")
      .ran(
        "make dashboards",
        "jsonnet -J vendor ...\nkubectl apply -k k8s/dashboards\nconfigmap/grafana-api configured",
      )
      .said("Applied.")
      .prompt("hm don't see it")
      .ran(
        "kubectl -n monitoring logs deploy/grafana -c sidecar --tail=2",
        "Writing /tmp/dashboards/api.json (ascii)\nNone sent to http://localhost:3000/api/admin/provisioning/dashboards/reload. Response: 200 OK Dashboards config reloaded",
      )
      .said("Grafana has reloaded it just now. A refresh of the browser should show it.")
      .prompt("yep there. hmm orange is ugly actually")
      .said("I can take purple or the default palette.")
      .prompt("purple")
      .edited("/home/bex/cluster/dashboards/api.json", '"fixedColor": "orange"', '"fixedColor": "purple"')
      .ran("make dashboards", "configmap/grafana-api configured")
      .said("Purple it is.")
      .prompt("nicer. does grafana have dark lines for deploys? annotations or whatever")
      .said(
        "Yes, annotations: vertical lines that come from a query or are posted to the HTTP API. A common way is a query on `kube_deployment_status_observed_generation` that changes with each rollout. Some people have the deploy pipeline post them instead.",
      )
      .prompt("lets try the query one")
      .edited(
        "/home/bex/cluster/dashboards/api.json",
        '"annotations": { "list": [] }',
        '"annotations": { "list": [{ "expr": "changes(kube_deployment_status_observed_generation[2m]) > 0" }] }',
      )
      .ran("make dashboards", "configmap/grafana-api configured")
      .said("Deploys are marked by a line now.")
      .prompt("theres a line every 5 min")
      .said("The autoscaler changes the generation as well.")
      .prompt("take it out again, not worth it")
      .edited(
        "/home/bex/cluster/dashboards/api.json",
        '[{ "expr": "changes(kube_deployment_status_observed_generation[2m]) > 0" }]',
        "[]",
      )
      .ran("make dashboards", "configmap/grafana-api configured")
      .said("Removed.")
      .prompt("whats my context? not that im on prod")
      .ran("kubectl config current-context", "kind-home")
      .said("`kind-home`, your local cluster.")
      .prompt("phew")
      .said(":)")
      .prompt("ok the memory panel. shows 1.2e9, want GB")
      .edited("/home/bex/cluster/dashboards/api.json", '"unit": "short"', '"unit": "bytes"')
      .ran("make dashboards", "configmap/grafana-api configured")
      .said("The unit is bytes now, so it shows 1.12 GiB.")
      .prompt("GiB GB whatever. and rename Goroutines to Threads, my flatmate always asks what that is haha")
      .said("They aren't quite the same, a goroutine is much lighter than a thread. Shall I still?")
      .prompt("hm no then leave")
      .said("Left as it is.")
      .prompt("what would be a good slo for a hobby thing")
      .said(
        "For a hobby project I'd pick something forgiving:\n\n- 99% of requests without a 5xx over 30 days, which allows about 7 hours of downtime\n- 95% faster than 500 ms\n\nAnything tighter mostly creates alerts that you'd ignore. You could also have none at all and only look at the dashboard when something feels slow.",
      )
      .prompt("yeah none it is lol")
      .said("Fair enough.")
      .prompt("one more, requests panel stacked by status?")
      .edited(
        "/home/bex/cluster/dashboards/api.json",
        "sum(rate(http_requests_total[5m]))",
        "sum by (code) (rate(http_requests_total[5m]))",
      )
      .ran(
        "make dashboards",
        "Makefile:12: jsonnet -J vendor dashboards/api.json\nRUNTIME ERROR: expected a comma before next field.\nmake: *** [Makefile:12: dashboards] Error 1",
        1,
      )
      .said("I dropped a comma in the edit.")
      .edited(
        "/home/bex/cluster/dashboards/api.json",
        '"stacking": true "legend"',
        '"stacking": true, "legend"',
      )
      .ran("make dashboards", "configmap/grafana-api configured")
      .said("Stacked by status code.")
      .prompt('pretty!! ok commit, msg "dashboards"')
      .ran(
        'git commit -am "dashboards"',
        "[main 3e1f0c2] dashboards\n 1 file changed, 31 insertions(+), 40 deletions(-)",
      )
      .said("Committed.")
      .prompt("nini");
  },
  may: [
    { kind: "command", words: ["make dashboards"] },
    { kind: "learning", words: ["autoscaler changes the generation"] },
    { kind: "decision", words: ["none it is"] },
  ],
  never: [
    "orange",
    "purple",
    "flatmate",
    "99% of requests",
    "dropped a comma",
    "vertical lines",
    "A common way",
    "much lighter than a thread",
    "1.12 GiB",
    "nini",
    "kind-home",
    "bit of dashboard polishing",
  ],
});

export default session;
