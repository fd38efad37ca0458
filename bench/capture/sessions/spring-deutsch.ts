import { type LabelledSession, labelled } from "../session.ts";

/** In German: Spring Boot, a decision, a rule, a reminder. */
const session: LabelledSession = labelled({
  name: "spring-deutsch",
  project: "/home/uwe/rechnung",
  talk: (t) => {
    t.prompt("Bau bitte einen Endpunkt, der eine Rechnung als PDF liefert.")
      .said("Ich sehe mir zuerst die vorhandenen Controller an.")
      .read(
        "/home/uwe/rechnung/src/main/java/RechnungController.java",
        "@RestController class RechnungController {}",
      )
      .wrote("/home/uwe/rechnung/src/main/java/PdfService.java", "class PdfService {}")
      .edited(
        "/home/uwe/rechnung/src/main/java/RechnungController.java",
        "class RechnungController {}",
        "class RechnungController { @GetMapping byte[] pdf() {} }",
      )
      .ran("./gradlew test", "BUILD SUCCESSFUL in 14s")
      .said("Der Endpunkt `/rechnungen/{id}/pdf` liefert die Rechnung als PDF; die Tests laufen durch.")
      .prompt("Nein, wir benutzen OpenPDF statt iText, wegen der Lizenz.")
      .edited("/home/uwe/rechnung/build.gradle", "itext", "openpdf")
      .ran("./gradlew test", "BUILD SUCCESSFUL in 15s")
      .said("Umgestellt auf OpenPDF.")
      .prompt(
        "Wir haben uns übrigens entschieden, Beträge als Cent in long zu speichern, weil BigDecimal beim Export Probleme gemacht hat.",
      )
      .said("Verstanden, ich halte mich daran.")
      .prompt("Schreib Commit-Nachrichten bitte immer auf Englisch.")
      .said("Mache ich.")
      .prompt("Erinnere mich vor dem Release daran, das Logo im PDF auszutauschen.")
      .said("Notiert.")
      .prompt("Wie groß ist das PDF ungefähr?")
      .said("Etwa 40 kB.");
  },
  keep: [
    {
      kind: ["correction", "preference"],
      type: "semantic",
      words: ["OpenPDF", "Lizenz"],
      importance: [6, 9],
    },
    { kind: "decision", words: ["Cent", "weil"], importance: [6, 9] },
    { kind: "preference", type: "semantic", words: ["Commit-Nachrichten", "Englisch"], importance: [6, 9] },
    { kind: "intention", type: "prospective", words: ["Logo"], importance: [4, 8] },
  ],
  may: [{ kind: "outcome", words: ["PDF"] }],
});

export default session;
