import { type LabelledSession, labelled } from "../session.ts";

/** Two people of one team, German and Spanish in one session; Go. */
const session: LabelledSession = labelled({
  name: "portugues-deutsch",
  project: "/home/mar/lager",
  talk: (t) => {
    t.prompt("Füg bitte eine Suche nach Artikelnummern hinzu.")
      .edited("/home/mar/lager/search.go", "func Search", "func SearchByNumber")
      .edited("/home/mar/lager/search_test.go", "func Test", "func TestByNumber")
      .ran("go test ./...", "ok  \tlager\t0.2s")
      .said("Die Suche nach Artikelnummern ist da und getestet.")
      .prompt("Ab jetzt bitte keine englischen Meldungen an der Oberfläche, alles auf Deutsch.")
      .said("In Ordnung.")
      .prompt("Es stellte sich heraus, dass die Artikelnummern der Altdaten führende Nullen haben.")
      .said("Dann vergleiche ich sie als Text.")
      .prompt("Funktioniert die Suche immer noch nicht bei dir?")
      .said("Doch, sie funktioniert.")
      .prompt("Hemos decidido usar Meilisearch en lugar de Elastic porque el servidor es pequeño.")
      .said("Entendido.");
  },
  keep: [
    { kind: "preference", type: "semantic", words: ["Deutsch", "Meldungen"], importance: [6, 9] },
    { kind: "learning", type: "semantic", words: ["führende Nullen"], importance: [5, 8] },
    { kind: ["decision", "preference"], words: ["Meilisearch", "Elastic"], importance: [6, 9] },
  ],
  may: [{ kind: "outcome", words: ["Artikelnummern"] }],
  never: ["Funktioniert die Suche"],
});

export default session;
