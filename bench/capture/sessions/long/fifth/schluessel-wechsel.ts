import { type LabelledSession, labelled } from "../../../session.ts";

/** Verschlüsselte Spalten bekommen neue Schlüssel, in einer Versicherung; Go, Postgres, KMS; auf Deutsch. */
const session: LabelledSession = labelled({
  name: "schluessel-wechsel",
  project: "/home/henrike/vertrag-dienst",
  talk: (t) => {
    t.prompt(
      "moin. wir müssen die schlüssel für die verschlüsselten spalten rotieren (iban, diagnose-freitext). schau dir mal an wie das jetzt läuft, internal/crypt",
    )
      .said("Ich sehe mir zuerst das Paket und seine Aufrufer an.")
      .called("Grep", { pattern: "crypt\\.", path: "/home/henrike/vertrag-dienst/internal" })
      .gave(
        "internal/vertrag/repo.go:41:\tv.IBAN, err = crypt.Open(row.IbanEnc)\ninternal/vertrag/repo.go:77:\tenc, err := crypt.Seal(v.IBAN)\ninternal/leistung/repo.go:58:\tl.Freitext, err = crypt.Open(row.FreitextEnc)",
      )
      .read(
        "/home/henrike/vertrag-dienst/internal/crypt/crypt.go",
        "     1\tpackage crypt\n    14\tvar key []byte // aus CRYPT_KEY\n    22\tfunc Seal(plain string) ([]byte, error) {\n    23\t\tnonce := make([]byte, 12)\n    31\t\treturn append(nonce, gcm.Seal(nil, nonce, []byte(plain), nil)...), nil\n    32\t}",
      )
      .said(
        "So läuft es heute:\n\n- **ein** Schlüssel aus der Umgebungsvariable `CRYPT_KEY`\n- AES-256-GCM, der Nonce steht vor dem Chiffrat\n- keine Kennung des Schlüssels im Chiffrat\n\nOhne Kennung lässt sich beim Lesen nicht unterscheiden, welcher Schlüssel gilt. Ich schlage ein Präfix vor: ein Byte Version, zwei Byte Schlüsselnummer.",
      )
      .prompt(
        "präfix ja. aber woher weisst du beim lesen dass es ein altes ohne präfix ist? nonce ist zufällig",
      )
      .said(
        "Stimmt, ein zufälliger Nonce kann mit demselben Byte anfangen, in einem von 256 Fällen. Dann also nicht raten: eine eigene Spalte `key_id`, die bei alten Zeilen `NULL` ist.",
      )
      .prompt(
        "spalte ist gut. das DWH zieht die tabellen per CDC, neue nullable spalten stören die nicht, umbenennen schon",
      )
      .wrote(
        "/home/henrike/vertrag-dienst/migrations/0061_key_id.sql",
        "alter table vertrag add column key_id smallint;\nalter table leistung add column key_id smallint;",
      )
      .prompt(
        "und der neue schlüssel kommt nicht mehr aus der umgebung sondern aus dem kms. welches kms ist noch offen.. aws haben wir, aber revision sagt schlüssel müssen im eigenen haus liegen. also das HSM von der IT über pkcs11. hmm. oder vault transit?",
      )
      .said(
        "Beides geht mit Umschlagverschlüsselung: Der Datenschlüssel liegt verschlüsselt in der Datenbank, der Hauptschlüssel verlässt das HSM oder Vault nie.\n\n| | HSM/PKCS#11 | Vault Transit |\n|---|---|---|\n| cgo nötig | ja | nein |\n| Latenz | ~3 ms | ~8 ms |\n| Betrieb | IT | ihr |",
      )
      .prompt(
        "vault transit, und der vault ist seinerseits mit dem HSM versiegelt, damit ist die revision zufrieden. hab grad mit torben telefoniert",
      )
      .said(
        "Gut, dann Vault Transit. Ich baue `internal/keyring`: Es holt die Datenschlüssel beim Start, lässt sie von Transit entschlüsseln und hält sie im Speicher.",
      )
      .wrote(
        "/home/henrike/vertrag-dienst/internal/keyring/keyring.go",
        "package keyring\n\ntype Ring struct {\n\tactive uint16\n\tkeys   map[uint16][]byte\n}",
      )
      .wrote(
        "/home/henrike/vertrag-dienst/internal/keyring/transit.go",
        "package keyring\n\nfunc (t *Transit) Decrypt(ctx context.Context, wrapped string) ([]byte, error) { … }",
      )
      .edited(
        "/home/henrike/vertrag-dienst/internal/crypt/crypt.go",
        "var key []byte // aus CRYPT_KEY",
        "type Box struct{ ring *keyring.Ring }",
      )
      .ran(
        "go test ./...",
        "--- FAIL: TestTransitDecrypt (0.01s)\n    transit_test.go:29: Error making API request.\n        URL: PUT https://127.0.0.1:8200/v1/transit/decrypt/vertrag\n        Code: 403. Errors:\n        * permission denied\nFAIL\tgithub.com/hanse-kv/vertrag-dienst/internal/keyring\t0.388s",
        1,
      )
      .said(
        "Der lokale Vault lehnt ab: Das Token hat keine Rechte auf den Transit-Schlüssel. Ich probiere es mit dem Root-Token des Dev-Servers.",
      )
      .refused("Bash", { command: "VAULT_TOKEN=root go test ./internal/keyring/..." })
      .prompt(
        "nee, nicht mit root, auch lokal nicht. `make vault-dev` legt policy und token an, danach VAULT_TOKEN=$(cat .vault-token)",
      )
      .ran(
        "make vault-dev",
        "Success! Uploaded policy: vertrag-dev\nSuccess! Enabled the transit secrets engine at: transit/\ntoken → .vault-token",
      )
      .ran(
        "VAULT_TOKEN=$(cat .vault-token) go test ./...",
        "ok  \tgithub.com/hanse-kv/vertrag-dienst/internal/keyring\t0.512s\nok  \tgithub.com/hanse-kv/vertrag-dienst/internal/crypt\t0.021s\nok  \tgithub.com/hanse-kv/vertrag-dienst/internal/vertrag\t1.804s",
      )
      .said("Alles grün. Als Nächstes das Umschlüsseln der Bestandsdaten. Wie viele Zeilen sind es?")
      .prompt(
        "vertrag 2,1 mio, leistung so 38 mio. nachts zwischen 1 und 4 läuft der beitragslauf, da darf nichts anderes auf die db",
      )
      .said(
        "Dann ein Befehl `cmd/rekey`, der in Stapeln von 500 Zeilen arbeitet, zwischen den Stapeln wartet und von 0:45 bis 4:15 Uhr aussetzt.",
      )
      .wrote("/home/henrike/vertrag-dienst/cmd/rekey/main.go", "package main\n\nfunc main() { … }")
      .ran(
        "VAULT_TOKEN=$(cat .vault-token) go run ./cmd/rekey -table leistung -dry-run",
        "2026/03/02 10:12:40 leistung: 1000 Zeilen gelesen\n2026/03/02 10:12:40 leistung id=77120: cipher: message authentication failed\nexit status 1",
        1,
      )
      .said(
        "Eine Zeile lässt sich mit dem alten Schlüssel nicht öffnen. Ich sehe mir an, wann sie geschrieben wurde.",
      )
      .ran(
        'psql -At vertrag_test -c "select id, angelegt, length(freitext_enc) from leistung where id between 77118 and 77122"',
        "77118|2021-06-30|91\n77119|2021-06-30|44\n77120|2021-06-30|128\n77121|2021-07-01|67\n77122|2021-07-01|80",
      )
      .said("Die Ursache ist vermutlich ein abgebrochener Schreibvorgang, die Zeile wäre dann verloren.")
      .prompt(
        "ne, verloren ist da nix. alles vor juli 2021 kommt aus der übernahme der BKK Elbe und ist mit deren schlüssel verschlüsselt, der liegt als CRYPT_KEY_BKK im gleichen secret. die fachseite liest das über einen eigenen pfad",
      )
      .called("Grep", { pattern: "CRYPT_KEY_BKK", path: "/home/henrike/vertrag-dienst" })
      .gave('internal/altbestand/lesen.go:19:\tk := os.Getenv("CRYPT_KEY_BKK")')
      .said(
        "Gefunden. `cmd/rekey` versucht jetzt erst den alten Schlüssel und bei einem Fehler den der BKK; welcher gepasst hat, wird gezählt.",
      )
      .edited(
        "/home/henrike/vertrag-dienst/cmd/rekey/main.go",
        "box.OpenLegacy(row)",
        "openAny(row, legacy, bkk)",
      )
      .ran(
        "VAULT_TOKEN=$(cat .vault-token) go run ./cmd/rekey -table leistung -dry-run",
        "2026/03/02 10:20:02 leistung: 500000 Zeilen gelesen, 481220 alt, 18780 bkk, 0 Fehler",
      )
      .prompt("sehr schön. wie lange dauert der echte lauf?")
      .said(
        "Bei 500 Zeilen je Stapel und 200 ms Pause etwa 4 Stunden und 20 Minuten reine Laufzeit für `leistung`.",
      )
      .prompt(
        "ok. im protokoll dürfen nur ids stehen, keine längen von freitexten, daraus kann man rückschlüsse ziehen. hat uns der datenschutz schon mal angekreidet, gilt für alle tools",
      )
      .edited(
        "/home/henrike/vertrag-dienst/cmd/rekey/main.go",
        'log.Printf("%d (%d Byte)", id, len(enc))',
        'log.Printf("%d", id)',
      )
      .said("Geändert, die Länge steht nicht mehr im Protokoll.")
      .prompt("was ist mit dem alten schlüssel hinterher, löschen?")
      .said("Erst, wenn keine Sicherung mehr Zeilen mit ihm enthält. Wie lange bewahrt ihr Sicherungen auf?")
      .prompt(
        "90 tage. also frühestens drei monate nach dem lauf, machen torben und ich zu zweit, vier augen. schreib das in die README bitte",
      )
      .edited(
        "/home/henrike/vertrag-dienst/README.md",
        "## Betrieb",
        "## Betrieb\n\n### Alte Schlüssel\n\nAlte Schlüssel werden frühestens 90 Tage nach dem Umschlüsseln gelöscht, zu zweit.",
      )
      .said("Steht in der README unter „Betrieb“.")
      .prompt("testlauf in der abnahme mach ich donnerstag. danke dir, mittag jetzt 🍝")
      .said(
        "Guten Appetit! Stand: Spalte `key_id`, `internal/keyring` mit Vault Transit und `cmd/rekey` sind fertig und getestet; das Löschen von `CRYPT_KEY` aus der Umgebung ist noch offen, bis alle Zeilen eine `key_id` haben.",
      );
  },
  keep: [
    { kind: "decision", words: ["key_id", "NULL|nicht raten"], type: "episodic" },
    { kind: "learning", words: ["per CDC"], type: "semantic" },
    { kind: ["decision", "learning"], words: ["vault transit", "revision"] },
    {
      kind: ["command", "correction", "preference"],
      words: ["make vault-dev"],
      type: ["procedural", "semantic"],
    },
    { kind: "learning", words: ["beitragslauf"], type: "semantic" },
    { kind: ["correction", "learning"], words: ["BKK Elbe"], type: "semantic" },
    { kind: ["preference", "learning"], words: ["dürfen nur ids stehen"], type: "semantic" },
    { kind: ["intention", "decision", "learning"], words: ["drei monate nach dem lauf|frühestens 90 Tage"] },
    { kind: ["outcome", "intention"], words: ["cmd/rekey|noch offen", "CRYPT_KEY|getestet"] },
  ],
  may: [
    { kind: "learning", words: ["schlüssel müssen im eigenen haus liegen"] },
    { kind: "intention", words: ["donnerstag"] },
    { kind: "fix", words: ["message authentication failed|cmd/rekey"] },
    { kind: "decision", words: ["Stapeln von 500"] },
    { kind: ["preference", "correction"], words: ["nicht mit root"] },
    { kind: "outcome", words: ["cmd/rekey"] },
    { kind: "learning", words: ["90 tage"] },
    { kind: "decision", words: ["Vault Transit"] },
  ],
  never: [
    "abgebrochener Schreibvorgang",
    "ein Byte Version",
    "Guten Appetit",
    "mittag jetzt",
    "welches kms ist noch offen",
  ],
});

export default session;
