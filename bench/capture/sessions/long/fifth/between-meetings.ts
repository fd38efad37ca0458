import { type LabelledSession, labelled } from "../../../session.ts";

/** Bits of a busy day between meetings: lookups, conversions, a branch, a shell line. Nothing that anyone needs again. */
const session: LabelledSession = labelled({
  name: "between-meetings",
  project: "/Users/rhian/code/quotes-svc",
  talk: (t) => {
    t.prompt("quick one, whats 1772445600 as a date, utc and london")
      .ran(
        "date -u -r 1772445600; TZ=Europe/London date -r 1772445600",
        "Mon Mar  2 10:00:00 UTC 2026\nMon Mar  2 10:00:00 GMT 2026",
      )
      .said("Monday 2 March 2026, 10:00:00 UTC. London is the same, as it's still GMT.")
      .prompt(
        'ta. and make this json readable {"q":{"id":"Q-5512","lines":[{"sku":"HX2","n":3},{"sku":"HX9","n":1}],"cur":"GBP"}}',
      )
      .said(
        '```json\n{\n  "q": {\n    "id": "Q-5512",\n    "lines": [\n      { "sku": "HX2", "n": 3 },\n      { "sku": "HX9", "n": 1 }\n    ],\n    "cur": "GBP"\n  }\n}\n```',
      )
      .prompt("did i push yesterday")
      .ran(
        "git status -sb && git log --oneline -3",
        "## rhian/expiry-copy...origin/rhian/expiry-copy [ahead 1]\n4c1e07a Wording of the expiry mail\n99d02bf Merge branch 'main' into rhian/expiry-copy\nb0071dd Bump jackson",
      )
      .said("Not everything: `4c1e07a Wording of the expiry mail` is only local. Do you want me to push it?")
      .prompt("yes")
      .ran(
        "git push",
        "To github.com:halden/quotes-svc.git\n   99d02bf..4c1e07a  rhian/expiry-copy -> rhian/expiry-copy",
      )
      .said("Pushed.")
      .wait(50)
      .prompt("back. is ci ok on that")
      .ran("gh pr checks", "build\tpass\t3m11s\nunit\tpass\t2m02s\ncontract\tfail\t41s")
      .ran(
        "gh run view --log-failed | tail -5",
        "contract\tcurl: (28) Operation timed out after 30001 milliseconds\ncontract\tError: could not fetch broker index",
      )
      .said(
        "`contract` failed with a timeout while it fetched the broker's index. It looks like a hiccup of the network, I'd just run it again.",
      )
      .prompt("rerun")
      .ran("gh run rerun --failed", "✓ Requested rerun of 1 job")
      .ran("gh run watch", "✓ contract · 44s")
      .said("It passed this time.")
      .prompt(
        "whats the jq for: all ids where status is EXPIRED from that export file. its an array under .quotes",
      )
      .said("```sh\njq -r '.quotes[] | select(.status == \"EXPIRED\") | .id' export.json\n```")
      .prompt("count them instead")
      .ran("jq '[.quotes[] | select(.status == \"EXPIRED\")] | length' ~/Downloads/export.json", "317")
      .said("317.")
      .prompt("should be about 320, close enough lol")
      .prompt("can you tidy the imports in QuoteMailer.java, intellij went mad")
      .read(
        "/Users/rhian/code/quotes-svc/src/main/java/com/halden/quotes/QuoteMailer.java",
        "package com.halden.quotes;\n\nimport java.util.*;\nimport java.util.List;\nimport static java.util.stream.Collectors.*;\nimport java.util.Map;",
      )
      .edited(
        "/Users/rhian/code/quotes-svc/src/main/java/com/halden/quotes/QuoteMailer.java",
        "import java.util.*;\nimport java.util.List;\nimport static java.util.stream.Collectors.*;\nimport java.util.Map;",
        "import static java.util.stream.Collectors.toList;\n\nimport java.util.List;\nimport java.util.Map;",
      )
      .ran("./gradlew compileJava", "BUILD SUCCESSFUL in 6s")
      .said("Tidied: the wildcard is gone and the static import stands first. It compiles.")
      .prompt("how do i say politely to a vendor that their sandbox has been down 2 days. 2 sentences")
      .said(
        "> Hi Marek, your sandbox has been answering with 502 since Thursday morning, which keeps us from finishing our tests. Could you let us know when we can expect it back?",
      )
      .prompt("marek is the nice one.. make it friendlier")
      .said(
        "> Hi Marek, hope you're well! We've been seeing 502s from the sandbox since Thursday — could you have a look when you get a minute, and let us know when it might be back?",
      )
      .prompt(
        "perfect. need to think about whether we move off gradle some day but not today and not with you :)",
      )
      .said("Fair enough! I'm here when you need me.")
      .wait(35)
      .prompt("diff between 409 and 422 again? for a quote thats expired when someone accepts it")
      .said(
        "`409 Conflict` says that the request clashes with the current state of the resource; `422` that the content itself can't be processed. Accepting an expired quote is fine as a request but not in that state, so textbooks would say 409.",
      )
      .prompt("k whatever, just wondered")
      .prompt("stash what i have, checkout main, pull")
      .ran(
        "git stash && git checkout main && git pull",
        "Saved working directory and index state WIP on rhian/expiry-copy: 4c1e07a Wording of the expiry mail\nSwitched to branch 'main'\nUpdating b0071dd..e81c220\nFast-forward\n 14 files changed, 201 insertions(+), 77 deletions(-)",
      )
      .said("You're on `main` at `e81c220`; your changes are in `stash@{0}`.")
      .prompt("run it locally pls")
      .ran("./gradlew bootRun", "Web server failed to start. Port 8080 was already in use.", 1)
      .ran("lsof -ti :8080", "4410")
      .said("Port 8080 is taken by process 4410. Shall I stop it?")
      .prompt("thats yesterdays one, yes")
      .ran("kill 4410 && ./gradlew bootRun > /tmp/boot.log 2>&1 &", "")
      .ran("curl -s localhost:8080/actuator/health", '{"status":"UP"}')
      .said("It's up.")
      .prompt("cheers thats me done, off to pilates");
  },
  keep: [],
  may: [{ kind: "intention", words: ["stash@{0}"] }],
  never: [
    "pilates",
    "Marek",
    "317",
    "move off gradle",
    "textbooks would say",
    "Port 8080",
    "hiccup of the network",
    "wildcard is gone",
  ],
});

export default session;
