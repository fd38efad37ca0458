import { type LabelledSession, labelled } from "../../../session.ts";

/** An audit needs evidence out of the cloud and the repositories: scripts, exceptions, a policy; Python and Terraform, compacted once. */
const session: LabelledSession = labelled({
  name: "evidence-season",
  project: "/home/delphine/compliance",
  talk: (t) => {
    t.prompt(
      "audit season. i need evidence for CC6.1 (access), CC6.7 and CC8.1 (change mgmt) for the period 1 jan - 31 dec. last year i did all by screenshot, never again. lets script it, python, output one folder per control",
    )
      .said("I'll see what the repository has already.")
      .ran(
        "ls -R | head -20",
        ".:\n2025-manual\ncontrols.yaml\npyproject.toml\nREADME.md\n\n./2025-manual:\nCC6.1.docx\nCC8.1.docx",
      )
      .read(
        "/home/delphine/compliance/controls.yaml",
        "CC6.1:\n  owner: delphine\n  title: Logical access\nCC6.7:\n  owner: samir\n  title: Transmission of data\nCC8.1:\n  owner: delphine\n  title: Change management",
      )
      .said(
        "I suggest `evidence/<control>/<date>-<name>.json` plus a `manifest.csv` with the SHA-256 of each file, so the auditors can check that nothing was changed afterwards.",
      )
      .prompt("json they cant read. csv or pdf. the people at Kessler & Voigt live in excel. manifest yes")
      .said("CSV then, with `;` or `,`?")
      .prompt("comma, theyre in dublin")
      .wrote(
        "/home/delphine/compliance/evidence/base.py",
        "@dataclass\nclass Evidence:\n    control: str\n    name: str\n    rows: list[dict]\n\n    def write(self, root: Path) -> Path: …",
      )
      .said("First CC6.1: users with their roles and MFA. Where do people log in?")
      .prompt(
        "okta for everything. aws by identity center. one exception, the break-glass iam users, 2 of them, in the root account, keys are in the safe",
      )
      .wrote("/home/delphine/compliance/evidence/okta.py", "def users(client: Okta) -> Evidence: …")
      .ran(
        "uv run evidence collect CC6.1",
        "httpx.HTTPStatusError: Client error '429 Too Many Requests' for url 'https://calder.okta.com/api/v1/users/00u8.../factors'\nX-Rate-Limit-Limit: 600",
        1,
      )
      .said(
        "There's a request for the factors of each user, and Okta allows 600 a minute for that. I'll wait until `X-Rate-Limit-Reset` and go on.",
      )
      .edited(
        "/home/delphine/compliance/evidence/okta.py",
        "r.raise_for_status()",
        "if r.status_code == 429:\n            sleep_until(int(r.headers['X-Rate-Limit-Reset']))\n            continue\n        r.raise_for_status()",
      )
      .ran(
        "uv run evidence collect CC6.1",
        "okta users: 1312 rows\nokta users without mfa: 7 rows\nwritten evidence/CC6.1/2026-03-02-okta-users.csv",
      )
      .said(
        "1,312 users, 7 without MFA. The 7:\n\n- svc-jira, svc-slack, svc-hris\n- room-paris-1, room-paris-2\n- j.okafor, l.brandt\n\nThe service accounts are usually excluded, so only two people remain.",
      )
      .prompt(
        "svc ones are not excluded! last year exactly that was a finding. service accounts need an exception with an expiry in exceptions.yaml, signed by our CISO (Runa). rooms can be excluded",
      )
      .wrote(
        "/home/delphine/compliance/exceptions.yaml",
        "- subject: svc-jira\n  control: CC6.1\n  reason: …\n  expires: 2026-09-30\n  approved_by: null",
      )
      .said(
        "`exceptions.yaml` exists with the three service accounts, `approved_by` is empty until Runa has signed. What about the two people?",
      )
      .prompt(
        "okafor is on parental leave, account should be suspended, HR process gap, i'll raise it w/ people ops. brandt no idea, ask me again tomorrow",
      )
      .said("Both stay in the list.")
      .prompt(
        "next cc8.1. every change to prod reviewed by someone else than the author. github, org calder-energy. careful with the archive repos",
      )
      .wrote(
        "/home/delphine/compliance/evidence/github.py",
        "def merged_without_review(gh: Client, since: date) -> Evidence: …",
      )
      .ran(
        "uv run evidence collect CC8.1",
        "repos: 214\nmerged pull requests: 18804\nmerged without approval: 391\nwritten evidence/CC8.1/2026-03-02-unreviewed.csv",
      )
      .said("391 of 18,804 merged pull requests have no approval by somebody else, 2.1 %.")
      .prompt("thats way too many.. who")
      .ran(
        "cut -d, -f3 evidence/CC8.1/2026-03-02-unreviewed.csv | sort | uniq -c | sort -rn | head -4",
        "    340 renovate[bot]\n     29 calder-release[bot]\n     22 (people)",
      )
      .said(
        "340 are Renovate's, which merges patch updates by itself; 29 are version bumps of the release bot; 22 are by people.",
      )
      .prompt(
        "renovate automerge is covered by policy CP-14 §3 as long as the tests are required checks. release bot too. so split it in 3 csvs, with the policy reference",
      )
      .edited(
        "/home/delphine/compliance/evidence/github.py",
        "def merged_without_review",
        "BOTS = {'renovate[bot]': 'CP-14 §3', 'calder-release[bot]': 'CP-14 §3'}\n\ndef merged_without_review",
      )
      .ran(
        "uv run evidence collect CC8.1",
        "renovate: 340 (policy CP-14 §3)\nrelease: 29 (policy CP-14 §3)\npeople: 22",
      )
      .said("Split in three. Of the 22 by people 19 are in `infra-live`.")
      .command("/compact")
      .compacted(
        `1. Primary request: scripts that collect SOC 2 evidence for CC6.1, CC6.7, CC8.1 as CSV for the auditors.
2. State:
   - evidence/base.py, okta.py, github.py, exceptions.yaml are written.
   - CC6.1: 7 users without MFA; service accounts need an exception.
   - CC8.1: 340 renovate, 29 release bot, 22 people, 19 of them in infra-live.
3. User said:
   - Nothing in this repository may name employees in file names or commit messages, because the works council has access to the repository.
   - Evidence folders are not committed, they go to the auditors' portal by hand.
4. Pending:
   - CC6.7 is Samir's, he wants to see the script before it runs against production load balancers.
5. Current work: find out why infra-live has 19 unreviewed merges.`,
      )
      .ran(
        "gh api repos/calder-energy/infra-live/branches/main/protection",
        '{"message":"Branch not protected","status":"404"}',
        1,
      )
      .said(
        "The branch `main` of `infra-live` isn't protected at all. That explains the 19: nothing forces a review there.",
      )
      .prompt("!!! it was. who removed it and when")
      .ran(
        "gh api '/orgs/calder-energy/audit-log?phrase=action:protected_branch.destroy+repo:calder-energy/infra-live' --jq '.[] | [.created_at, .actor] | @tsv'",
        "1760601600000\tcalder-terraform",
      )
      .called("Grep", {
        pattern: "github_branch_protection",
        path: "/home/delphine/compliance/../github-terraform",
      })
      .gave(
        '../github-terraform/repos.tf:31:resource "github_branch_protection" "main" {\n../github-terraform/repos.tf:32:  for_each = { for r in local.repos : r.name => r if r.tier == "prod" }',
      )
      .ran(
        "git -C ../github-terraform log --oneline -S'infra-live' -- repos.yaml",
        "f10c9d2 Sort repos into tiers\n0b1a2f3 Import repos",
      )
      .ran(
        "git -C ../github-terraform show f10c9d2 -- repos.yaml | grep -A3 infra-live",
        "+  - name: infra-live\n+    tier: internal",
      )
      .said(
        "The cause: with `f10c9d2` in `github-terraform` (16 October) the repositories were sorted into tiers, and `infra-live` became `tier: internal`. Branch protection in `repos.tf` is made for `prod` only, so Terraform removed it.",
      )
      .edited(
        "/home/delphine/github-terraform/repos.yaml",
        "  - name: infra-live\n    tier: internal",
        "  - name: infra-live\n    tier: prod",
      )
      .ran(
        "terraform plan -out=tf.plan",
        '  # github_branch_protection.main["infra-live"] will be created\n\nPlan: 1 to add, 0 to change, 0 to destroy.',
      )
      .refused("Bash", { command: "terraform apply tf.plan" })
      .prompt("applies only from atlantis, comment on the PR. local state is readonly for a reason")
      .ran(
        "gh pr create --repo calder-energy/github-terraform --title 'infra-live is prod' --body 'Protects main again.'",
        "https://github.com/calder-energy/github-terraform/pull/88",
      )
      .ran(
        "gh pr comment 88 --repo calder-energy/github-terraform --body 'atlantis apply'",
        "https://github.com/calder-energy/github-terraform/pull/88#issuecomment-1",
      )
      .wait(9)
      .ran(
        "gh api repos/calder-energy/infra-live/branches/main/protection --jq .required_pull_request_reviews.required_approving_review_count",
        "1",
      )
      .said("It's protected again, one approval required.")
      .prompt(
        "good catch. for the audit we disclose it ourselves, with the 19 reviewed after the fact. better than them finding it. i'll get the infra leads to do that till the 20th",
      )
      .said("I've added a column `reviewed_after` to the CSV for it.")
      .prompt("can this run weekly so we notice earlier? gh action? or k8s cronjob")
      .said(
        "A scheduled workflow in this repository is the simplest, it has a token for the organisation anyway.",
      )
      .prompt(
        "hmm the org token in actions, security wont like it. cronjob in the tools cluster then, vault is there",
      )
      .wrote(
        "/home/delphine/compliance/deploy/cronjob.yaml",
        "apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: evidence\nspec:\n  schedule: '0 5 * * 1'",
      )
      .said("`deploy/cronjob.yaml` runs it on Mondays at 5 and takes its tokens from Vault.")
      .prompt("enough for today, samirs part next week. thanks!!")
      .said("You're welcome! CC6.1 and CC8.1 are collected by script now, CC6.7 is left.");
  },
  keep: [
    { kind: ["decision", "preference", "correction", "learning"], words: ["csv or pdf"] },
    { kind: "learning", words: ["break-glass"], type: "semantic" },
    {
      kind: ["correction", "learning", "preference"],
      words: ["exception with an expiry|not excluded"],
      type: "semantic",
    },
    { kind: ["learning", "decision"], words: ["CP-14"], type: "semantic" },
    { kind: ["summary", "preference", "learning"], words: ["works council"], type: "semantic" },
    {
      kind: ["summary", "intention"],
      words: ["CC6.7 is Samir's"],
      type: ["prospective", "episodic", "semantic"],
    },
    { kind: ["fix", "learning"], words: ["tier: internal|repos.yaml", "infra-live"] },
    { kind: ["command", "preference", "correction", "learning"], words: ["atlantis"] },
    { kind: ["decision", "intention"], words: ["disclose it ourselves|till the 20th"] },
  ],
  may: [
    { kind: "intention", words: ["ask me again tomorrow"] },
    { kind: ["intention", "learning"], words: ["parental leave"] },
    { kind: ["decision", "learning"], words: ["tools cluster"] },
    { kind: ["summary", "preference"], words: ["not committed"] },
    { kind: ["fix", "learning"], words: ["600"] },
    { kind: "intention", words: ["samirs part"] },
    { kind: "outcome", words: ["CC8.1"] },
    { kind: "learning", words: ["okta for everything"] },
    { kind: "decision", words: ["manifest.csv|SHA-256"] },
    { kind: "decision", words: ["cronjob.yaml"] },
    { kind: "summary", words: ["service accounts need an exception"] },
  ],
  never: [
    "usually excluded",
    "never again",
    "org token in actions",
    "two people remain",
    "You're welcome",
    "2.1 %",
    "it has a token for the organisation",
  ],
});

export default session;
