import { type LabelledSession, labelled } from "../../../session.ts";

/** Self-hosted runners on Kubernetes that queue for minutes: a zonal volume, a registry cache, and who owns the deploy. */
const session: LabelledSession = labelled({
  name: "arc-runners",
  project: "/home/rhea/ci-platform",
  talk: (t) => {
    t.prompt(
      "jobs sit in queued for 6-8 min since monday. arc on the eks-ci cluster. find out why, dont change anything yet",
    )
      .said("I'll look at the runner pods and the autoscaler first, read-only.")
      .ran(
        "kubectl --context eks-ci -n arc-runners get pods --sort-by=.metadata.creationTimestamp | tail -8",
        "linux-x64-8kq2p-runner-4xv7n   0/2   Pending   0   6m41s\nlinux-x64-8kq2p-runner-c9d2l   0/2   Pending   0   6m12s\nlinux-x64-8kq2p-runner-m7w5t   0/2   Pending   0   4m03s\nlinux-x64-8kq2p-runner-zz81k   2/2   Running   0   9m20s",
      )
      .ran(
        "kubectl --context eks-ci -n arc-runners describe pod linux-x64-8kq2p-runner-4xv7n | sed -n '/Events/,$p'",
        "Events:\n  Type     Reason            Age    From               Message\n  Warning  FailedScheduling  6m38s  default-scheduler  0/11 nodes are available: 4 Insufficient memory, 7 node(s) had volume node affinity conflict.\n  Normal   Nominated         2m10s  karpenter          Pod should schedule on: nodeclaim/ci-spot-x7l2p",
      )
      .ran(
        "kubectl --context eks-ci -n karpenter logs deploy/karpenter --since=30m | grep -i error | tail -3",
        '{"level":"ERROR","logger":"controller.provisioner","message":"Could not schedule pod","error":"incompatible with nodepool \\"ci-spot\\", no instance type satisfied resources {\\"cpu\\":\\"4\\",\\"memory\\":\\"18Gi\\"} and requirements topology.kubernetes.io/zone In [eu-west-1c]"}',
      )
      .thought("Zone pinned to 1c. gp3 is zonal; something mounts a PVC. Look at the runner template.")
      .read(
        "/home/rhea/ci-platform/clusters/eks-ci/arc/values.yaml",
        "template:\n  spec:\n    containers:\n      - name: dind\n        volumeMounts:\n          - name: layer-cache\n            mountPath: /var/lib/docker\n    volumes:\n      - name: layer-cache\n        persistentVolumeClaim:\n          claimName: dind-layer-cache",
      )
      .said(
        "Here is the chain:\n\n1. Every runner pod mounts the claim `dind-layer-cache`, a gp3 volume.\n2. gp3 volumes live in exactly one zone, here eu-west-1c, so all runner pods can only go there.\n3. Spot capacity for 18 GiB types in 1c ran dry on Monday; Karpenter retries until something frees up.\n\nNothing changed so far.",
      )
      .prompt("who put the pvc there")
      .ran(
        "git log --format='%h %an %ad %s' --date=short -S dind-layer-cache -- clusters/eks-ci/arc/values.yaml",
        "b41c7e0 Marta Oliveira 2026-02-19 Keep docker layers between runs",
      )
      .said('Marta, on 19 February, in `b41c7e0`: "Keep docker layers between runs".')
      .prompt("ok. so either one pvc per zone or no pvc and a registry cache. weigh it for me, short")
      .said(
        "| | PVC per zone | registry cache |\n|---|---|---|\n| scheduling | 3 pools, 3 scale sets | any zone |\n| warm build | ~2:40 | ~3:00 |\n| shared between jobs | no, ReadWriteOnce | yes |\n| cost | 3 × 200 GiB gp3 | storage in ECR |\n\nI lean to the registry cache: a ReadWriteOnce claim also means that two runners on different nodes can't both hold it, so it was never really shared.",
      )
      .prompt(
        "yeah registry. but not in prod ecr, finops counts every GB there. images for ci go to the account called artefacts-nonprod, lifecycle there is 14 days",
      )
      .said("Then `mode=max` can go to `artefacts-nonprod` without pruning of our own. I'll write it.")
      .edited(
        "/home/rhea/ci-platform/clusters/eks-ci/arc/values.yaml",
        "persistentVolumeClaim:\n          claimName: dind-layer-cache",
        "emptyDir:\n          sizeLimit: 40Gi",
      )
      .edited(
        "/home/rhea/ci-platform/actions/docker-build/action.yml",
        "cache-from: type=local,src=/var/lib/docker/cache",
        "cache-from: type=registry,ref=CACHE_REF\n        cache-to: type=registry,ref=CACHE_REF,mode=max",
      )
      .refused("Bash", {
        command:
          "helm --kube-context eks-ci upgrade linux-x64 oci://ghcr.io/actions/gha-runner-scale-set -f values.yaml",
      })
      .prompt(
        "no! nobody runs helm against eks-ci by hand, flux reverts it within 10 min and then pages. merge to the fleet branch and wait",
      )
      .said("Understood. I'll commit to `fleet` and let Flux reconcile.")
      .ran(
        "git checkout -q fleet && git cherry-pick ci-cache && git push",
        "[fleet 7710a2c] Layers are cached in the registry\n 2 files changed, 6 insertions(+), 4 deletions(-)",
      )
      .wait(12)
      .ran(
        "flux --context eks-ci get hr -n arc-runners",
        "NAME        REVISION  SUSPENDED  READY  MESSAGE\nlinux-x64   0.9.3     False      True   Helm upgrade succeeded",
      )
      .ran(
        "gh workflow run smoke.yml && gh run watch --exit-status",
        "X smoke · 4471\n  ERROR: failed to solve: failed to push 2201.dkr.ecr.eu-west-1.amazonaws.com/cache/smoke: unexpected status from HEAD request: 403 Forbidden",
        1,
      )
      .said("Push is refused. Let me see what the role may do in that account.")
      .ran(
        "aws --profile artefacts-nonprod iam get-role-policy --role-name gha-push --policy-name ecr | jq -c '.PolicyDocument.Statement[].Action'",
        '["ecr:GetDownloadUrlForLayer","ecr:BatchGetImage","ecr:PutImage","ecr:InitiateLayerUpload","ecr:UploadLayerPart","ecr:CompleteLayerUpload"]',
      )
      .said(
        "`ecr:BatchCheckLayerAvailability` is missing: buildx asks with HEAD whether a layer is there before it uploads, and without that permission ECR answers 403 instead of 404. I'll add it in terraform.",
      )
      .edited(
        "/home/rhea/ci-platform/terraform/artefacts/iam.tf",
        '"ecr:PutImage",',
        '"ecr:BatchCheckLayerAvailability",\n      "ecr:PutImage",',
      )
      .prompt("apply is fine there, its nonprod")
      .ran(
        "terraform -chdir=terraform/artefacts apply -auto-approve",
        "Apply complete! Resources: 0 added, 1 changed, 0 destroyed.",
      )
      .ran("gh workflow run smoke.yml && gh run watch --exit-status", "✓ smoke · 4472\n  build 3m04s")
      .said("Green. First build 3:04 with a cold cache; I'll run it again for a warm number.")
      .ran("gh workflow run smoke.yml && gh run watch --exit-status", "✓ smoke · 4473\n  build 1m22s")
      .prompt("1:22, ok wow. queue?")
      .ran(
        "kubectl --context eks-ci -n arc-runners get pods -o wide | awk '{print $5,$7}' | sort | uniq -c",
        "      5 41s eu-west-1a\n      7 38s eu-west-1b\n      2 44s eu-west-1c",
      )
      .said("Runners now start in about 40 seconds, spread over all three zones.")
      .prompt("good. the arm job still flaps, any idea")
      .ran(
        "gh run list -w arm.yml -L 5",
        "X  arm  main  8m\n✓  arm  main  31m\nX  arm  main  9m\n✓  arm  main  29m\n✓  arm  main  33m",
      )
      .ran(
        "gh run view 4460 --log-failed | tail -4",
        "#14 201.3 qemu: uncaught target signal 11 (Segmentation fault) - core dumped\n#14 201.4 make: *** [Makefile:88: link] Error 139",
      )
      .said(
        "It emulates arm64 under QEMU on x64 runners, and the linker crashes there now and then. A native Graviton pool would remove the emulation altogether.",
      )
      .prompt(
        "graviton needs a quota bump, that takes a week. put it on the list for after the november freeze",
      )
      .said('Noted in `TODO.md` under "after the freeze".')
      .prompt("lunch, brb")
      .wait(48)
      .prompt("back. delete the old pvc?")
      .ran(
        "kubectl --context eks-ci -n arc-runners get pvc",
        "NAME               STATUS   VOLUME    CAPACITY\ndind-layer-cache   Bound    pvc-5a1   200Gi",
      )
      .said(
        "It is still bound but nothing mounts it. Deleting it from git is enough, Flux prunes it. Shall I?",
      )
      .prompt(
        "do it. one more thing, you left runner:latest in values. runner images are referenced by digest here, always, we had a bad latest in june",
      )
      .edited(
        "/home/rhea/ci-platform/clusters/eks-ci/arc/values.yaml",
        "image: runner:latest",
        "image: runner@sha256:9f2ce1",
      )
      .ran(
        "git rm -q clusters/eks-ci/arc/pvc.yaml && git commit -qam 'No claim for layers; runner by digest' && git push",
        "fleet -> fleet",
      )
      .said("Pushed. The claim goes with the next reconciliation, and the runner image is pinned.")
      .prompt("thx");
  },
  keep: [
    { kind: ["fix", "learning"], words: ["dind-layer-cache|gp3", "zone"] },
    { kind: "decision", words: ["registry", "prod ecr|ReadWriteOnce"] },
    { kind: "learning", type: "semantic", words: ["artefacts-nonprod", "14 days"] },
    {
      kind: ["correction", "preference"],
      type: "semantic",
      words: ["nobody runs helm against eks-ci by hand"],
    },
    { kind: "fix", words: ["BatchCheckLayerAvailability", "403|iam.tf"] },
    { kind: "intention", type: "prospective", words: ["after the november freeze"] },
    { kind: ["preference", "correction"], type: "semantic", words: ["referenced by digest"] },
  ],
  may: [
    { kind: "learning", words: ["QEMU"] },
    { kind: "outcome", words: ["40 seconds"] },
    { kind: "outcome", words: ["values.yaml"] },
    { kind: "decision", words: ["Graviton"] },
    { kind: "learning", words: ["Flux prunes it"] },
    { kind: "command", words: ["gh workflow run"] },
  ],
  never: ["lunch", "dont change anything yet", "ok wow", "1m22s"],
});

export default session;
