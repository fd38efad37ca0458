import { type LabelledSession, labelled } from "../session.ts";

/** Reasoned cleanup, warnings for later, a person who agrees; AWS CDK. */
const session: LabelledSession = labelled({
  name: "infra-cleanup",
  project: "/home/jud/cloud",
  talk: (t) => {
    t.prompt("our AWS bill doubled, where does it come from?")
      .ran("aws ce get-cost-and-usage --time-period Start=2026-02-01,End=2026-03-01", "NAT Gateway 1,912 USD")
      .said(
        "Most of it is the NAT gateway: 1,912 dollars. The batch jobs pull their images through it. I'd suggest a VPC endpoint for ECR, since traffic through an endpoint doesn't pass the NAT gateway. Should I add it?",
      )
      .prompt("Sounds good, do it.")
      .edited("/home/jud/cloud/lib/network.ts", "new Vpc", "new Vpc /* + ecr endpoint */")
      .ran(
        "npx cdk deploy Network",
        'Network: deploying... failed: The stack named Network failed creation: Resource handler returned message: "private-dns-enabled cannot be set because there is already a conflicting DNS domain"',
        1,
      )
      .said("There is a conflicting private zone from an old experiment.")
      .edited("/home/jud/cloud/lib/network.ts", "privateDnsEnabled: true", "privateDnsEnabled: false")
      .ran("npx cdk deploy Network", "✅  Network")
      .said(
        "The endpoint is live. The deploy failed at first because the hosted zone `ecr.local` claims the same domain, so private DNS is off for the endpoint.\n\nBefore you delete that zone, check with the ML team: they may still use it.",
      )
      .prompt(
        "I'll ask them. Oh and tag every new resource with cost-center from now on, finance wants to see it",
      )
      .edited("/home/jud/cloud/lib/app.ts", "new App()", "Tags.of(app).add('cost-center', 'core')")
      .said("Everything in the app is tagged.");
  },
  keep: [
    { kind: "decision", words: ["VPC endpoint", "NAT"], importance: [5, 9] },
    { kind: ["fix", "learning"], words: ["ecr.local|hosted zone"], importance: [5, 9] },
    { kind: "preference", type: "semantic", words: ["cost-center"], importance: [6, 9] },
  ],
  may: [
    { kind: "intention", words: ["ML team|zone"] },
    { kind: "outcome", words: ["network.ts"] },
  ],
});

export default session;
