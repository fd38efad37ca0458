import { type LabelledSession, labelled } from "../../../session.ts";

/** Terraform for a heap of AWS accounts; the talk is compacted half way, and a key gets pasted. */
const session: LabelledSession = labelled({
  name: "account-vending",
  held: true,
  project: "/home/bex/kestrel/landing-zone",
  talk: (t) => {
    t.prompt(
      "ok we have 14 aws accounts, all in one fat tf state in landing-zone/main. plan takes 11 minutes and last week someone nearly nuked the audit bucket. want to split it. have a look first",
    )
      .ran(
        "ls && wc -l *.tf",
        "accounts.tf\naudit.tf\nbackend.tf\nnetwork.tf\nscp.tf\nsso.tf\n  412 accounts.tf\n  198 audit.tf\n   14 backend.tf\n  901 network.tf\n  233 scp.tf\n  377 sso.tf\n 2135 total",
      )
      .read(
        "/home/bex/kestrel/landing-zone/backend.tf",
        'terraform {\n  backend "s3" {\n    bucket = "kestrel-tfstate"\n    key    = "landing-zone/main.tfstate"\n    region = "eu-west-1"\n  }\n}',
      )
      .said(
        `Here's the lay of the land:

- One state with ~1,900 resources over 14 accounts, by 14 provider aliases
- \`network.tf\` makes up 70 % of it

Ways to split:

1. **Workspaces**, one per account: the least typing, but they share one backend and one set of code
2. **One state per account**, with a module \`account-baseline\`
3. One state per *layer* (org, network, sso)

I lean towards workspaces as the smallest step.`,
      )
      .prompt(
        "workspaces are exactly how the audit thing nearly happened, someone had the wrong one selected. one state per account, own folder each. done",
      )
      .said(
        "One folder and one state per account. I'll lay out `accounts/<name>/` and start with a low-stakes one. Sandbox?",
      )
      .prompt("yeah sandbox. btw that one gets wiped by aws-nuke every friday at 20:00 so dont be surprised")
      .wrote(
        "/home/bex/kestrel/landing-zone/accounts/sandbox/main.tf",
        'module "baseline" {\n  source = "../../modules/account-baseline"\n  name   = "sandbox"\n}',
      )
      .wrote(
        "/home/bex/kestrel/landing-zone/modules/account-baseline/main.tf",
        'resource "aws_iam_account_password_policy" "this" {}\nresource "aws_ebs_encryption_by_default" "this" {}',
      )
      .ran(
        "cd accounts/sandbox && terraform init && terraform plan",
        `Error: No valid credential sources found

  with provider["registry.terraform.io/hashicorp/aws"],
  on main.tf line 1, in provider "aws":

Error: failed to refresh cached credentials, no EC2 IMDS role found`,
        1,
      )
      .said("No credentials in this shell. How do you normally log in?")
      .prompt("sso. session is called kestrel. profiles are kestrel-<account>")
      .ran(
        "aws sso login --sso-session kestrel && cd accounts/sandbox && AWS_PROFILE=kestrel-sandbox terraform plan",
        "Successfully logged into Start URL: https://kestrel.awsapps.com/start\n\nTerraform used the selected providers to generate the following execution plan.\n\nPlan: 9 to add, 0 to change, 0 to destroy.",
      )
      .said(
        "The plan works with `aws sso login --sso-session kestrel` and `AWS_PROFILE=kestrel-sandbox`. Shall I apply?",
      )
      .prompt(
        "NO. you never apply. ever, in no account. you plan, i read, pipeline applies. sorry for shouting but thats a hard rule",
      )
      .said("Understood, plans only. Next I'll import what exists, so the 9 additions become zero.")
      .wrote(
        "/home/bex/kestrel/landing-zone/accounts/sandbox/imports.tf",
        'import {\n  to = module.baseline.aws_iam_account_password_policy.this\n  id = "iam-account-password-policy"\n}',
      )
      .ran(
        "cd accounts/sandbox && AWS_PROFILE=kestrel-sandbox terraform plan",
        "Plan: 9 to import, 0 to add, 0 to change, 0 to destroy.",
      )
      .said("9 to import, nothing to add or change.")
      .prompt("nice. now payments, thats the scary one")
      .wrote(
        "/home/bex/kestrel/landing-zone/accounts/payments/main.tf",
        'module "baseline" {\n  source = "../../modules/account-baseline"\n  name   = "payments"\n}\n\nresource "aws_acm_certificate" "edge" {\n  provider    = aws.us_east_1\n  domain_name = "pay.kestrel.example"\n}',
      )
      .ran(
        "cd accounts/payments && terraform init && AWS_PROFILE=kestrel-payments terraform plan",
        `Error: reading ACM Certificate (arn:aws:acm:us-east-1:222222222222:certificate/7f1c): operation error ACM: DescribeCertificate, https response error StatusCode: 400,
api error AccessDeniedException: User: arn:aws:sts::222222222222:assumed-role/AWSReservedSSO_Plan is not authorized to perform: acm:DescribeCertificate with an explicit deny in a service control policy`,
        1,
      )
      .prompt(
        "hang on i have keys somewhere. AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY try those",
      )
      .said(
        "I'd rather not use a long-lived key that was pasted into a chat; please rotate it. And it wouldn't help: the deny comes from an SCP, which binds every principal in the account.",
      )
      .prompt("ugh yes sorry, rotating")
      .called("Grep", { pattern: "aws:RequestedRegion", path: "scp.tf", output_mode: "content", "-A": 6 })
      .gave(
        'scp.tf:88:      "StringNotEquals": { "aws:RequestedRegion": ["eu-west-1", "eu-central-1"] }\nscp.tf-89-    }\nscp.tf-90-    NotAction = ["iam:*", "organizations:*", "route53:*", "cloudfront:*", "sts:*", "support:*"]',
      )
      .said(
        "Root cause: the region SCP in `scp.tf:88` denies everything outside of the two EU regions, and `acm:*` isn't among the exceptions, though certificates for CloudFront have to live in us-east-1.",
      )
      .edited(
        "/home/bex/kestrel/landing-zone/scp.tf",
        '"cloudfront:*", "sts:*"',
        '"cloudfront:*", "acm:*", "sts:*"',
      )
      .said("Added `acm:*` to the exceptions in `scp.tf`; it takes effect once the pipeline has applied it.")
      .wait(20)
      .prompt("applied. try again")
      .ran(
        "cd accounts/payments && AWS_PROFILE=kestrel-payments terraform plan",
        "Plan: 31 to import, 0 to add, 2 to change, 0 to destroy.",
      )
      .said("It gets through. Two changes, both tags only.")
      .command("/compact")
      .compacted(
        `1. Primary request: Bex wants the single Terraform state of 14 AWS accounts in landing-zone/main split up.

2. What was done:
   - accounts/sandbox and accounts/payments have their own folder and state; sandbox 9 imports, payments 31 imports and 2 tag changes.
   - modules/account-baseline holds what all accounts have in common.
   - scp.tf: acm:* added to the exceptions of the region deny.

3. Decisions:
   - One state per account in accounts/<name>/, no workspaces, since the wrong workspace nearly destroyed the audit bucket.
   - State locking uses the native S3 lockfile (use_lockfile) rather than the DynamoDB table, because the table lives in an account that will be closed.

4. Constraints: Claude must never apply; only plan.

5. Pending:
   - The remaining 12 accounts, network last.
   - The break-glass user in the audit account is to be deleted only after the disaster recovery test in May.`,
      )
      .prompt("carry on with audit")
      .wrote(
        "/home/bex/kestrel/landing-zone/accounts/audit/main.tf",
        'module "baseline" {\n  source = "../../modules/account-baseline"\n  name   = "audit"\n}\n\nresource "aws_s3_bucket" "trail" {\n  bucket = "kestrel-audit-trail"\n  lifecycle {\n    prevent_destroy = true\n  }\n}',
      )
      .ran(
        "cd accounts/audit && terraform init && AWS_PROFILE=kestrel-audit terraform plan",
        "Plan: 22 to import, 0 to add, 0 to change, 0 to destroy.",
      )
      .said("22 imports, no changes. The trail bucket has `prevent_destroy`.")
      .prompt("👍 do the boring ones in one go: dev, stage, data, ml, web, mobile, tools, partner")
      .ran(
        "for a in dev stage data ml web mobile tools partner; do scripts/vend.sh $a; done",
        "dev: 18 to import, 0 to change\nstage: 18 to import, 0 to change\ndata: 40 to import, 1 to change\nml: 25 to import, 0 to change\nweb: 19 to import, 0 to change\nmobile: 12 to import, 0 to change\ntools: 33 to import, 0 to change\npartner: Error: configuring Terraform AWS Provider: no valid profile kestrel-partner",
        1,
      )
      .prompt(
        "partner isnt in our org anymore, it went with the acquisition to Halden in december. skip it, delete the folder",
      )
      .ran("rm -r accounts/partner", "")
      .said("Removed `accounts/partner`. The one change in `data` is a tag.")
      .prompt("maybe we should use terragrunt for all this repetition? or opentofu even")
      .said(
        "It could take the eleven backend blocks off your hands, but it is one more tool, and the blocks are six lines each. I'd wait until it hurts.",
      )
      .prompt("true. not now")
      .prompt("how long does a plan take at the moment")
      .ran(
        "time (cd accounts/tools && AWS_PROFILE=kestrel-tools terraform plan >/dev/null)",
        "real\t0m38.214s\nuser\t0m9.120s",
      )
      .said("38 seconds for `tools`.")
      .prompt("beautiful. from 11 mins. only network left, i'll do that with Radek next sprint, he wrote it")
      .said(
        `Where things stand:

- 11 accounts have a state of their own under \`accounts/\`
- Common parts in \`modules/account-baseline\`
- 0 resources to be created or destroyed in any plan

The old \`landing-zone/main\` state still holds everything; its resources must be taken out with \`removed\` blocks before anyone runs a plan there.`,
      )
      .prompt("oh good point. wont do that today, tomorrow first thing. cheers");
  },
  keep: [
    { kind: "decision", type: "episodic", words: ["one state per account", "own folder|no workspaces"] },
    { kind: "learning", type: "semantic", words: ["aws-nuke every friday"] },
    {
      kind: ["command", "learning"],
      words: ["aws sso login --sso-session kestrel", "AWS_PROFILE=kestrel-sandbox"],
    },
    { kind: "preference", type: "semantic", words: ["never apply"] },
    { kind: "fix", words: ["scp.tf", "us-east-1|acm:*"] },
    { kind: ["summary", "decision"], words: ["use_lockfile", "DynamoDB"] },
    { kind: ["summary", "intention"], words: ["break-glass", "disaster recovery test"] },
    {
      kind: ["intention", "learning"],
      words: ["removed` blocks|tomorrow first thing|landing-zone/main` state still holds"],
    },
    { kind: "outcome", words: ["account-baseline|state of their own"] },
  ],
  may: [
    { kind: ["summary", "preference"], words: ["must never apply"] },
    { kind: ["summary", "fix", "outcome"], words: ["region deny"] },
    { kind: ["learning", "correction"], words: ["Halden"] },
    { kind: "intention", words: ["Radek"] },
    { kind: ["summary", "intention"], words: ["remaining 12 accounts"] },
    { kind: ["decision", "intention"], words: ["not now"] },
    { kind: "learning", words: ["38 seconds"] },
    { kind: ["summary", "outcome"], words: ["sandbox 9 imports"] },
    { kind: "intention", words: ["rotat"] },
    { kind: "learning", words: ["profiles are kestrel-"] },
    { kind: "decision", words: ["wait until it hurts"] },
  ],
  never: [
    "AKIAIOSFODNN7EXAMPLE",
    "wJalrXUtnFEMI",
    "lean towards workspaces",
    "sorry for shouting",
    "beautiful",
  ],
});

export default session;
