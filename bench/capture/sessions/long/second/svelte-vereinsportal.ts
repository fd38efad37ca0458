import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/home/holger/vereinsportal";

/** Mitgliederportal eines Segelvereins in SvelteKit: Anmeldung, Beiträge, Auslieferung; ein Ehrenamtler, der gern ausholt. */
const session: LabelledSession = labelled({
  name: "svelte-vereinsportal",
  project: P,
  talk: (t) => {
    t.prompt(
      "Moin! Ich sitze wieder am Mitgliederportal. Seit dem Umzug auf den neuen Server kann sich keiner mehr anmelden, nach dem Absenden kommt nur eine weiße Seite mit einem Satz auf Englisch. Lokal läuft alles. Kannst du mal schauen?",
    )
      .said("Moin! Ich sehe mir zuerst an, was der Server beim Absenden antwortet.")
      .ran(
        "curl -s -o - -w '%{http_code}' -X POST https://portal.svn-kappeln.example/anmelden -H 'Origin: https://portal.svn-kappeln.example' -d 'mail=a@b.de'",
        "Cross-site POST form submissions are forbidden403",
        22,
      )
      .read(
        `${P}/deploy/portal.service`,
        "[Service]\nExecStart=/usr/bin/node build\nEnvironment=PORT=3010\nEnvironment=DATABASE_URL=postgres:///portal",
      )
      .read(
        `${P}/svelte.config.js`,
        "import adapter from '@sveltejs/adapter-node';\nexport default { kit: { adapter: adapter() } };",
      )
      .said(
        "Die Ursache: Hinter dem Proxy hält SvelteKit sich für `http://localhost:3010`, und die Prüfung gegen fremde Herkunft lehnt deshalb jedes Formular ab. Auf dem alten Server war `ORIGIN` gesetzt, in der neuen Unit fehlt die Variable.",
      )
      .edited(
        `${P}/deploy/portal.service`,
        "Environment=PORT=3010",
        "Environment=PORT=3010\nEnvironment=ORIGIN=https://portal.svn-kappeln.example",
      )
      .ran("ssh portal 'systemctl --user daemon-reload && systemctl --user restart portal'", "")
      .ran(
        "curl -s -o /dev/null -w '%{http_code}' -X POST https://portal.svn-kappeln.example/anmelden -H 'Origin: https://portal.svn-kappeln.example' -d 'mail=a@b.de'",
        "200",
      )
      .said("Die Anmeldung antwortet wieder mit 200.")
      .prompt(
        "Wunderbar, da wird sich Ute freuen. Die hat mich gestern Abend noch angerufen deswegen, mitten im Tatort :-)",
      )
      .prompt(
        "So, jetzt das Eigentliche. Die Beiträge für dieses Jahr sollen berechnet werden. Schau dir bitte an, was es da schon gibt, ich hab das vor zwei Jahren mal angefangen und weiß selber nicht mehr genau.",
      )
      .called("Grep", { pattern: "beitrag", "-i": true, path: `${P}/src` })
      .gave(
        "src/lib/server/beitrag.ts:4:export function jahresbeitrag(m: Mitglied, jahr: number): number {\nsrc/lib/server/schema.ts:31:export const beitraege = pgTable('beitraege', {\nsrc/routes/vorstand/beitraege/+page.svelte:12:  {#each data.beitraege as b}",
      )
      .read(
        `${P}/src/lib/server/beitrag.ts`,
        "export function jahresbeitrag(m: Mitglied, jahr: number): number {\n  const alter = jahr - m.geboren.getFullYear();\n  if (alter < 18) return 60;\n  return 180;\n}",
      )
      .said(
        "Es gibt eine Funktion `jahresbeitrag`, eine Tabelle `beitraege` und eine Seite für den Vorstand, die nur anzeigt. Jugendliche zahlen bei dir bis 18 den ermäßigten Satz von 60 €, alle anderen 180 €. Soll ich darauf aufbauen?",
      )
      .prompt(
        "Nein, das stimmt so nicht mehr: der Jugendbeitrag gilt bis 27, sofern jemand in Ausbildung ist, und Stichtag ist immer der 1. Januar. Beträge sind gleich geblieben.",
      )
      .edited(
        `${P}/src/lib/server/beitrag.ts`,
        "if (alter < 18) return 60;",
        "if (alterAm(m.geboren, stichtag(jahr)) < (m.inAusbildung ? 27 : 18)) return 60;",
      )
      .wrote(`${P}/src/lib/server/beitrag.test.ts`, "test('Auszubildende mit 26 zahlen ermäßigt', () => {});")
      .ran("npm test", " ✓ src/lib/server/beitrag.test.ts (6 tests) 9ms\n\n Test Files  7 passed (7)")
      .said(
        "Die Berechnung richtet sich jetzt nach dem Alter am Stichtag und nach der Ausbildung; sechs Tests decken die Grenzen ab.",
      )
      .prompt(
        "Und wie rechnet man eigentlich das Alter richtig aus, wenn einer am 29. Februar Geburtstag hat? Frage nur aus Neugier.",
      )
      .said(
        "Nach deutschem Recht vollendet man ein Lebensjahr mit Ablauf des Vortags, also am 28. Februar um Mitternacht. Für euren Stichtag spielt es keine Rolle.",
      )
      .prompt("Wieder was gelernt.")
      .prompt(
        'Dann brauchen wir ein Feld "in Ausbildung" in der Datenbank. Leg das mal an und spiel es bei mir lokal ein.',
      )
      .edited(
        `${P}/src/lib/server/schema.ts`,
        "geboren: date('geboren').notNull(),",
        "geboren: date('geboren').notNull(),\n  inAusbildung: boolean('in_ausbildung').notNull().default(false),",
      )
      .ran(
        "npm run db:push",
        "> drizzle-kit push\n\nNo config path provided, using default 'drizzle.config.ts'\nError  Please provide required params for Postgres driver:\n    [x] url: undefined",
        1,
      )
      .ran("ls drizzle*", "drizzle.config.ts\ndrizzle.lokal.config.ts")
      .ran(
        "npx drizzle-kit push --config=drizzle.lokal.config.ts",
        "Reading config file 'drizzle.lokal.config.ts'\n[✓] Pulling schema from database...\n[✓] Changes applied",
      )
      .said("Die Spalte ist lokal angelegt.")
      .prompt(
        "Gut. Die Seite für den Vorstand soll einen Knopf bekommen, mit dem unsere Kassenwartin die Liste runterladen kann. Ihr Programm (SPG-Verein) nimmt nur CSV mit Semikolon und in Windows-1252, mit UTF-8 hat sie lauter Fragezeichen bei den Umlauten.",
      )
      .said("Ich baue dafür einen Endpunkt neben der Seite.")
      .wrote(
        `${P}/src/routes/vorstand/beitraege/liste.csv/+server.ts`,
        "export const GET: RequestHandler = async ({ locals }) => { /* … */ };",
      )
      .edited(
        `${P}/src/routes/vorstand/beitraege/+page.svelte`,
        "<h1>Beiträge</h1>",
        '<h1>Beiträge</h1>\n<a class="knopf" href="/vorstand/beitraege/liste.csv" download>Liste laden</a>',
      )
      .ran(
        "curl -s localhost:5173/vorstand/beitraege/liste.csv | file -",
        "/dev/stdin: ISO-8859 text, with CRLF line terminators",
      )
      .said("Der Knopf lädt jetzt eine CSV-Datei mit Semikolon; `iconv-lite` wandelt sie vor dem Versand um.")
      .prompt(
        "Sieht gut aus. Mir fällt auf, da steht 'Bitte wählen Sie'. Wir sind ein Segelverein, bitte in allen Texten die Mitglieder duzen, auch in Mails und Fehlermeldungen!",
      )
      .called("Grep", { pattern: "\\bSie\\b|\\bIhr(e|en)?\\b", path: `${P}/src` })
      .gave(
        "src/routes/anmelden/+page.svelte:18\nsrc/routes/profil/+page.svelte:40\nsrc/lib/server/mail.ts:22",
      )
      .edited(`${P}/src/routes/anmelden/+page.svelte`, "Bitte wählen Sie", "Bitte wähle")
      .edited(`${P}/src/routes/profil/+page.svelte`, "Ihre Daten", "Deine Daten")
      .edited(`${P}/src/lib/server/mail.ts`, "Sehr geehrte", "Moin")
      .said("An drei Stellen stand noch die Sie-Form; die sind angepasst.")
      .prompt('"Moin" in der Mail, herrlich. Lass das so.')
      .prompt(
        "Nächster Punkt, da grübel ich schon länger: Passwörter. Die Hälfte vergisst sie, und ich setze dann sonntags welche zurück. Was meinst du, Passkeys?",
      )
      .said(
        "Passkeys wären bequem, aber etliche eurer Mitglieder nutzen ältere Geräte oder teilen sich einen Rechner im Vereinsheim. Alternativen:\n\n| | Aufwand | Für wen |\n|---|---|---|\n| Passkeys | mittel | eigenes, neueres Gerät |\n| Link per Mail | gering | alle mit Mailadresse |\n| Passwort behalten | keiner | – |",
      )
      .prompt(
        "Stimmt, der Rechner im Vereinsheim. Dann machen wir den Link per Mail und werfen die Passwörter ganz raus. Mailadressen haben wir von allen bis auf vier, die ruf ich an.",
      )
      .said("Mache ich. Der Link gilt 20 Minuten und nur einmal.")
      .wrote(`${P}/src/lib/server/anmeldelink.ts`, "export async function sendeLink(mail: string) {}")
      .wrote(
        `${P}/src/routes/anmelden/[token]/+page.server.ts`,
        "export const load = async ({ params }) => {};",
      )
      .edited(`${P}/src/routes/anmelden/+page.server.ts`, "verifyPassword(", "sendeLink(")
      .ran(
        "npm run check && npm test",
        "svelte-check found 0 errors and 0 warnings\n\n Test Files  8 passed (8)\n      Tests  39 passed (39)",
      )
      .said(
        "Die Anmeldung läuft nun ohne Passwort:\n\n- `anmeldelink.ts` erzeugt und prüft die Links\n- die Anmeldeseite fragt nur noch nach der Mailadresse\n- die Spalte `passwort` ist noch da, wird aber nicht mehr gelesen\n\n39 Tests laufen durch.",
      )
      .prompt(
        "Die Spalte lass noch stehen bis nach der Mitgliederversammlung am 14. März, falls es Ärger gibt. Danach weg damit.",
      )
      .said("In Ordnung, sie bleibt vorerst.")
      .prompt("kurze Frage noch, kommen die Mails beim Testen eigentlich wirklich raus?")
      .said("Nein, lokal landen sie in Mailpit unter `localhost:8025`.")
      .prompt("Ah, sehr gut. Dann Feierabend, bis nächste Woche!")
      .said("Bis nächste Woche!");
  },
  keep: [
    {
      kind: "fix",
      words: [
        "Cross-site POST form submissions are forbidden|hält SvelteKit sich für",
        "ORIGIN|portal.service",
      ],
    },
    {
      kind: ["correction", "learning"],
      type: "semantic",
      words: ["Jugendbeitrag gilt bis 27", "Stichtag ist immer der 1. Januar"],
    },
    { kind: "command", type: "procedural", words: ["npx drizzle-kit push --config=drizzle.lokal.config.ts"] },
    { kind: "learning", type: "semantic", words: ["SPG-Verein", "Semikolon", "Windows-1252"] },
    { kind: "preference", type: "semantic", words: ["in allen Texten die Mitglieder duzen"] },
    { kind: "decision", words: ["Link per Mail", "werfen die Passwörter ganz raus"] },
    { kind: "outcome", words: ["ohne Passwort"] },
    { kind: "intention", type: "prospective", words: ["bis nach der Mitgliederversammlung", "14. März"] },
  ],
  may: [
    { kind: "learning", words: ["Mailpit"] },
    { kind: ["learning", "intention"], words: ["bis auf vier"] },
    { kind: ["decision", "learning"], words: ["Der Link gilt 20 Minuten"] },
    { kind: ["learning", "decision"], words: ["teilen sich einen Rechner im Vereinsheim"] },
    { kind: "outcome", words: ["liste.csv|CSV-Datei"] },
    { kind: "outcome", words: ["Die Berechnung richtet sich jetzt"] },
  ],
  never: ["Jugendliche zahlen bei dir bis 18", "Tatort", "29. Februar", "wird sich Ute freuen"],
});

export default session;
