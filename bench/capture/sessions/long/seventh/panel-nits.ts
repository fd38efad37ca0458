import { type LabelledSession, labelled } from "../../../session.ts";

/** An afternoon of small things around a repository of infrastructure: lint, labels, a badge, questions; nothing lasts. */
const session: LabelledSession = labelled({
  name: "panel-nits",
  project: "/home/ife/observability",
  talk: (t) => {
    t.prompt("hey, yamllint complains about 3 files, can you sort it")
      .ran(
        "yamllint .",
        "./dash/api.yaml\n  14:81      error    line too long (97 > 80 characters)  (line-length)\n./dash/jobs.yaml\n  3:1       error    trailing spaces  (trailing-spaces)\n./rules/disk.yaml\n  9:5       error    wrong indentation: expected 6 but found 4  (indentation)",
        1,
      )
      .edited("/home/ife/observability/dash/jobs.yaml", "refresh: 1m  ", "refresh: 1m")
      .edited("/home/ife/observability/rules/disk.yaml", "    - alert", "      - alert")
      .edited(
        "/home/ife/observability/dash/api.yaml",
        "description: Requests by route",
        "description: >-\n  Requests by route",
      )
      .ran("yamllint . && echo clean", "clean")
      .said("All three are fixed; it was a long line, trailing spaces and an indentation.")
      .prompt('cool. the title of the api panel should read "Requests / s"')
      .edited("/home/ife/observability/dash/api.yaml", "title: Requests", "title: Requests / s")
      .said("Done.")
      .prompt("hm with a per? Requests per second. what do you think")
      .said(
        'Both are common. "Requests per second" is easier to read aloud; "Requests / s" is shorter on a small panel.',
      )
      .prompt("ok per second")
      .edited("/home/ife/observability/dash/api.yaml", "Requests / s", "Requests per second")
      .said("Changed.")
      .prompt("no wait its cut off on my laptop. back")
      .edited("/home/ife/observability/dash/api.yaml", "Requests per second", "Requests / s")
      .said('It reads "Requests / s" again.')
      .prompt("could the latency line be orange?")
      .edited("/home/ife/observability/dash/api.yaml", "color: blue", "color: orange")
      .said("The line is orange now.")
      .prompt("why is p99 sometimes above max?? screenshot from tobi, he finds it hilarious")
      .said(
        "Probably because the histogram interpolates within a bucket while max comes from a gauge; the two needn't agree at the edges. I haven't verified it.",
      )
      .prompt("lol ok. never mind")
      .prompt("make serve is dead?")
      .ran(
        "make serve",
        "docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?\nmake: *** [Makefile:7: serve] Error 1",
        1,
      )
      .prompt("ah my docker desktop was asleep. try again")
      .ran("make serve", "grafana-1  | HTTP Server Listen address=[::]:3000")
      .said("Grafana is up on port 3000.")
      .command("/model", "sonnet")
      .prompt("can you make the readme less ugly, the badge is broken")
      .read(
        "/home/ife/observability/README.md",
        "# observability\n![build](https://ci.example.org/old/badge.svg)\nDashboards and rules.",
      )
      .edited(
        "/home/ife/observability/README.md",
        "https://ci.example.org/old/badge.svg",
        "https://ci.example.org/observability/badge.svg",
      )
      .said(
        "The badge points to the current pipeline. Shall I also add a section on how dashboards are laid out?",
      )
      .prompt("nah")
      .prompt("whats the difference between rate and irate again")
      .said(
        "`rate` averages over the whole window:\n\n- smooth, good for alerts\n\n`irate` takes the last two samples:\n\n- nervous, good for zooming in\n\nBoth handle counter resets.",
      )
      .prompt("right, always forget. should we use irate for the api panel?")
      .said("I'd stay with `rate`; on a one-minute refresh `irate` would jump around.")
      .prompt("yeah no reason to touch it")
      .prompt(
        "ok next, sort the alerts in disk.yaml alphabetically? or by severity? hmm. alphabetically is boring but greppable",
      )
      .edited(
        "/home/ife/observability/rules/disk.yaml",
        "- alert: DiskSlow\n- alert: DiskFull",
        "- alert: DiskFull\n- alert: DiskSlow",
      )
      .said("They are in alphabetical order: DiskFull, DiskSlow, InodesLow.")
      .ran(
        "promtool check rules rules/*.yaml",
        "Checking rules/disk.yaml\n  SUCCESS: 3 rules found\nChecking rules/api.yaml\n  SUCCESS: 5 rules found",
      )
      .prompt('is there a typo in "avaliable" somewhere, i saw one')
      .called("Grep", { pattern: "avaliable", path: "." })
      .gave("rules/disk.yaml:21:  summary: Less than 10 % avaliable")
      .edited("/home/ife/observability/rules/disk.yaml", "avaliable", "available")
      .said("Fixed in `rules/disk.yaml:21`.")
      .prompt("commit the lot, message whatever")
      .ran(
        "git commit -qam 'Tidy dashboards' && git push",
        "To git.example.org:infra/observability\n   71ce0aa..b0e19f3  main -> main",
      )
      .said("Pushed as `b0e19f3`.")
      .prompt("did ci pass")
      .ran("glab ci status", "(passed) • 00m 41s  lint\n(passed) • 00m 12s  rules")
      .said("Yes, both jobs passed.")
      .prompt("my cat just walked over the keyboard, ignore anything after this asdlfkj")
      .said("Nothing to undo, nothing was run.")
      .prompt("hehe. ok, thanks, cu tomorrow");
  },
  may: [
    { kind: "decision", words: ["I'd stay with `rate`"] },
    { kind: "preference", words: ["alphabetically"] },
    { kind: "decision", words: ["alphabetical"] },
  ],
  never: [
    "orange",
    "port 3000",
    "docker desktop",
    "laptop",
    "hilarious",
    "cat just",
    "badge",
    "avaliable",
    "Requests per second",
    "trailing spaces",
    "haven't verified",
    "nervous",
  ],
});

export default session;
