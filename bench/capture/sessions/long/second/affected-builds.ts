import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/home/priya/src/atlas";

/** A monorepo whose CI takes 50 minutes: caches, affected builds, a runner's disk; a staff engineer who writes lists. */
const session: LabelledSession = labelled({
  name: "affected-builds",
  project: P,
  talk: (t) => {
    t.prompt(
      "Context: atlas is 61 packages, Nx 20 + pnpm 9, self-hosted runners on EC2. PR pipeline p50 is 48 min, it was 19 in November.\n\nGoal this week:\n1. find where the time goes\n2. get p50 under 20\n3. no new vendor\n\nStart with 1. Numbers, please, not impressions.",
    )
      .called("Task", {
        description: "Where CI time goes",
        subagent_type: "general-purpose",
        prompt: "Collect durations of the last 200 PR runs per job and step with gh api; give p50 per step",
      })
      .gave([
        {
          type: "text",
          text: "200 runs, 14–27 Feb. p50: checkout 3m10, pnpm install 6m40, lint 4m05, build 17m30, test 14m50, upload 1m20. Cache hit rate of Nx: 4 %. In November: 71 %.",
        },
      ])
      .said(
        "| Step | p50 |\n|---|---|\n| checkout | 3:10 |\n| pnpm install | 6:40 |\n| lint | 4:05 |\n| build | 17:30 |\n| test | 14:50 |\n\nThe telling number: Nx's cache hit rate is 4 %, against 71 % in November. Something changes every task's hash.",
      )
      .prompt("Agreed, that's the lead. Bisect on the hash inputs.")
      .ran(
        "NX_VERBOSE_LOGGING=true pnpm nx build @atlas/money --skip-nx-cache=false --graph=/tmp/g.json && jq '.tasks.plans' /tmp/g.json | head -6",
        'ERROR  Cannot find module "@nx/js/plugins/jest/local-registry"\n\nPass --verbose to see the stacktrace.',
        1,
      )
      .ran(
        "pnpm install --frozen-lockfile && pnpm nx show project @atlas/money --json | jq '.targets.build.inputs'",
        '[\n  "production",\n  "^production",\n  "{workspaceRoot}/tools/version.json",\n  { "runtime": "node --version" }\n]',
      )
      .ran(
        "git log --format='%h %an %ad %s' --date=short -3 -- nx.json",
        "a81ff0c Teo 2025-12-02 Stamp builds with the version\n1190ab2 Priya 2025-09-14 Remote cache on S3",
      )
      .read(
        `${P}/tools/version.json`,
        '{ "version": "2026.3.1", "commit": "de4f0aa1", "builtAt": "2026-03-02T08:41:19Z" }',
      )
      .said(
        "Found it. Since `a81ff0c` (2 December) `tools/version.json` is an input of every build, and CI rewrites it at the start of each run with the commit and the time. Every hash is new on every run, so the remote cache can never hit.",
      )
      .prompt("Right. Options?")
      .said(
        "- **A**: drop `version.json` from the inputs and inject it at deploy time\n- **B**: keep it, but only for the five deployable apps\n- **C**: write only the version, no commit and no time\n\nA is the cleanest: libraries don't need it, and the apps read it from an environment variable already in two of five cases.",
      )
      .prompt("A. Teo needs the commit in the Sentry release, make sure that survives.")
      .edited(`${P}/nx.json`, '"{workspaceRoot}/tools/version.json",', "")
      .edited(
        `${P}/.github/workflows/deploy.yml`,
        "run: pnpm nx deploy",
        "run: ATLAS_COMMIT=$GITHUB_SHA pnpm nx deploy",
      )
      .edited(
        `${P}/libs/sentry/src/release.ts`,
        'import version from "../../../../tools/version.json"',
        "const version = process.env.ATLAS_COMMIT",
      )
      .ran(
        "git push origin HEAD:ci-cache && gh run watch 88120 --exit-status",
        "✓ ci-cache PR · 88120\n  build (12m02s)\n  test (9m40s)",
      )
      .ran(
        "gh run rerun 88120 && gh run watch 88120 --exit-status",
        "✓ ci-cache PR · 88120\n  build (1m31s)\n  test (0m58s)",
      )
      .said("The second run on the same commit took 1:31 for build and 0:58 for test, with 98 % hits.")
      .prompt("Good. Next:\n- install at 6:40 is silly on warm runners\n- checkout at 3:10 as well")
      .read(
        `${P}/.github/workflows/pr.yml`,
        "- uses: actions/checkout@v4\n  with:\n    fetch-depth: 0\n- run: pnpm install --frozen-lockfile",
      )
      .said(
        "`fetch-depth: 0` fetches 9 years of history for `nx affected`, which only needs the merge base. `filter: blob:none` keeps all commits and leaves out the contents. For pnpm, the store sits on the root volume while the workspace is on the NVMe, so pnpm copies instead of hard-linking.",
      )
      .prompt("Both make sense. Do both in one PR, separate commits.")
      .edited(`${P}/.github/workflows/pr.yml`, "fetch-depth: 0", "fetch-depth: 0\n    filter: blob:none")
      .edited(
        `${P}/infra/runners/user-data.sh`,
        "pnpm config set store-dir /var/pnpm",
        "pnpm config set store-dir /mnt/nvme/pnpm",
      )
      .ran(
        "cd infra/runners && packer build .",
        'Error: Failed to prepare build: "amazon-ebs"\n\n* ExpiredToken: The security token included in the request is expired',
        1,
      )
      .prompt(
        "that one needs `aws sso login --profile build`, and AWS_PROFILE=build on the packer call. the default profile can't make AMIs",
      )
      .ran(
        "AWS_PROFILE=build packer build .",
        "==> Builds finished. The artifacts of successful builds are:\n--> amazon-ebs: AMIs were created:\neu-central-1: ami-0c7719f2",
      )
      .said("`ami-0c7719f2` is built.")
      .prompt("rolling it out to one runner group only: ci-small. If it misbehaves I don't want all 40 gone")
      .ran(
        "gh workflow run roll-runners.yml -f group=ci-small -f ami=ami-0c7719f2 && sleep 600 && gh run list --workflow pr.yml -L 3",
        "✓ 88151  pr  ci-small  14m20s\nX 88154  pr  ci-small  3m01s\n✓ 88155  pr  ci-small  13m58s",
      )
      .ran(
        "gh run view 88154 --log-failed",
        "install\tERR_PNPM_ENOSPC  ENOSPC: no space left on device, copyfile '/mnt/nvme/pnpm/v3/files/3a/…'\nDisk /mnt/nvme: 118G used of 118G",
        1,
      )
      .said(
        "The NVMe is full: on `ci-small` it has 118 GB, and workspaces of finished jobs are never removed; on the old layout that showed only after weeks as the store was elsewhere. I'd prune workspaces in the runner's job-completed hook.",
      )
      .edited(
        `${P}/infra/runners/hooks/job-completed.sh`,
        "#!/bin/sh",
        '#!/bin/sh\nrm -rf "$GITHUB_WORKSPACE"\npnpm store prune --force',
      )
      .prompt("not the store prune, it defeats the purpose. a weekly cron for that")
      .edited(`${P}/infra/runners/hooks/job-completed.sh`, "pnpm store prune --force", "")
      .edited(`${P}/infra/runners/user-data.sh`, "# cron", "0 4 * * 0 pnpm store prune")
      .said("The hook only removes the workspace; the store is pruned on Sundays at four.")
      .ran(
        "AWS_PROFILE=build packer build . && gh workflow run roll-runners.yml -f group=ci-small -f ami=ami-0d02aa18",
        "eu-central-1: ami-0d02aa18\n✓ Created workflow_dispatch event",
      )
      .wait(1400)
      .prompt("Morning. Overnight numbers?")
      .ran(
        "gh api repos/atlas/atlas/actions/runs --paginate | ./tools/ci-stats.ts --group ci-small",
        "runs 64\np50 11m48s\np95 22m10s\nfailed 3 (all real)",
      )
      .said("64 runs on `ci-small`: p50 11:48, p95 22:10, and the three failures are real ones.")
      .prompt("Excellent. Roll out to the rest.")
      .ran(
        "gh workflow run roll-runners.yml -f group=all -f ami=ami-0d02aa18",
        "✓ Created workflow_dispatch event",
      )
      .said(
        "Rolling out. Summary of the work:\n\n- p50 of the PR pipeline is down from 48 to about 12 minutes\n- hashes no longer contain the build stamp (`nx.json`)\n- checkout without blobs, pnpm store on the same volume as the workspace\n- runners clean up after each job",
      )
      .prompt(
        "Two things for later, not now:\n- lint still runs on everything, should be affected only. after the ESLint 9 migration, which Marek has until mid April\n- e2e sharding",
      )
      .said("Understood, neither is touched now.")
      .prompt(
        "And a rule I'd like you to follow in this repo: anything that goes into nx.json namedInputs or inputs needs a comment in the PR on what it does to the hit rate. I'd rather not do this archaeology a second time.",
      )
      .said("Will do.")
      .prompt("Would Bazel have prevented this?")
      .said(
        "Not by itself: a stamp in a rule's inputs breaks its cache the same way, though Bazel has `--workspace_status_command` with volatile keys for exactly that.",
      )
      .prompt("Ha. OK. Merging.");
  },
  agents: {
    "ci-times": (t) => {
      t.prompt("Collect durations of the last 200 PR runs per job and step with gh api; give p50 per step")
        .ran("gh run list --workflow pr.yml -L 200 --json databaseId,createdAt > runs.json", "")
        .ran(
          "jq -r '.[].databaseId' runs.json | xargs -n1 -P8 -I{} gh api repos/atlas/atlas/actions/runs/{}/jobs > jobs.json",
          "",
        )
        .said("p50: checkout 3m10, pnpm install 6m40, lint 4m05, build 17m30, test 14m50, upload 1m20.");
    },
  },
  keep: [
    {
      kind: ["fix", "learning"],
      words: ["version.json", "Every hash is new on every run|is an input of every build"],
    },
    { kind: "decision", words: ["inject it at deploy time|A is the cleanest|drop `version.json`"] },
    {
      kind: ["command", "learning"],
      words: ["AWS_PROFILE=build", "packer"],
    },
    { kind: "fix", words: ["no space left on device|never removed", "job-completed"] },
    { kind: ["learning", "fix"], words: ["copies instead of hard-linking"] },
    { kind: ["correction", "decision"], words: ["store prune", "weekly cron|defeats the purpose"] },
    { kind: "outcome", words: ["from 48 to about 12 minutes"] },
    { kind: "intention", type: "prospective", words: ["lint still runs on everything"] },
    { kind: "preference", type: "semantic", words: ["needs a comment in the PR", "hit rate"] },
  ],
  may: [
    { kind: ["learning", "preference"], words: ["Sentry release"] },
    { kind: ["preference", "decision"], words: ["no new vendor|No new vendor"] },
    { kind: ["decision"], words: ["one runner group only"] },
    { kind: "intention", words: ["e2e sharding"] },
    { kind: ["learning", "intention"], words: ["Marek"] },
    { kind: "learning", words: ["blob:none"] },
    { kind: "learning", words: ["p50 is 48 min"] },
    { kind: ["outcome", "learning"], words: ["p50 11:48"] },
    { kind: "preference", words: ["Numbers, please, not impressions"] },
    { kind: ["decision", "preference"], words: ["one PR, separate commits"] },
  ],
  never: ["workspace_status_command", "Cannot find module", "ami-0c7719f2"],
});

export default session;
