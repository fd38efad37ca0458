import { type LabelledSession, labelled } from "../../../session.ts";

/** Three in the morning: orders vanish. Wrong tracks, a subagent among the logs, then what it was. */
const session: LabelledSession = labelled({
  name: "night-dispatch",
  held: true,
  project: "/home/dele/ops/wharf",
  talk: (t) => {
    t.prompt("paged. orders accepted but never reach a courier. ~1 in 20. started 02:10ish. go")
      .said("On it. I'll check pods, then the queue between `orders` and `dispatch`.")
      .ran(
        "kubectl get pods -n dispatch",
        'Error from server (Forbidden): pods is forbidden: User "dele" cannot list resource "pods" in API group "" in the namespace "dispatch"',
        1,
      )
      .prompt(
        "teleport expired. tsh kube login wharf-prod-eu --request-reason=oncall, without a reason it gives you read nothing",
      )
      .ran(
        "tsh kube login wharf-prod-eu --request-reason=oncall && kubectl get pods -n dispatch",
        'Logged into Kubernetes cluster "wharf-prod-eu".\nNAME                          READY   STATUS    RESTARTS   AGE\ndispatch-6d8f7c9b5-2vxkq      1/1     Running   0          4d\ndispatch-6d8f7c9b5-8jwpl      1/1     Running   0          4d\ndispatch-6d8f7c9b5-zq4mm      1/1     Running   0          4d\nrouting-eu2-7b7c6d5d4-xk2lp   0/1     CrashLoopBackOff   212   18h',
      )
      .said(
        "`routing-eu2` is in CrashLoopBackOff with 212 restarts. That is very likely it: orders routed to eu2 get lost.",
      )
      .prompt("no. routing-eu2 is the load test thing, its been dead for weeks, takes no traffic. ignore")
      .said(
        "OK, leaving that aside. Let me look at dispatch's logs; that is a lot of text, so I'll have an agent comb through it meanwhile.",
      )
      .called("Task", {
        description: "Comb dispatch logs",
        subagent_type: "general-purpose",
        prompt: "Read the logs of the three dispatch pods from 02:00 on and say what changes at 02:10.",
      })
      .gave(
        "From 02:08 on, the time between `received` and `assigned` grows from 300 ms to about 31 s. Each slow order has a line `geocode: waiting for response` before. There are no errors.",
        { result: { status: "completed", agentId: "logs" } },
      )
      .said("No errors, but from 02:08 each order takes 31 s instead of 0.3 s, waiting on the geocoder.")
      .prompt("slow isnt lost tho")
      .thought("Right. Slow consumer → queue grows → something drops. Check queue policy.")
      .ran(
        "kubectl exec -n mq rabbit-0 -- rabbitmqctl list_queues name messages policy consumers",
        "name\tmessages\tpolicy\tconsumers\norders.dispatch\t5000\tdispatch-cap\t3\norders.billing\t0\t\t2",
      )
      .ran(
        "kubectl exec -n mq rabbit-0 -- rabbitmqctl list_policies",
        'vhost\tname\tpattern\tapply-to\tdefinition\tpriority\n/\tdispatch-cap\t^orders\\.dispatch$\tqueues\t{"max-length":5000,"overflow":"drop-head"}\t0',
      )
      .said(
        "There it is. `orders.dispatch` stands at exactly 5000, and its policy is `max-length` 5000 with overflow `drop-head`: when it's full RabbitMQ silently throws away the **oldest** order, with neither an error nor a dead letter.",
      )
      .prompt("oh my god. who does that")
      .prompt("can you restart dispatch")
      .refused("Bash", { command: "kubectl rollout restart deploy/dispatch -n dispatch" })
      .prompt(
        "wait wait. was thinking aloud. during an incident always ask me once more before you restart or scale anything, we lose the evidence and the unacked ones come back twice",
      )
      .said(
        "Will do. Nothing was restarted. I suggest, in this order:\n\n1. Change the overflow to `reject-publish`, so the orders service gets a nack and keeps the order\n2. Shorten the geocoder's timeout\n\nShall I do 1?",
      )
      .prompt("does the orders svc handle a nack?")
      .called("Grep", { pattern: "NotifyPublish|confirm", path: "services/orders", output_mode: "content" })
      .gave(
        "services/orders/outbox/publisher.go:57:\tconfirms := ch.NotifyPublish(make(chan amqp.Confirmation, 1))\nservices/orders/outbox/publisher.go:71:\tif !c.Ack {\n services/orders/outbox/publisher.go:72:\t\treturn errNacked // stays in the outbox",
      )
      .said("Yes: `publisher.go:71` leaves it in the outbox and tries again later.")
      .prompt("do 1")
      .ran(
        'kubectl exec -n mq rabbit-0 -- rabbitmqctl set_policy dispatch-cap \'^orders\\.dispatch$\' \'{"max-length":5000,"overflow":"reject-publish"}\' --apply-to queues',
        'Setting policy "dispatch-cap" for pattern "^orders\\.dispatch$" to "{"max-length":5000,"overflow":"reject-publish"}" with priority "0" for vhost "/" ...',
      )
      .said("Set at 03:21. The outbox of `orders` is filling now instead, 140 rows.")
      .prompt("ok now geocoder. is it down? status page says green")
      .ran(
        "kubectl exec -n dispatch dispatch-6d8f7c9b5-2vxkq -- curl -s -o /dev/null -w '%{http_code} %{time_total}\\n' 'https://api.placefind.example/v2/geocode?q=x'",
        "429 30.004112",
      )
      .said(
        "It answers 429, but only after holding the connection for 30 s. Our quota with Placefind must be used up, and they tarpit instead of refusing at once.",
      )
      .prompt(
        "pasting what #ops-bots had at 2:\n[02:06] catalog-sync: starting full re-geocode of 1.2M addresses (triggered by: schedule)\n[02:06] catalog-sync: 64 workers\n[02:31] catalog-sync: 11% done",
      )
      .said(
        "That explains it: the nightly `catalog-sync` has begun a full re-geocode with the same API key as dispatch and has eaten the quota.",
      )
      .prompt("kill it. the cronjob")
      .ran(
        'kubectl patch cronjob catalog-sync -n catalog -p \'{"spec":{"suspend":true}}\' && kubectl delete job -n catalog catalog-sync-29102',
        'cronjob.batch/catalog-sync patched\njob.batch "catalog-sync-29102" deleted',
      )
      .wait(6)
      .ran(
        "kubectl exec -n mq rabbit-0 -- rabbitmqctl list_queues name messages",
        "name\tmessages\norders.dispatch\t3120\norders.billing\t0",
      )
      .said("The job is gone, the cron job suspended, and the queue is falling: 3120.")
      .prompt(
        "patch the timeout too, 2s, and if geocode fails fall back to the postcode centroid. courier finds it anyway",
      )
      .read(
        "/home/dele/ops/wharf/services/dispatch/geo/client.go",
        "func New(key string) *Client {\n\treturn &Client{http: &http.Client{Timeout: 60 * time.Second}, key: key}\n}",
      )
      .edited(
        "/home/dele/ops/wharf/services/dispatch/geo/client.go",
        "Timeout: 60 * time.Second",
        "Timeout: 2 * time.Second",
      )
      .edited(
        "/home/dele/ops/wharf/services/dispatch/assign/assign.go",
        "\tif err != nil {\n\t\treturn err\n\t}",
        "\tif err != nil {\n\t\tpos = d.centroids.Of(order.Postcode)\n\t}",
      )
      .ran(
        "go test ./services/dispatch/...",
        "ok  \twharf/services/dispatch/geo\t0.412s\nok  \twharf/services/dispatch/assign\t1.003s",
      )
      .said(
        "Root cause: the geocoder's client in `geo/client.go` waited up to 60 s for Placefind, whose quota was exhausted, so dispatch fell behind and the full queue dropped orders. Now it times out after 2 s and `assign.go` falls back to the postcode's centroid.",
      )
      .prompt("ship as hotfix")
      .ran(
        "make hotfix SVC=dispatch",
        "building dispatch:hotfix-0340\npushed\ndeployment.apps/dispatch image updated\nWaiting for rollout to finish: 3 of 3 updated replicas are available...",
      )
      .said("Rolled out at 03:44. The queue is at 12 and the outbox empty.")
      .prompt("how many did we lose")
      .ran(
        "psql $ORDERS_RO -Atc \"select count(*) from orders where accepted_at between '02:10' and '03:21' and courier_id is null and status='ACCEPTED'\"",
        "287",
      )
      .said("287 orders were accepted and never dispatched.")
      .prompt(
        "support will refund those. the reject-publish stays, its not just for tonight. catalog-sync stays suspended until it has its own api key, tell Mirela's team in the morning. postmortem is due thursday",
      )
      .said("Noted. I can draft the postmortem's timeline from what is in this session.")
      .prompt("later. bed. 🫠");
  },
  agents: {
    logs: (t) => {
      t.prompt("Read the logs of the three dispatch pods from 02:00 on and say what changes at 02:10.")
        .ran("kubectl logs -n dispatch -l app=dispatch --since-time=2026-03-02T02:00:00Z | wc -l", "88213")
        .ran(
          "kubectl logs -n dispatch dispatch-6d8f7c9b5-2vxkq --since-time=2026-03-02T02:00:00Z | head -4",
          '{"t":"02:00:01","msg":"received","order":"a81"}\n{"t":"02:00:01","msg":"assigned","order":"a81"}\n{"t":"02:00:02","msg":"received","order":"a82"}\n{"t":"02:00:02","msg":"assigned","order":"a82"}',
        )
        .said("Let me compare the time between received and assigned.")
        .ran("python3 /tmp/lag.py", "02:00 0.3s\n02:05 0.3s\n02:08 12.9s\n02:10 30.8s\n02:20 31.1s")
        .said(
          "From 02:08 on, the time between `received` and `assigned` grows from 300 ms to about 31 s. Each slow order has a line `geocode: waiting for response` before. There are no errors.",
        );
    },
  },
  keep: [
    { kind: ["command", "learning"], words: ["tsh kube login wharf-prod-eu", "--request-reason"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["routing-eu2 is the load test"] },
    { kind: "learning", words: ["drop-head", "silently"] },
    {
      kind: "preference",
      type: "semantic",
      words: ["always ask me once more", "restart or scale"],
    },
    { kind: "fix", words: ["geo/client.go|client.go", "quota|2 s"] },
    { kind: "decision", words: ["reject-publish stays"] },
    { kind: "intention", type: "prospective", words: ["own api key"] },
    { kind: "intention", type: "prospective", words: ["postmortem is due thursday"] },
  ],
  may: [
    { kind: "learning", words: ["429|tarpit"] },
    { kind: "learning", words: ["same API key as dispatch"] },
    { kind: "decision", words: ["postcode centroid"] },
    { kind: "learning", words: ["publisher.go"] },
    { kind: "learning", words: ["287 orders"] },
    { kind: "outcome", words: ["Rolled out"] },
    { kind: "command", words: ["make hotfix"] },
    { kind: "decision", words: ["reject-publish", "nack"] },
    { kind: "intention", words: ["draft the postmortem"] },
    { kind: "learning", words: ["from 300 ms to about 31 s|31 s instead of 0.3 s"] },
  ],
  never: ["That is very likely it", "64 workers", "who does that", "oh my god", "11% done"],
});

export default session;
