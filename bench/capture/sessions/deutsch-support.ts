import { type LabelledSession, labelled } from "../session.ts";

/** In German: a question, a fact, a correction; PHP. */
const session: LabelledSession = labelled({
  name: "deutsch-support",
  project: "/home/xen/shop",
  talk: (t) => {
    t.prompt("Warum dauert der Import so lange?")
      .read("/home/xen/shop/src/Import.php", "foreach ($rows as $row) $em->flush();")
      .said("Weil nach jeder Zeile geschrieben wird.")
      .prompt("Dann bitte in Blöcken von 500 schreiben.")
      .edited("/home/xen/shop/src/Import.php", "$em->flush();", "if ($i % 500 === 0) $em->flush();")
      .ran("php bin/phpunit", "OK (44 tests, 120 assertions)")
      .said("Der Import schreibt in Blöcken von 500 und braucht noch 9 Sekunden statt 6 Minuten.")
      .prompt(
        "Falsch, die Preise müssen in einer einzigen Transaktion geschrieben werden, sonst sieht der Kunde halbe Preislisten.",
      )
      .edited("/home/xen/shop/src/Import.php", "flush", "transactional")
      .said("Die Preise werden in einer Transaktion geschrieben.")
      .prompt("Wir bleiben übrigens bei PHP 8.1, weil der Hoster nichts Neueres hat.")
      .said("Gut zu wissen.")
      .prompt("Nächstes Mal, wenn wir am Import arbeiten, müssen wir das Protokoll übersetzen.")
      .said("Notiert.");
  },
  keep: [
    {
      kind: ["correction", "preference"],
      type: "semantic",
      words: ["Transaktion", "Preislisten"],
      importance: [6, 9],
    },
    { kind: ["decision", "learning", "preference"], words: ["PHP 8.1", "Hoster"], importance: [6, 9] },
    { kind: "intention", type: "prospective", words: ["Protokoll"], importance: [4, 8] },
  ],
  may: [{ kind: ["fix", "outcome"], words: ["Import"] }],
});

export default session;
