import { type LabelledSession, labelled } from "../../../session.ts";

/** In German: an authority's online application for housing benefit gets uploads and a hand-over to the case system; Spring Boot, Angular. */
const session: LabelledSession = labelled({
  name: "wohngeld-antrag",
  project: "/home/katrin/wohngeld-online",
  talk: (t) => {
    t.prompt(
      "moin, wir müssen im wohngeldantrag den upload von nachweisen einbauen (mietvertrag, lohnabrechnung). schau dir erstmal an wie der antrag heute ans fachverfahren übergeben wird",
    )
      .said("Ich sehe mir zuerst die Übergabe an.")
      .called("Grep", { pattern: "XWohngeld|Uebergabe", path: "backend/src/main" })
      .gave(
        "backend/src/main/java/de/kreis/wohngeld/uebergabe/UebergabeService.java\nbackend/src/main/java/de/kreis/wohngeld/uebergabe/XmlMapper.java\nbackend/src/main/resources/application.yml",
      )
      .read(
        "/home/katrin/wohngeld-online/backend/src/main/java/de/kreis/wohngeld/uebergabe/UebergabeService.java",
        '@Scheduled(cron = "0 */15 6-20 * * MON-FRI")\npublic void uebergeben() {\n  for (Antrag a : repo.findByStatus(EINGEREICHT)) {\n    client.post(mapper.toXml(a));\n    a.setStatus(UEBERGEBEN);\n  }\n}',
      )
      .read(
        "/home/katrin/wohngeld-online/backend/src/main/resources/application.yml",
        "fachverfahren:\n  url: https://fv.intern.kreis.example/ws\n  max-groesse: 10MB",
      )
      .said(
        "So läuft es heute:\n\n1. Der Antrag bekommt den Status `EINGEREICHT`\n2. Alle 15 Minuten, werktags von 6 bis 20 Uhr, wird er als XML ans Fachverfahren geschickt\n3. Danach steht er auf `UEBERGEBEN`\n\nFür die Nachweise sehe ich zwei Wege:\n\n- **A:** Dateien als Base64 ins XML einbetten\n- **B:** Dateien getrennt ablegen und nur Verweise übergeben",
      )
      .prompt(
        "A geht nicht. das fachverfahren nimmt höchstens 10 MB pro nachricht an, und der hersteller ändert das frühestens mit release 2027.1",
      )
      .said("Dann bleibt B, mit Verweisen.")
      .prompt(
        "genau, B. ablage im dms der kreisverwaltung, über CMIS, nicht in unserer datenbank. das hat der datenschutz so verlangt",
      )
      .said(
        "Verstanden: Die Nachweise liegen im DMS, wir speichern nur die Objekt-ID. Ich fange mit dem Client an.",
      )
      .wrote(
        "/home/katrin/wohngeld-online/backend/src/main/java/de/kreis/wohngeld/nachweis/DmsClient.java",
        "public class DmsClient { String ablegen(Nachweis n) { return null; } }",
      )
      .wrote(
        "/home/katrin/wohngeld-online/backend/src/main/java/de/kreis/wohngeld/nachweis/NachweisController.java",
        "@RestController class NachweisController { }",
      )
      .ran(
        "./mvnw -q -pl backend test",
        "[ERROR] Failed to execute goal on project backend: Could not resolve dependencies: org.apache.chemistry.opencmis:chemistry-opencmis-client-impl:jar:1.1.0: Could not transfer artifact from/to nexus (https://nexus.intern.kreis.example/repository/public): status code: 401, reason phrase: Unauthorized (401)",
        1,
      )
      .prompt(
        "ach ja, du musst mit dem settings file bauen: ./mvnw -s .ci/settings.xml, sonst kennt er das token vom nexus nicht",
      )
      .ran(
        "./mvnw -q -s .ci/settings.xml -pl backend test",
        "[INFO] Tests run: 143, Failures: 0, Errors: 0, Skipped: 2",
      )
      .said("Mit `./mvnw -s .ci/settings.xml` läuft der Build durch, 143 Tests sind grün.")
      .prompt(
        "prima. und bitte keine englischen klassennamen für fachliches, also nicht DocumentService sondern Nachweis… hast du ja schon so gemacht, top. technische sachen dürfen englisch bleiben",
      )
      .said("Danke, so halte ich es weiter. Nun die Prüfung der Dateien: Welche Formate sind erlaubt?")
      .prompt(
        "pdf, jpg, png. heic wäre schön weil alle mit dem iphone fotografieren, aber das dms kann kein heic",
      )
      .said("Ich könnte HEIC beim Hochladen in JPG umwandeln, mit libheif über ein kleines Binary.")
      .prompt(
        "hm. nee lass, das gibt wieder eine diskussion mit dem rechenzentrum wegen nativer bibliotheken. machen wir nicht",
      )
      .edited(
        "/home/katrin/wohngeld-online/backend/src/main/java/de/kreis/wohngeld/nachweis/NachweisController.java",
        "class NachweisController { }",
        'class NachweisController { static final Set<String> ERLAUBT = Set.of("application/pdf", "image/jpeg", "image/png"); }',
      )
      .ran(
        "./mvnw -q -s .ci/settings.xml -pl backend test -Dtest=NachweisControllerTest",
        "[ERROR] NachweisControllerTest.grosseDatei:58 Status expected:<201> but was:<413>\n[ERROR] Tests run: 7, Failures: 1, Errors: 0, Skipped: 0",
        1,
      )
      .called("Grep", { pattern: "max-file-size|max-request-size", path: "backend/src" })
      .gave("")
      .said(
        "Ursache: `spring.servlet.multipart.max-file-size` ist nicht gesetzt, und die Voreinstellung von Spring ist 1 MB, daher der Status 413. Ich setze es in der `application.yml` auf 15 MB.",
      )
      .edited(
        "/home/katrin/wohngeld-online/backend/src/main/resources/application.yml",
        "fachverfahren:",
        "spring.servlet.multipart:\n  max-file-size: 15MB\n  max-request-size: 16MB\nfachverfahren:",
      )
      .ran(
        "./mvnw -q -s .ci/settings.xml -pl backend test -Dtest=NachweisControllerTest",
        "[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0",
      )
      .said("Alle sieben Tests sind jetzt grün.")
      .prompt("mahlzeit erstmal")
      .wait(45)
      .prompt("so, weiter mit dem frontend. angular, im schritt 5 vom antrag")
      .read(
        "/home/katrin/wohngeld-online/frontend/src/app/antrag/schritt5/schritt5.component.ts",
        "@Component({ selector: 'wg-schritt5', templateUrl: './schritt5.component.html' })\nexport class Schritt5Component {}",
      )
      .wrote(
        "/home/katrin/wohngeld-online/frontend/src/app/antrag/schritt5/nachweis-upload.component.ts",
        "@Component({ selector: 'wg-nachweis-upload', template: '<div class=\"dropzone\"></div>' })\nexport class NachweisUploadComponent {}",
      )
      .ran("npm --prefix frontend test -- --watch=false", "TOTAL: 318 SUCCESS")
      .said("Die Komponente `wg-nachweis-upload` steht, mit einer Ablagefläche für Drag-and-drop.")
      .prompt(
        "drag and drop allein reicht nicht, wir müssen BITV erfüllen. jede funktion muss auch nur mit der tastatur gehen, und zwar immer, nicht nur hier",
      )
      .edited(
        "/home/katrin/wohngeld-online/frontend/src/app/antrag/schritt5/nachweis-upload.component.ts",
        '<div class="dropzone"></div>',
        '<label for="datei">Nachweis auswählen</label><input id="datei" type="file">',
      )
      .said(
        "Es gibt nun einen gewöhnlichen Dateiknopf mit Beschriftung; die Ablagefläche ist nur noch eine Zugabe.",
      )
      .prompt("gut. was passiert wenn das dms nicht da ist? das wird sonntags von 2 bis 6 gewartet")
      .said(
        "Zurzeit bekäme der Bürger einen Fehler 502. Ich schlage vor, die Datei verschlüsselt zwischenzulegen und später nachzureichen.",
      )
      .prompt(
        "zwischenlegen nein, datenschutz. lieber eine ehrliche meldung: bitte später nochmal. die texte macht aber die redaktion, frau petersen, wir schreiben keine texte für bürger selber",
      )
      .edited(
        "/home/katrin/wohngeld-online/frontend/src/app/antrag/schritt5/nachweis-upload.component.ts",
        "export class NachweisUploadComponent {}",
        "export class NachweisUploadComponent { fehler = 'TODO_REDAKTION_DMS_NICHT_ERREICHBAR'; }",
      )
      .said("Ich habe den Schlüssel `TODO_REDAKTION_DMS_NICHT_ERREICHBAR` als Platzhalter gesetzt.")
      .prompt(
        "den virenscanner haben wir noch gar nicht. der muss vor dem go-live rein, ist aber ein eigenes ticket",
      )
      .said("Gut, der Virenscanner kommt nicht in diesen Merge Request.")
      .prompt("dann commit und MR bitte, zielbranch ist develop nicht main!")
      .ran(
        "git commit -am 'Nachweise hochladen' && git push -u origin nachweise",
        "[nachweise 90ad3f1] Nachweise hochladen\n 11 files changed, 604 insertions(+), 9 deletions(-)",
      )
      .ran(
        "glab mr create --fill --target-branch develop",
        "!355 Nachweise hochladen\nhttps://gitlab.kreis.example/buergerdienste/wohngeld-online/-/merge_requests/355",
      )
      .said(
        "Der Merge Request !355 ist offen, Ziel ist `develop`.\n\n## Zusammenfassung\n- **Backend:** `DmsClient`, `NachweisController`, Prüfung der Formate, 15 MB je Datei\n- **Frontend:** `wg-nachweis-upload` in Schritt 5, mit der Tastatur bedienbar\n- **Übergabe:** nur die Objekt-ID aus dem DMS\n\n## Noch offen\n- Texte der Redaktion\n- Virenscanner vor dem Go-live",
      )
      .prompt("klasse, danke dir. feierabend");
  },
  keep: [
    { kind: "learning", type: "semantic", words: ["höchstens 10 MB pro nachricht"] },
    { kind: "decision", words: ["dms der kreisverwaltung", "nicht in unserer datenbank"] },
    { kind: "command", type: "procedural", words: ["./mvnw -s .ci/settings.xml"] },
    { kind: "preference", type: "semantic", words: ["keine englischen klassennamen"] },
    { kind: "fix", words: ["max-file-size", "413|application.yml"] },
    { kind: ["preference", "correction"], type: "semantic", words: ["nur mit der tastatur"] },
    {
      kind: ["preference", "correction"],
      type: "semantic",
      words: ["keine texte für bürger selber|texte macht aber die redaktion"],
    },
    { kind: "intention", type: "prospective", words: ["vor dem go-live"] },
    { kind: "outcome", words: ["DmsClient|Merge Request !355"] },
  ],
  may: [
    { kind: "learning", words: ["sonntags von 2 bis 6"] },
    { kind: ["decision", "learning"], words: ["kein heic"] },
    { kind: "decision", words: ["nativer bibliotheken"] },
    { kind: ["correction", "preference"], words: ["zielbranch ist develop"] },
    { kind: "decision", words: ["zwischenlegen nein"] },
    { kind: "learning", words: ["werktags von 6 bis 20 Uhr"] },
    { kind: "decision", words: ["Objekt-ID"] },
    { kind: "intention", words: ["Texte der Redaktion"] },
    { kind: "intention", words: ["Virenscanner"] },
    { kind: "decision", words: ["ehrliche meldung"] },
    { kind: "decision", words: ["mit Verweisen"] },
  ],
  never: ["mit libheif", "mahlzeit", "feierabend", "als Base64", "verschlüsselt zwischenzulegen"],
});

export default session;
