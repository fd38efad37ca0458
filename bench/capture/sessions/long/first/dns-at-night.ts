import { type LabelledSession, labelled } from "../../../session.ts";

/** Kubernetes on EKS at two in the morning: names that sometimes do not resolve; terse, with wrong turns. */
const session: LabelledSession = labelled({
  name: "dns-at-night",
  project: "/home/tom/platform",
  talk: (t) => {
    t.prompt("paged. checkout 5xx 8%. 2am. go")
      .ran(
        "kubectl -n shop get pods -l app=checkout",
        `NAME                        READY   STATUS    RESTARTS   AGE
checkout-6d9f7b9c8d-2xkqv   1/1     Running   0          31h
checkout-6d9f7b9c8d-8tmzr   1/1     Running   0          47m
checkout-6d9f7b9c8d-jw5lc   1/1     Running   0          46m`,
      )
      .ran(
        "kubectl -n shop logs -l app=checkout --since=10m | grep -i error | sort | uniq -c | sort -rn | head -4",
        `    412 error: getaddrinfo EAI_AGAIN payments.shop.svc.cluster.local
     39 error: getaddrinfo EAI_AGAIN tax.shop.svc.cluster.local
      3 error: socket hang up`,
      )
      .said("DNS: `EAI_AGAIN` for in-cluster names. I'll look at CoreDNS.")
      .ran(
        "kubectl -n kube-system get pods -l k8s-app=kube-dns -o wide",
        `NAME                       READY   STATUS    RESTARTS   AGE   IP            NODE
coredns-5b9dfbf96-kq2lp    1/1     Running   0          49m   10.40.61.12   ip-10-40-61-201
coredns-5b9dfbf96-vz7tm    1/1     Running   0          49m   10.40.61.98   ip-10-40-61-201`,
      )
      .said(
        "Both CoreDNS pods sit on the same node and started 49 minutes ago. It may simply be overloaded; scaling to 4 would help.",
      )
      .prompt("do it")
      .ran("kubectl -n kube-system scale deploy coredns --replicas=4", "deployment.apps/coredns scaled")
      .wait(4)
      .said("Four replicas requested.")
      .prompt("no change")
      .ran("kubectl -n kube-system get deploy coredns -o jsonpath='{.spec.replicas}'", "2")
      .said("It was set back to 2.")
      .prompt(
        "argh right, thats the eks addon, it reverts any manual change. has to go through the addon config",
      )
      .said("Before changing it: is it load at all? Let me look at where the failing pods run.")
      .ran(
        "kubectl -n shop get pods -l app=checkout -o custom-columns=N:.metadata.name,NODE:.spec.nodeName,Z:.metadata.labels.zone",
        `N                           NODE              Z
checkout-6d9f7b9c8d-2xkqv   ip-10-40-12-77    <none>
checkout-6d9f7b9c8d-8tmzr   ip-10-40-61-201   <none>
checkout-6d9f7b9c8d-jw5lc   ip-10-40-61-33    <none>`,
      )
      .ran(
        "kubectl -n shop logs checkout-6d9f7b9c8d-8tmzr --since=10m | grep -c EAI_AGAIN; kubectl -n shop logs checkout-6d9f7b9c8d-2xkqv --since=10m | grep -c EAI_AGAIN",
        "0\n433",
      )
      .said(
        "Only the old pod, on `ip-10-40-12-77`, fails. The pods next to CoreDNS are fine. So traffic from the 10.40.12.x nodes to 10.40.61.x is the problem.",
      )
      .prompt("security groups? karpenter did roll nodes around 1:15")
      .ran(
        "aws ec2 describe-instances --filters Name=private-dns-name,Values='ip-10-40-61-201*' --query 'Reservations[].Instances[].SecurityGroups' --output text",
        "sg-0aa91 eks-cluster-sg-prod",
      )
      .ran(
        "aws ec2 describe-instances --filters Name=private-dns-name,Values='ip-10-40-12-77*' --query 'Reservations[].Instances[].SecurityGroups' --output text",
        "sg-0aa91 eks-cluster-sg-prod\nsg-07f3c prod-nodes",
      )
      .said(
        "The new nodes lack `sg-07f3c prod-nodes`. That group is the one that allows UDP 53 among nodes; `eks-cluster-sg-prod` only has TCP. Old nodes therefore cannot ask CoreDNS over UDP since it moved to a new node.",
      )
      .prompt("why would they lack it")
      .called("Grep", {
        pattern: "securityGroupSelectorTerms",
        path: "/home/tom/platform/karpenter",
        "-A": 4,
      })
      .gave(
        "karpenter/nodeclass.yaml:17:  securityGroupSelectorTerms:\nkarpenter/nodeclass.yaml:18-    - tags:\nkarpenter/nodeclass.yaml:19-        karpenter.sh/discovery: prod",
      )
      .ran(
        "aws ec2 describe-tags --filters Name=resource-id,Values=sg-07f3c --query 'Tags[].[Key,Value]' --output text",
        "Name\tprod-nodes\nowner\tplatform",
      )
      .said(
        "`nodeclass.yaml` selects groups by the tag `karpenter.sh/discovery: prod`, and `sg-07f3c` does not have it any more.",
      )
      .prompt("tag it by hand NOW, terraform later")
      .ran("aws ec2 create-tags --resources sg-07f3c --tags Key=karpenter.sh/discovery,Value=prod")
      .said("The tag is set.")
      .prompt("existing nodes won't pick it up or")
      .said(
        "Karpenter sees it as drift and replaces them, one by one; with the disruption budget of 10% that takes about half an hour. Quicker: attach the group to the four new instances directly.",
      )
      .prompt("quicker")
      .ran(
        "for i in i-0b1 i-0b2 i-0b3 i-0b4; do aws ec2 modify-instance-attribute --instance-id $i --groups sg-0aa91 sg-07f3c; done",
      )
      .wait(3)
      .ran("kubectl -n shop logs checkout-6d9f7b9c8d-2xkqv --since=2m | grep -c EAI_AGAIN", "0", 1)
      .said("Zero `EAI_AGAIN` in the last two minutes.")
      .prompt("5xx back to 0.1. ok. now where did the tag go")
      .ran(
        "git log --oneline -4 -- terraform/network/sg.tf",
        "e71b0aa network: unify tags\n19c0d3f network: drop unused rules",
      )
      .ran(
        "git show e71b0aa -- terraform/network/sg.tf | grep '^[-+]'",
        `-  tags = merge(local.tags, { "karpenter.sh/discovery" = var.env })
+  tags = local.tags`,
      )
      .said(
        "`e71b0aa`, applied yesterday at 16:50, replaced the merged tags by `local.tags` in `terraform/network/sg.tf`. It took effect only when Karpenter rolled nodes at 01:15.",
      )
      .prompt("put it back, and comment so nobody cleans it up again")
      .edited(
        "/home/tom/platform/terraform/network/sg.tf",
        "tags = local.tags",
        '# Karpenter finds this group by the tag: without it new nodes cannot reach CoreDNS.\n  tags = merge(local.tags, { "karpenter.sh/discovery" = var.env })',
      )
      .ran(
        "terraform -chdir=terraform/network plan",
        "Error: Error acquiring the state lock\n\n  Lock Info:\n    ID:        4a8e21c0-77\n    Who:       ci@runner-12\n    Created:   2026-03-01 16:50:41",
        1,
      )
      .said("The state is locked, by a CI run of 16:50.")
      .prompt("that's the ci runner that died yesterday. force-unlock is fine")
      .ran(
        "terraform -chdir=terraform/network force-unlock -force 4a8e21c0-77 && terraform -chdir=terraform/network plan",
        "Terraform state has been successfully unlocked!\n\nNo changes. Your infrastructure matches the configuration.",
      )
      .said("No changes, since the tag is there by hand already.")
      .prompt("commit, push to main directly, i have the break glass")
      .ran("git commit -qam 'Tag node group for Karpenter again' && git push -q origin HEAD:main")
      .said("Pushed.")
      .prompt(
        "and tomorrow someone should spread coredns over nodes, both on one node is stupid. put it in TODO.md",
      )
      .edited(
        "/home/tom/platform/TODO.md",
        "# TODO",
        "# TODO\n- Spread CoreDNS over nodes (through the addon's configuration)",
      )
      .said("Added. The addon's configuration takes `topologySpreadConstraints`.")
      .prompt("going back to bed, thx");
  },
  keep: [
    { kind: "learning", type: "semantic", words: ["eks addon", "reverts any manual change|addon config"] },
    { kind: "fix", words: ["sg.tf|sg-07f3c", "EAI_AGAIN|karpenter.sh/discovery|local.tags"] },
    { kind: "intention", type: "prospective", words: ["spread coredns"] },
  ],
  may: [
    { kind: ["learning", "fix"], words: ["allows UDP 53|new nodes lack|cannot ask CoreDNS"] },
    { kind: "learning", words: ["selects groups by the tag"] },
    { kind: "learning", words: ["took effect only when Karpenter rolled"] },
    { kind: ["fix", "command", "decision", "learning"], words: ["force-unlock"] },
    { kind: "learning", words: ["Karpenter sees it as drift"] },
    { kind: "learning", words: ["takes `topologySpreadConstraints`"] },
    { kind: ["intention", "decision"], words: ["terraform later"] },
    { kind: ["learning", "preference"], words: ["break glass"] },
    { kind: "fix", words: ["modify-instance-attribute"] },
  ],
  never: [
    "simply be overloaded",
    "scaling to 4",
    "going back to bed",
    "is it load at all",
    "ci runner that died",
  ],
});

export default session;
