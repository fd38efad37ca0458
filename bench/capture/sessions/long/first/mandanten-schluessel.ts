import { type LabelledSession, labelled } from "../../../session.ts";

/** Security work in Java, in German: keys per tenant, a leak in the log, and what the data protection officer wants. */
const session: LabelledSession = labelled({
  name: "mandanten-schluessel",
  project: "/home/ruth/akte",
  talk: (t) => {
    t.prompt(
      "moin, wir müssen die dokumente je mandant mit eigenem schlüssel verschlüsseln. momentan gibts einen für alle. schau dir mal an wie das jetzt läuft",
    )
      .called("Grep", { pattern: "Cipher|SecretKey", path: "/home/ruth/akte/src/main/java" })
      .gave(
        "src/main/java/de/akte/krypto/DokumentKrypto.java:24\nsrc/main/java/de/akte/krypto/Schluessel.java:11\nsrc/main/java/de/akte/mail/Versand.java:71",
      )
      .read(
        "/home/ruth/akte/src/main/java/de/akte/krypto/DokumentKrypto.java",
        'Cipher c = Cipher.getInstance("AES/CBC/PKCS5Padding");\nc.init(Cipher.ENCRYPT_MODE, schluessel.haupt(), new IvParameterSpec(iv));\n',
      )
      .read(
        "/home/ruth/akte/src/main/java/de/akte/krypto/Schluessel.java",
        '@ConfigProperty(name = "akte.schluessel")\nString base64;\n',
      )
      .said(
        "So läuft es jetzt:\n\n- Ein Hauptschlüssel kommt als `akte.schluessel` aus der Konfiguration\n- `DokumentKrypto` verschlüsselt mit AES-CBC, ohne Prüfsumme; ein verändertes Chiffrat fällt also nicht auf\n- `Versand` entschlüsselt Anhänge selbst\n\nIch würde Umschlagverschlüsselung vorschlagen: je Dokument ein Datenschlüssel, der mit dem Schlüssel des Mandanten verpackt wird.",
      )
      .prompt("und wo liegen die mandantenschlüssel? vault transit?")
      .said(
        "Vault Transit passt gut: die Schlüssel verlassen Vault nie, und Rotation ist eingebaut. Nachteil ist ein Aufruf je Dokument; für den Nachtlauf mit 80.000 Dokumenten wären das etwa 7 Minuten mehr.",
      )
      .prompt("7 min sind egal. ok transit")
      .said("Gut, dann über Transit.")
      .prompt("ach und gcm statt cbc natürlich")
      .edited(
        "/home/ruth/akte/pom.xml",
        "<artifactId>quarkus-rest</artifactId>",
        "<artifactId>quarkus-vault</artifactId>",
      )
      .wrote(
        "/home/ruth/akte/src/main/java/de/akte/krypto/MandantenTresor.java",
        "@ApplicationScoped\npublic class MandantenTresor { }\n",
      )
      .edited(
        "/home/ruth/akte/src/main/java/de/akte/krypto/DokumentKrypto.java",
        "AES/CBC/PKCS5Padding",
        "AES/GCM/NoPadding",
      )
      .wrote(
        "/home/ruth/akte/src/main/resources/db/V81__datenschluessel.sql",
        "alter table dokument add column datenschluessel text;\n",
      )
      .ran(
        "./mvnw -q verify -Dit.test=DokumentKryptoIT",
        `[ERROR] DokumentKryptoIT.verpacktJeMandant » VaultClient code=403 body={"errors":["1 error occurred:\\n\\t* permission denied\\n\\n"]}
[ERROR] Tests run: 4, Failures: 0, Errors: 4`,
        1,
      )
      .thought("Dev-Services-Vault hat transit nicht eingeschaltet oder die Policy fehlt.")
      .ran(
        "grep -n vault src/test/resources/application.properties",
        "3:quarkus.vault.devservices.enabled=true",
      )
      .edited(
        "/home/ruth/akte/src/test/resources/application.properties",
        "quarkus.vault.devservices.enabled=true",
        "quarkus.vault.devservices.enabled=true\nquarkus.vault.devservices.transit-enabled=true",
      )
      .ran("./mvnw -q verify -Dit.test=DokumentKryptoIT", "[INFO] Tests run: 4, Failures: 0, Errors: 0")
      .said(
        "Die 403 kam daher, dass das Vault der Dev Services ohne Transit startet; mit `transit-enabled=true` in den `application.properties` der Tests laufen alle vier.",
      )
      .prompt("super. was ist mit alten dokumenten, 2,3 mio stück")
      .said(
        "Zwei Wege:\n\n1. In einem Lauf umschlüsseln, etwa 6 Stunden, währenddessen beide Verfahren lesen können\n2. Beim nächsten Zugriff umschlüsseln; dann bleibt der alte Hauptschlüssel auf unbestimmte Zeit nötig",
      )
      .prompt(
        "2 wär bequemer... aber nee, der hauptschlüssel soll ja weg. frau demir (datenschutz) will das bis 30.6. schriftlich. also 1",
      )
      .said("Gut, ein Lauf. Ich schreibe ihn so, dass er fortsetzbar ist.")
      .wrote(
        "/home/ruth/akte/src/main/java/de/akte/krypto/Umschluesselung.java",
        "public class Umschluesselung { }\n",
      )
      .wrote(
        "/home/ruth/akte/src/test/java/de/akte/krypto/UmschluesselungTest.java",
        "class UmschluesselungTest { }\n",
      )
      .ran(
        "./mvnw -q test -Dtest=UmschluesselungTest",
        `[ERROR] UmschluesselungTest.setztFort:52
javax.crypto.AEADBadTagException: Tag mismatch
[ERROR] Tests run: 3, Failures: 0, Errors: 1`,
        1,
      )
      .said(
        "Nach einem Abbruch liest der Lauf schon umgeschlüsselte Dokumente noch einmal als CBC. Das Format steht nirgends dabei.",
      )
      .edited(
        "/home/ruth/akte/src/main/java/de/akte/krypto/DokumentKrypto.java",
        "byte[] iv",
        "byte version, byte[] iv",
      )
      .ran("./mvnw -q test -Dtest=UmschluesselungTest", "[INFO] Tests run: 3, Failures: 0, Errors: 0")
      .said(
        "Jedes Chiffrat beginnt jetzt mit einem Byte für das Verfahren (1 = CBC alt, 2 = GCM), daran erkennt auch der fortgesetzte Lauf, was er vor sich hat.",
      )
      .prompt("lass mal lokal mit ein paar echten laufen, dump liegt unter /srv/dumps/akte-anon.sql")
      .ran(
        "psql -q akte < /srv/dumps/akte-anon.sql && ./mvnw -q quarkus:dev -Dquarkus.args='umschluesseln --limit 50'",
        "INFO  [de.akt.kry.Umschluesselung] Dokument 1881 datenschluessel=vault:v1:8SDd3WHDOjf7mq69CyCqYjBXAiQQAVZRkFM13ok\nINFO  [de.akt.kry.Umschluesselung] 50 umgeschlüsselt, klartextschluessel=q83vEjRWeJCrze8SNFZ4kA==",
      )
      .prompt("HALT da steht ja der klartextschlüssel im log!!")
      .interrupted()
      .prompt(
        "sowas darf nie ins log, auch nicht auf debug. keine schlüssel, keine aktenzeichen, keine namen",
      )
      .edited(
        "/home/ruth/akte/src/main/java/de/akte/krypto/Umschluesselung.java",
        ", klartextschluessel={}",
        "",
      )
      .called("Grep", {
        pattern: "LOG\\.(info|debug).*(schluessel|aktenzeichen|name)",
        path: "/home/ruth/akte/src/main/java",
      })
      .gave(
        'src/main/java/de/akte/mail/Versand.java:88:    LOG.debugf("Versand an %s zu %s", name, aktenzeichen);',
      )
      .edited(
        "/home/ruth/akte/src/main/java/de/akte/mail/Versand.java",
        'LOG.debugf("Versand an %s zu %s", name, aktenzeichen)',
        'LOG.debugf("Versand %s", versandId)',
      )
      .said(
        "Beides ist draußen; in `Versand` stand außerdem ein Aktenzeichen auf Debug, das habe ich durch die Id des Versands ersetzt.",
      )
      .prompt(
        "gut. und der cache? für den viewer wär ein entpackter schlüssel 5 min im speicher ganz nett, oder",
      )
      .said(
        "Es würde das Blättern beschleunigen, etwa 40 ms je Seite. Dafür liegen Schlüssel im Heap und damit in jedem Heapdump.",
      )
      .prompt("dann nicht")
      .ran("./mvnw -q verify", "[INFO] Tests run: 733, Failures: 0, Errors: 0")
      .said(
        "Fertig, 733 Tests laufen:\n\n- `MandantenTresor`: Schlüssel je Mandant in Vault Transit\n- `DokumentKrypto`: AES-GCM mit Datenschlüssel je Dokument\n- `Umschluesselung`: der einmalige, fortsetzbare Lauf für die alten Dokumente\n\nOffen ist der Export an die Gerichte (`EgvpExport`): er liest die Dateien am Dienst vorbei direkt von der Platte und wird nach dem Lauf Unlesbares verschicken.",
      )
      .prompt(
        "oh verdammt stimmt. der export gehört team justiz, da sprech ich am dienstag mit jens. ohne die umstellung dort darf der lauf nicht starten",
      )
      .said("Ich habe einen Hinweis an den Kopf von `Umschluesselung` geschrieben.")
      .prompt("gibts im deutschen eig ein wort für envelope encryption")
      .said("Meist sagt man Umschlagverschlüsselung, viele bleiben beim englischen Wort.")
      .prompt("haha ok. feierabend");
  },
  keep: [
    { kind: "decision", words: ["transit", "verlassen Vault nie|7 min sind egal"] },
    { kind: "fix", words: ["transit-enabled", "application.properties"] },
    { kind: "decision", words: ["der hauptschlüssel soll ja weg|30.6."] },
    { kind: ["preference", "correction"], type: "semantic", words: ["darf nie ins log|keine aktenzeichen"] },
    { kind: "outcome", words: ["733 Tests|MandantenTresor"] },
    { kind: ["intention", "learning"], words: ["EgvpExport|darf der lauf nicht starten"] },
    { kind: ["fix", "learning", "decision"], words: ["Byte für das Verfahren|Tag mismatch"] },
  ],
  may: [
    { kind: "intention", words: ["am dienstag mit jens"] },
    { kind: "decision", words: ["gcm statt cbc"] },
    { kind: ["decision", "learning"], words: ["Heapdump"] },
    { kind: "fix", words: ["Aktenzeichen auf Debug"] },
    { kind: "learning", words: ["/srv/dumps/akte-anon.sql"] },
    { kind: "intention", words: ["Hinweis an den Kopf"] },
    { kind: "learning", words: ["fällt also nicht auf"] },
    { kind: "command", words: ["umschluesseln --limit 50"] },
    { kind: "learning", words: ["liest die Dateien am Dienst vorbei"] },
  ],
  never: [
    "q83vEjRWeJCrze8SNFZ4kA",
    "8SDd3WHDOjf7mq69",
    "feierabend",
    "Wort für envelope",
    "oh verdammt",
    "ganz nett",
  ],
});

export default session;
