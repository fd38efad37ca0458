import { type LabelledSession, labelled } from "../session.ts";

/** Long talk with few firm words; Scala. */
const session: LabelledSession = labelled({
  name: "kafka-naming",
  project: "/home/jen/streams",
  talk: (t) => {
    t.prompt("Which name would you give the topic for enriched orders?")
      .said("Following the others: `orders.enriched.v1`.")
      .prompt("hm, I'd rather have the domain last. What do others do?")
      .said("Both are common. Domain first sorts better in tools.")
      .prompt(
        "Fine, domain first then. Our schema registry rejects names with dots though, so use dashes: orders-enriched-v1.",
      )
      .said("Then `orders-enriched-v1`.")
      .prompt("If we ever go multi-region we might need a prefix, but not now.")
      .said("A prefix can be added by the mirror.")
      .prompt(
        "We've agreed with the data team that events are immutable: corrections are new events, nobody rewrites a topic, because their audits depend on it.",
      )
      .said("Understood.")
      .prompt("can a consumer read from two topics at once?")
      .said("Yes, a consumer can subscribe to several topics.");
  },
  keep: [
    { kind: ["learning", "decision", "preference"], words: ["schema registry", "dots"], importance: [5, 9] },
    { kind: ["decision", "preference"], words: ["immutable", "audits"], importance: [6, 9] },
  ],
  never: ["multi-region", "subscribe to several"],
});

export default session;
