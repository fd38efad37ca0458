import { type LabelledSession, labelled } from "../../../session.ts";

/** Planning and first steps of taking one Terraform state apart; much thinking aloud, minds are changed. */
const session: LabelledSession = labelled({
  name: "state-split",
  project: "/home/ola/infra",
  talk: (t) => {
    t.prompt(
      "our terraform state has 2,900 resources and a plan takes 14 minutes. i'd like to split it. let's think first, don't touch anything",
    )
      .ran(
        "terraform state list | cut -d. -f1,2 | sort | uniq -c | sort -rn | head",
        "    812 module.dns\n    640 module.iam\n    511 module.gke\n    388 module.sql\n    202 module.monitoring\n    190 module.network\n     71 module.buckets",
      )
      .ran("ls", "backend.tf  envs  main.tf  modules  variables.tf  versions.tf")
      .said(
        "Some ways to cut it:\n\n- **By environment**: dev, staging and prod each get a state. Now all three are in one through `for_each`.\n- **By layer**: network → gke/sql → apps\n- **By team**: who changes what\n\nThey can be combined. What hurts most today, the time or the blast radius?",
      )
      .prompt(
        "time mostly. but also last month someone destroyed the dev db and locked prod with it, nobody could apply for 2 hours. so both i guess",
      )
      .said("Then by environment is what prevents the second and cuts the first to about a third.")
      .prompt(
        "yeah but dns alone is 812 and it's for all environments. could workspaces do it? or terragrunt?",
      )
      .said(
        "Workspaces share one configuration and one backend, so permissions can't differ between dev and prod. Terragrunt would work; it adds a tool that the CI and everybody's laptop must have.",
      )
      .prompt("terragrunt sounds nice actually, i used it at my old job. let's go with terragrunt")
      .said(
        "OK. It would look like this:\n\n```\nlive/\n  dev/{network,gke,sql}/terragrunt.hcl\n  prod/{network,gke,sql}/terragrunt.hcl\n  global/{dns,iam}/terragrunt.hcl\n```",
      )
      .prompt("hm, wait. atlantis. does atlantis do terragrunt")
      .said("Not out of the box: it needs a custom workflow and an image with the binary.")
      .prompt(
        "then no, the atlantis image is managed by the security guys and getting anything in there takes forever. plain terraform with directories, same layout",
      )
      .said(
        "Fine: plain root modules in the same layout, shared code stays in `modules/`, and values pass between states by remote state or by name lookups.",
      )
      .prompt("remote state or data sources? opinions")
      .said(
        "| | `terraform_remote_state` | data sources |\n|---|---|---|\n| Coupling | to outputs of the other state | to names in GCP |\n| Rights | reads the whole other state, secrets too | only the object |\n| Plan | fast | a call each |\n\nI'd use data sources. With remote state everyone who plans dev could read prod's passwords out of `global`.",
      )
      .prompt("convincing. data sources")
      .said("Good. I'll write them so that the names stay the only contract.")
      .prompt("now how do we move 2900 resources without a day of downtime for everyone")
      .thought(
        "Options: terraform state mv between files, or import/removed blocks. Import and removed blocks are reviewable in PRs and work with Atlantis.",
      )
      .said(
        "With `removed` blocks in the old configuration and `import` blocks in the new one. Both are in pull requests, Atlantis plans them, and nothing is pulled to a laptop. `terraform state mv` would be quicker to type, but someone has to hold the lock and push state by hand. Our version is 1.5.7 though, and `removed` came with 1.7.",
      )
      .prompt(
        "can we not upgrade? oh. licence. legal said no to anything after 1.5. we'd have to go opentofu",
      )
      .ran(
        "grep -rn required_version versions.tf modules | head -3",
        'versions.tf:2:  required_version = "~> 1.5.7"\nmodules/gke/versions.tf:2:  required_version = ">= 1.3"',
      )
      .said(
        "OpenTofu has `removed` since 1.7 as well and reads a 1.5 state without conversion. Does Atlantis' image contain it?",
      )
      .prompt("since january yes! ok so: tofu first, then split. that's the order")
      .ran("tofu version", "OpenTofu v1.9.0\non linux_amd64")
      .ran(
        "tofu init && tofu plan -lock=false -target=module.buckets",
        `Error: Failed to query available provider packages

Could not retrieve the list of available versions for provider hashicorp/google: could not connect to registry.opentofu.org: dial tcp: lookup registry.opentofu.org: no such host`,
        1,
      )
      .said("The provider can't be downloaded, the registry isn't reachable from here.")
      .prompt("we have a mirror, artifactory. TF_CLI_CONFIG_FILE=ops/tofu.tfrc i think")
      .ran(
        "TF_CLI_CONFIG_FILE=$PWD/ops/tofu.tfrc tofu init && TF_CLI_CONFIG_FILE=$PWD/ops/tofu.tfrc tofu plan -lock=false -target=module.buckets",
        "OpenTofu has been successfully initialized!\n\nNo changes. Your infrastructure matches the configuration.",
      )
      .said(
        "With the mirror it initialises, and the buckets plan without changes. The path has to be absolute.",
      )
      .prompt("great. full plan?")
      .ran(
        "TF_CLI_CONFIG_FILE=$PWD/ops/tofu.tfrc tofu plan -lock=false",
        `module.sql.google_sql_database_instance.main["prod"] must be replaced
  ~ root_password = (sensitive value) # forces replacement

Plan: 1 to add, 0 to change, 1 to destroy.`,
      )
      .said(
        "Careful: one change, and it would **replace the prod database**. The provider in the mirror is 6.20, the lock file has 5.44; in 6.x `root_password` is read back from the API and ours was set by hand.",
      )
      .prompt("HA. ok pin the provider to 5.44")
      .edited("/home/ola/infra/versions.tf", 'version = ">= 5.0"', 'version = "5.44.2"')
      .ran(
        "TF_CLI_CONFIG_FILE=$PWD/ops/tofu.tfrc tofu init -upgrade >/dev/null && TF_CLI_CONFIG_FILE=$PWD/ops/tofu.tfrc tofu plan -lock=false",
        "No changes. Your infrastructure matches the configuration.",
      )
      .said(
        "With 5.44.2 there are no changes. `versions.tf` said `>= 5.0`, so any upgrade of the mirror could have done that.",
      )
      .prompt(
        "scary. please never propose an apply here when a plan contains a destroy on sql or gke, whatever the reason",
      )
      .said("Understood.")
      .compacted(
        "1. Primary Request and Intent:\n   Split one Terraform state of 2,900 resources so that plans are quicker and dev cannot block prod.\n\n2. What was settled:\n   - Plain root modules under live/<env>/<layer>, no Terragrunt (Atlantis image)\n   - Data sources instead of remote state\n   - OpenTofu first, then removed and import blocks\n\n3. State of the work:\n   - OpenTofu 1.9 reads the state through the mirror; with the google provider at 5.44.2 a full plan shows no changes.\n   - Nothing has been moved yet.\n\n4. Pending:\n   - Every new state bucket needs a KMS key of its own; ticket CLD-882 with the cloud team is open and prod cannot be moved before it is done.\n   - Choose the first piece.",
      )
      .prompt("ok which piece first? i'd say dns, nothing depends on it... or does it")
      .called("Grep", { pattern: "module.dns", path: "/home/ola/infra/main.tf" })
      .gave(
        'main.tf:88:  zone = module.dns.zone_names["internal"]\nmain.tf:131:  cert_dns_auth = module.dns.auth_records',
      )
      .said(
        "Two uses: the internal zone's name in `gke`, and the certificate records in `network`. Both can be data sources. Monitoring has no dependants at all and is the better rehearsal.",
      )
      .prompt("monitoring as the rehearsal, then dns")
      .wrote(
        "/home/ola/infra/live/global/monitoring/main.tf",
        'module "monitoring" {\n  source = "../../../modules/monitoring"\n}\n',
      )
      .wrote(
        "/home/ola/infra/live/global/monitoring/imports.tf",
        'import {\n  to = module.monitoring.google_monitoring_alert_policy.this["latency"]\n  id = "projects/p/alertPolicies/118"\n}\n',
      )
      .edited(
        "/home/ola/infra/main.tf",
        'module "monitoring" {',
        'removed {\n  from = module.monitoring\n  lifecycle {\n    destroy = false\n  }\n}\n# module "monitoring" {',
      )
      .ran(
        "TF_CLI_CONFIG_FILE=$PWD/ops/tofu.tfrc tofu -chdir=live/global/monitoring plan -lock=false",
        "Plan: 202 to import, 0 to add, 0 to change, 0 to destroy.",
      )
      .said("202 to import and nothing else.")
      .prompt("beautiful. pr, but draft. i want anders to see it, he's back on the 16th")
      .ran("gh pr create --draft --fill", "https://github.com/nordlys/infra/pull/512")
      .said("Draft: https://github.com/nordlys/infra/pull/512.")
      .prompt("write down the plan in docs/split.md, short")
      .wrote(
        "/home/ola/infra/docs/split.md",
        "# Taking the state apart\n\n1. OpenTofu\n2. monitoring, then dns\n3. per environment\n",
      )
      .said("It's in `docs/split.md`.");
  },
  keep: [
    {
      kind: ["decision", "learning"],
      words: ["plain terraform with directories|plain root modules|atlantis image is managed"],
    },
    { kind: "decision", words: ["I'd use data sources|prod's passwords|convincing. data sources"] },
    { kind: ["learning", "decision"], words: ["legal said no to anything after 1.5"] },
    { kind: "decision", words: ["tofu first, then split"] },
    { kind: "command", type: "procedural", words: ["TF_CLI_CONFIG_FILE=$PWD/ops/tofu.tfrc"] },
    { kind: "fix", words: ["root_password|replace the prod database|No changes", "versions.tf|5.44"] },
    { kind: "preference", type: "semantic", words: ["never propose an apply"] },
    { kind: ["decision", "intention"], words: ["monitoring as the rehearsal"] },
    { kind: ["intention", "summary"], words: ["CLD-882"] },
  ],
  may: [
    {
      kind: ["summary", "decision", "learning", "outcome", "intention"],
      words: ["2,900 resources|OpenTofu 1.9 reads the state|Plain root modules under live"],
    },
    { kind: "fix", words: ["registry.opentofu.org"] },
    { kind: "intention", words: ["anders to see it"] },
    { kind: ["learning", "decision"], words: ["any upgrade of the mirror|pin the provider"] },
    { kind: "learning", words: ["Workspaces share one configuration"] },
    { kind: "outcome", words: ["monitoring"] },
    { kind: "learning", words: ["we have a mirror|path has to be absolute"] },
    { kind: "learning", words: ["locked prod with it"] },
    { kind: ["learning", "decision"], words: ["OpenTofu has `removed` since 1.7"] },
    { kind: "decision", words: ["`removed` blocks in the old configuration"] },
    { kind: "learning", words: ["Two uses"] },
  ],
  never: [
    "let's go with terragrunt",
    "terragrunt sounds nice",
    "my old job",
    "terragrunt.hcl",
    "nothing depends on it",
    "both i guess",
  ],
});

export default session;
