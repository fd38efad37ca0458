import { type LabelledSession, labelled } from "../../../session.ts";

/** An incident while it runs, in C#: messages are handled twice; hypotheses that turn out wrong. */
const session: LabelledSession = labelled({
  name: "servicebus-incident",
  project: "/c/work/fulfilment",
  talk: (t) => {
    t.prompt(
      `URGENT. customers get 2 shipping labels. started ~8:40. from app insights:

Azure.Messaging.ServiceBus.ServiceBusException: The lock supplied is invalid. Either the lock expired, or the message has already been removed from the queue. (MessageLockLost)
   at Azure.Messaging.ServiceBus.Amqp.AmqpReceiver.DisposeMessageAsync(...)
   at Fulfilment.Labels.LabelWorker.HandleAsync(ProcessMessageEventArgs args) in /src/Labels/LabelWorker.cs:line 57`,
    )
      .called("Read", { file_path: "/c/work/fulfilment/src/Labels/LabelWorker.cs" })
      .gave(
        "public async Task HandleAsync(ProcessMessageEventArgs args)\n{\n    var order = args.Message.Body.ToObjectFromJson<OrderPaid>();\n    var label = await _carrier.BuyLabelAsync(order);\n    await _store.SaveAsync(label);\n    await args.CompleteMessageAsync(args.Message);\n}",
      )
      .ran(
        "git log --oneline --since=yesterday -- src/Labels",
        "c41be02 LabelWorker: raise MaxConcurrentCalls to 32",
      )
      .said(
        "The lock is lost before `CompleteMessageAsync` at line 57, so Service Bus delivers the message again and a second label is bought. There is a commit of yesterday that raised `MaxConcurrentCalls` to 32; my guess is that the concurrency starves the lock renewal.",
      )
      .prompt("revert and deploy?")
      .ran(
        "git revert --no-edit c41be02 && az pipelines run --name fulfilment-deploy --branch main -o tsv --query id",
        '[main 90a7d11] Revert "LabelWorker: raise MaxConcurrentCalls to 32"\n48211',
      )
      .wait(12)
      .said("The revert is on its way, run 48211.")
      .prompt("deployed 5 min ago, still doubles. so thats not it")
      .said("Then it isn't the concurrency. Let me see how long a purchase takes.")
      .ran(
        "az monitor app-insights query --app fulfilment-prod --analytics-query \"dependencies | where name has 'BuyLabel' | summarize p50=percentile(duration,50), p95=percentile(duration,95) by bin(timestamp, 10m)\" -o table",
        `Timestamp             P50      P95
--------------------  -------  --------
2026-03-02T08:20:00Z  812      1940
2026-03-02T08:30:00Z  840      2210
2026-03-02T08:40:00Z  9120     74300
2026-03-02T08:50:00Z  11050    91800`,
      )
      .ran(
        "az servicebus queue show -g fulfilment-prod --namespace-name sb-fulfilment -n labels --query lockDuration -o tsv",
        "PT1M",
      )
      .said(
        "There it is: since 08:40 the carrier takes 74 s and more at p95, and the queue's lock lasts 60 s. Whatever is slower than a minute loses its lock and is bought again.",
      )
      .prompt("carrier = PostNord? they have a status page")
      .called("WebFetch", { url: "https://status.postnord.example/", prompt: "Any current incident?" })
      .gave("Degraded performance: Booking API. Investigating since 08:36 UTC.")
      .said("PostNord reports degraded performance of the Booking API since 08:36 UTC, that fits.")
      .prompt("ok what do we do NOW")
      .said(
        "Two things stop the damage:\n\n1. `MaxAutoLockRenewalDuration` is `TimeSpan.Zero` in `Program.cs:38`, which switches renewal off. Set it to 10 minutes.\n2. Buy with a deterministic reference, so a second purchase for the same order returns the first label.\n\nThe first is a one-line change.",
      )
      .prompt("1 now, 2 after")
      .edited(
        "/c/work/fulfilment/src/Program.cs",
        "MaxAutoLockRenewalDuration = TimeSpan.Zero",
        "MaxAutoLockRenewalDuration = TimeSpan.FromMinutes(10)",
      )
      .ran("dotnet build -warnaserror", "Build succeeded.\n    0 Warning(s)\n    0 Error(s)")
      .ran(
        "git commit -qam 'Renew locks of label messages' && git push -q && az pipelines run --name fulfilment-deploy --branch main -o tsv --query id",
        "48214",
      )
      .wait(9)
      .said("Deploying as run 48214.")
      .prompt("looks quiet now")
      .ran(
        "az monitor app-insights query --app fulfilment-prod --analytics-query \"exceptions | where outerMessage has 'MessageLockLost' | summarize count() by bin(timestamp, 5m)\" -o table",
        "Timestamp             Count_\n--------------------  ------\n2026-03-02T09:05:00Z  41\n2026-03-02T09:10:00Z  38\n2026-03-02T09:15:00Z  2\n2026-03-02T09:20:00Z  0",
      )
      .said(
        "No lost lock in the last five minutes, although the carrier is still slow. The doubled labels came from renewal being off in `Program.cs`: a purchase slower than the 60 s lock was delivered and bought again.",
      )
      .prompt("who the hell set that to zero")
      .ran(
        "git log -S'TimeSpan.Zero' --oneline -- src/Program.cs",
        "1b9e7f0 Port worker to Azure.Messaging.ServiceBus",
      )
      .said("It came with the port to the new SDK in 2023 (`1b9e7f0`).")
      .prompt("ok not a person then :) how many doubles do we have, and can we get the money back")
      .ran(
        "sqlcmd -S sql-fulfilment -d labels -Q \"select count(*) from (select order_id from labels where created_at > '2026-03-02 08:40' group by order_id having count(*) > 1) d\"",
        "Sqlcmd: Error: Microsoft ODBC Driver 18 for SQL Server : Login failed for user ''.",
        1,
      )
      .ran(
        "sqlcmd -G -S sql-fulfilment.database.windows.net -d labels -Q \"select count(*) from (select order_id from labels where created_at > '2026-03-02 08:40' group by order_id having count(*) > 1) d\"",
        "-----------\n        317\n\n(1 rows affected)",
      )
      .said("317 orders have two labels.")
      .prompt(
        "postnord refunds unused labels if you cancel within 24h through the api. so lets script it, the younger one of each pair. dry run first",
      )
      .wrote("/c/work/fulfilment/tools/cancel-doubles.csx", "// Cancels the younger label of each pair.\n")
      .ran(
        "dotnet script tools/cancel-doubles.csx -- --dry-run",
        "would cancel 317 labels, 0 already scanned\nsum: 18,386.00 SEK",
      )
      .said("The dry run lists 317 labels, none scanned yet.")
      .prompt("check 3 by hand pls before")
      .ran(
        "dotnet script tools/cancel-doubles.csx -- --dry-run --limit 3 --verbose",
        "SO-77120 keep PN118-2 cancel PN118-7\nSO-77124 keep PN119-1 cancel PN119-3\nSO-77131 keep PN119-9 cancel PN120-4",
      )
      .said("All three keep the label that was mailed to the customer first, I compared with the mail log.")
      .prompt("go")
      .ran("dotnet script tools/cancel-doubles.csx", "cancelled 311\nfailed 6: LABEL_ALREADY_MANIFESTED")
      .said(
        "311 are cancelled. Six had been manifested already; those need the warehouse to pull the parcels.",
      )
      .prompt("i'll call them. ok number 2, the reference")
      .edited(
        "/c/work/fulfilment/src/Labels/CarrierClient.cs",
        "Reference = Guid.NewGuid().ToString()",
        'Reference = $"{order.Id}-{order.Revision}"',
      )
      .edited(
        "/c/work/fulfilment/src/Labels/CarrierClient.cs",
        "return Parse(response);",
        "if (response.StatusCode == HttpStatusCode.Conflict) return await GetByReferenceAsync(reference);\n        return Parse(response);",
      )
      .ran("dotnet test tests/Labels.Tests", "Passed!  - Failed: 0, Passed: 38, Skipped: 0")
      .said(
        "The carrier's reference is now the order's id plus its revision instead of a random GUID; the revision is in it because a changed address has to buy a new label. A conflict fetches the label that exists.",
      )
      .prompt("and put the revert back, 32 was fine apparently")
      .ran(
        "git revert --no-edit 90a7d11",
        '[main e5c0a3d] Reapply "LabelWorker: raise MaxConcurrentCalls to 32"',
      )
      .said("Back at 32.")
      .prompt("postmortem is thursday, remind me that i want an alert on carrier p95 > 20s as an action item")
      .said("Noted: an alert for the carrier's p95 above 20 s, as an action item of Thursday's postmortem.")
      .prompt("draft the timeline already? bullet points")
      .wrote(
        "/c/work/fulfilment/docs/incidents/2026-03-02.md",
        "# Doubled labels\n\n- 08:36 carrier degraded\n- 08:40 first doubled label\n- 09:12 renewal on\n",
      )
      .said("The draft is in `docs/incidents/2026-03-02.md`.")
      .prompt("phew. coffee");
  },
  keep: [
    { kind: "fix", words: ["MessageLockLost|renewal being off|MaxAutoLockRenewalDuration", "Program.cs"] },
    { kind: "command", type: "procedural", words: ["sqlcmd -G -S sql-fulfilment.database.windows.net"] },
    { kind: "learning", type: "semantic", words: ["refunds unused labels", "24h"] },
    { kind: "decision", words: ["random GUID|order's id plus its revision", "changed address"] },
    { kind: "intention", type: "prospective", words: ["alert", "p95"] },
  ],
  may: [
    { kind: "outcome", words: ["311"] },
    { kind: ["learning", "intention"], words: ["Six had been manifested"] },
    { kind: ["outcome", "decision"], words: ["CarrierClient.cs"] },
    { kind: ["learning", "fix"], words: ["queue's lock lasts 60 s"] },
    { kind: ["decision", "intention"], words: ["1 now, 2 after"] },
    { kind: ["learning", "decision"], words: ["32 was fine"] },
  ],
  never: [
    "starves the lock renewal",
    "my guess",
    "who the hell",
    "coffee",
    "not a person then",
    "Investigating since",
    "i'll call them",
  ],
});

export default session;
