import { type LabelledSession, labelled } from "../../../session.ts";

/** Orders no longer reach the warehouse's SAP: an incident with a vendor on the phone, a backlog, and what is agreed afterwards; C#, SFTP, Azure. */
const session: LabelledSession = labelled({
  name: "order-export-incident",
  project: "/home/luca/order-export",
  talk: (t) => {
    t.prompt(
      "URGENT. no orders in SAP since 04:10 this night, warehouse stands still, 60 people waiting. the export service says all ok. logs:",
    )
      .prompt(
        "2026-03-02T04:00:02 info Export[0] 212 orders written ORD_20260302_0400.idoc\n2026-03-02T04:00:03 info Sftp[0] upload ok /in/ORD_20260302_0400.idoc\n2026-03-02T04:15:02 info Export[0] 198 orders written ORD_20260302_0415.idoc\n2026-03-02T04:15:03 info Sftp[0] upload ok /in/ORD_20260302_0415.idoc\n2026-03-02T04:30:02 info Export[0] 187 orders written ORD_20260302_0430.idoc\n2026-03-02T04:30:03 info Sftp[0] upload ok /in/ORD_20260302_0430.idoc",
      )
      .said("From our side the uploads succeed. I'll check what is really on the server.")
      .ran(
        "sftp -i ~/.ssh/sap_exchange exchange@sftp.wms.example <<< 'ls -l /in'",
        "exchange@sftp.wms.example: Permission denied (publickey).\nConnection closed",
        255,
      )
      .prompt("your ip is not allowed from laptop, go over the jump host: -J bastion-weu")
      .ran(
        "sftp -J bastion-weu -i ~/.ssh/sap_exchange exchange@sftp.wms.example <<< 'ls -l /in'",
        "-rw-r--r--  1 exchange exchange        0 Mar  2 04:15 ORD_20260302_0415.idoc\n-rw-r--r--  1 exchange exchange        0 Mar  2 04:30 ORD_20260302_0430.idoc\n-rw-r--r--  1 exchange exchange        0 Mar  2 04:45 ORD_20260302_0445.idoc",
      )
      .said(
        "The files are there but **0 bytes** since 04:15. My first guess is a full disk on their side: the server accepts the file name but not the contents.",
      )
      .prompt("i call the vendor (Logitek). continue to look")
      .ran(
        "sftp -J bastion-weu -i ~/.ssh/sap_exchange exchange@sftp.wms.example <<< 'df -h'",
        "    Size     Used    Avail   (root)    %Capacity\n  49.9GB   12.2GB   37.7GB   37.7GB          24%",
      )
      .said("The disk is at 24 %, so it isn't full. Let me look at how we upload.")
      .read(
        "/home/luca/order-export/src/Export/SftpUploader.cs",
        'public async Task Upload(Stream s, string name)\n{\n    using var client = _factory.Connect();\n    await client.UploadAsync(s, "/in/" + name);\n    _log.LogInformation("upload ok {Name}", name);\n}',
      )
      .read(
        "/home/luca/order-export/src/Export/ExportJob.cs",
        "await using var s = new MemoryStream();\nawait _writer.Write(orders, s);\nawait _checksum.Compute(s);\nawait _uploader.Upload(s, name);",
      )
      .ran("git log --since=2026-03-01 --oneline", "f00d12a Add checksum to export audit (#288)\n")
      .ran(
        "az containerapp revision list -n order-export -g prod-weu -o table",
        "CreatedTime                Active    Name\n2026-02-18T09:12:00+00:00  False     order-export--r41\n2026-03-02T04:08:31+00:00  True      order-export--r42",
      )
      .said(
        "**Root cause:** revision r42 went live at 04:08 with #288. `_checksum.Compute(s)` reads the stream to its end, and `Upload` then sends from the current position, i.e. nothing. Resetting `s.Position = 0` in `ExportJob.cs` before the upload mends it.",
      )
      .prompt("who deploys at 4 in the night?!")
      .ran(
        "gh run list --workflow deploy --limit 2",
        "completed  success  Add checksum to export audit (#288)  deploy  schedule  3m12s  2026-03-02T04:05:11Z",
      )
      .said("Nobody did; the deploy workflow runs on a schedule at 04:05 and takes what is on main.")
      .prompt("unbelievable. rollback first, then fix")
      .ran(
        "az containerapp revision activate -n order-export -g prod-weu --revision order-export--r41",
        '"Provisioned"',
      )
      .ran(
        "az containerapp ingress traffic set -n order-export -g prod-weu --revision-weight order-export--r41=100",
        "ERROR: (ContainerAppIngressNotEnabled) Ingress is not enabled for this container app.",
        1,
      )
      .prompt(
        "no ingress there. its a worker, in single revision mode, you must az containerapp update --image with the old tag",
      )
      .ran(
        "az containerapp update -n order-export -g prod-weu --image acr.azurecr.io/order-export:r41",
        '"provisioningState": "Succeeded"',
      )
      .said(
        "Rolled back with `az containerapp update --image …:r41`; the next export at 08:30 should be complete.",
      )
      .prompt(
        "08:30 came, file has 1.2 MB 👍 now the 17 empty files. 3100 orders are marked as exported but SAP doesnt have them",
      )
      .said(
        "I can reset `exported_at` for orders exported between 04:10 and 08:20, and the next run will pick them up in one file.",
      )
      .prompt(
        "NOT one file! SAP takes max 500 orders per idoc, over this it silently cuts. this cost us two days in black friday",
      )
      .said("Then I'll reset them in batches of 400, one batch per run.")
      .prompt("with 15 minutes per run this is 2 hours. can you trigger runs by hand?")
      .ran(
        "az containerapp job start -n order-export -g prod-weu",
        "ERROR: (ResourceNotFound) The Resource 'Microsoft.App/jobs/order-export' was not found.",
        1,
      )
      .ran("grep -rn 'run-once' src/Program.cs", 'src/Program.cs:31:if (args.Contains("--run-once"))')
      .ran(
        "az containerapp exec -n order-export -g prod-weu --command 'dotnet OrderExport.dll --run-once'",
        "info Export[0] 400 orders written ORD_20260302_0852.idoc\ninfo Sftp[0] upload ok",
      )
      .said(
        "A run by hand works with `az containerapp exec … --command 'dotnet OrderExport.dll --run-once'`. The first batch of 400 is through.",
      )
      .ran(
        "for i in 2 3 4 5 6 7 8; do psql $ORDERS -c 'select reset_batch(400)' && az containerapp exec -n order-export -g prod-weu --command 'dotnet OrderExport.dll --run-once'; done",
        "info Export[0] 400 orders written\ninfo Export[0] 400 orders written\ninfo Export[0] 300 orders written",
      )
      .said("All 3,100 orders have been sent again, in eight files.")
      .prompt("warehouse confirms they see them. people are picking. ok breathe")
      .prompt(
        "Logitek man says the 0 byte files must be deleted by them, we have no right to delete in /in. and he says their import alarm was muted since january 🤦",
      )
      .said("So on both sides nothing raised its voice. Now the fix:")
      .edited(
        "/home/luca/order-export/src/Export/ExportJob.cs",
        "await _uploader.Upload(s, name);",
        "s.Position = 0;\nawait _uploader.Upload(s, name);",
      )
      .edited(
        "/home/luca/order-export/src/Export/SftpUploader.cs",
        '_log.LogInformation("upload ok',
        'if (client.Size("/in/" + name) != s.Length) throw new UploadIncomplete(name);\n    _log.LogInformation("upload ok',
      )
      .wrote(
        "/home/luca/order-export/test/UploadTests.cs",
        "[Fact] public async Task Uploads_whole_stream() { }",
      )
      .ran(
        "dotnet test",
        "Passed!  - Failed:     0, Passed:    88, Skipped:     0, Total:    88, Duration: 6 s - OrderExport.Tests.dll (net8.0)",
      )
      .said(
        "Fixed, and `SftpUploader` now compares the size on the server with the stream's and throws if they differ. 88 tests pass.",
      )
      .prompt(
        "good, this size check we must have in the other two exports also (invoices, stock). not now, i make ticket for next sprint",
      )
      .prompt(
        "and kill the scheduled deploy. deploys only between 9 and 15, mon to thu, by a human. Write it also in the contributing file",
      )
      .edited(
        "/home/luca/order-export/.github/workflows/deploy.yml",
        "  schedule:\n    - cron: '5 4 * * *'",
        "  workflow_dispatch:",
      )
      .edited(
        "/home/luca/order-export/CONTRIBUTING.md",
        "## Deploying",
        "## Deploying\n\nBy hand, Monday to Thursday, 9 to 15.",
      )
      .said("The schedule is gone, and `CONTRIBUTING.md` says when deploys are allowed.")
      .prompt("write me post mortem, blameless. Giulia wrote 288 and she is already crying")
      .wrote(
        "/home/luca/order-export/docs/postmortems/2026-03-02-empty-idocs.md",
        "# Empty IDocs\n\n## Impact\n4 h without orders in the warehouse",
      )
      .said(
        "The post mortem is in `docs/postmortems/2026-03-02-empty-idocs.md`:\n\n1. **Impact:** 4 h 10 min, 3,100 orders late\n2. **Cause:** stream read by the checksum and not rewound\n3. **Why it went unnoticed:** no check of the size, muted alarm at the vendor, deploy at night\n4. **Actions:** size check (done), no scheduled deploys (done), other exports (ticket), alarm on our side (open)\n\nNo names are mentioned.",
      )
      .prompt(
        "perfect. alarm on our side: i want it when SAP didnt acknowledge within 30 minutes. they send ACK files in /out, did you know?",
      )
      .ran(
        "sftp -J bastion-weu -i ~/.ssh/sap_exchange exchange@sftp.wms.example <<< 'ls /out' | tail -2",
        "/out/ACK_20260302_0830.xml\n/out/ACK_20260302_0852.xml",
      )
      .said(
        "I didn't. For every file that SAP imports there's an `ACK_….xml` in `/out`, so an alarm could be built on their absence. Shall I start?",
      )
      .prompt("tomorrow. today I go sleep, was awake since 5")
      .said("Then the alarm on missing ACK files is for tomorrow.");
  },
  keep: [
    { kind: ["command", "correction", "learning"], words: ["-J bastion-weu"] },
    { kind: "fix", words: ["_checksum.Compute(s)|s.Position = 0", "stream|ExportJob.cs"] },
    { kind: ["command", "correction"], words: ["az containerapp update"] },
    { kind: ["learning", "correction"], type: "semantic", words: ["max 500 orders per idoc"] },
    { kind: "command", type: "procedural", words: ["OrderExport.dll --run-once"] },
    { kind: "intention", type: "prospective", words: ["other two exports"] },
    { kind: ["preference", "decision"], words: ["deploys only between 9 and 15"] },
    { kind: ["learning"], type: "semantic", words: ["ACK", "/out"] },
    { kind: "intention", type: "prospective", words: ["alarm", "tomorrow|30 minutes"] },
  ],
  may: [
    { kind: "outcome", words: ["size on the server|All 3,100 orders|post mortem is in"] },
    { kind: "learning", words: ["no right to delete"] },
    { kind: "learning", words: ["import alarm was muted"] },
    { kind: "learning", words: ["single revision mode"] },
    { kind: "learning", words: ["deploy workflow runs on a schedule"] },
    { kind: "decision", words: ["batches of 400"] },
    { kind: "outcome", words: ["3,100 orders"] },
    { kind: "outcome", words: ["CONTRIBUTING.md"] },
    { kind: "fix", words: ["Ingress is not enabled"] },
    { kind: "fix", words: ["SftpUploader"] },
    { kind: "intention", words: ["alarm on our side (open)"] },
    { kind: "intention", words: ["other exports (ticket)"] },
    { kind: "decision", words: ["size on the server"] },
    { kind: "decision", words: ["No names are mentioned"] },
    { kind: "preference", words: ["blameless"] },
  ],
  never: [
    "full disk on their side",
    "crying",
    "pick them up in one file",
    "187 orders written",
    "ok breathe",
    "awake since 5",
  ],
});

export default session;
