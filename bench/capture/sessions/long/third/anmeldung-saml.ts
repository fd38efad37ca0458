import { type LabelledSession, labelled } from "../../../session.ts";

/** German: a large customer logs in by SAML; Java, Keycloak, a claim that has to be taken back. */
const session: LabelledSession = labelled({
  name: "anmeldung-saml",
  held: true,
  project: "/home/joerg/tarifwerk",
  talk: (t) => {
    t.prompt(
      'Moin. Kunde Wagenbach soll sich ab nächster Woche per SSO anmelden (Entra ID, SAML), bei uns läuft Keycloak davor. Im Testsystem kommt nach dem Login nur "Invalid requester". Schau mal ins Log',
    )
      .ran("docker compose logs keycloak --since 10m", `no configuration file provided: not found`, 14)
      .prompt("die compose liegt unter deploy/test, und der dienst heisst iam")
      .ran(
        "docker compose -f deploy/test/compose.yaml logs iam --since 10m",
        `iam-1  | 2026-03-02 09:11:52,101 WARN  [org.keycloak.events] type="IDENTITY_PROVIDER_LOGIN_ERROR", realmName="tarifwerk", clientId="null", error="invalid_saml_response", reason="invalid_destination"
iam-1  | 2026-03-02 09:11:52,104 ERROR [org.keycloak.broker.saml.SAMLEndpoint] Assertion expired.`,
      )
      .said(
        "Im Log stehen zwei Dinge: `invalid_destination` und `Assertion expired`. Vermutlich geht die Uhr des Containers falsch, das prüfe ich zuerst.",
      )
      .ran(
        "docker compose -f deploy/test/compose.yaml exec iam date -u && date -u",
        "Mon Mar  2 09:13:40 UTC 2026\nMon Mar  2 09:13:40 UTC 2026",
      )
      .said("Die Uhren stimmen überein, daran liegt es also nicht. Dann `invalid_destination`.")
      .ran(
        "docker compose -f deploy/test/compose.yaml exec iam env | grep KC_",
        "KC_HOSTNAME=http://iam:8080\nKC_PROXY_HEADERS=\nKC_DB=postgres",
      )
      .said(
        "Ursache: `KC_HOSTNAME` steht auf der internen Adresse `http://iam:8080`, Entra schickt die Antwort aber an `https://login.test.tarifwerk.example`. Keycloak vergleicht beides und lehnt mit `invalid_destination` ab.",
      )
      .edited(
        "/home/joerg/tarifwerk/deploy/test/compose.yaml",
        "      KC_HOSTNAME: http://iam:8080\n      KC_PROXY_HEADERS: ''",
        "      KC_HOSTNAME: https://login.test.tarifwerk.example\n      KC_PROXY_HEADERS: xforwarded",
      )
      .ran(
        "docker compose -f deploy/test/compose.yaml up -d iam",
        " Container test-iam-1  Recreated\n Container test-iam-1  Started",
      )
      .said("In `deploy/test/compose.yaml` steht jetzt die öffentliche Adresse. Bitte noch einmal anmelden.")
      .prompt("jup anmeldung geht durch 👍 aber der user hat keine rollen")
      .ran(
        "docker compose -f deploy/test/compose.yaml logs iam --since 2m | grep -i mapper",
        "iam-1  | DEBUG [AdvancedAttributeToRoleMapper] groups=[5f0c1a2e-77b1-4a0e-9c55-0a3d3c0f1111, a91b7c22-0d3f-4c1a-8a77-5f9f3e5d2222]",
      )
      .said(
        "Die Gruppen kommen als GUIDs an, die Zuordnung sucht aber nach Namen wie `TW-Sachbearbeitung`. Im Entra-Portal lässt sich umstellen, dass der `sAMAccountName` statt der Object ID gesendet wird; das müsste die IT von Wagenbach tun.",
      )
      .prompt(
        "geht bei denen nicht, deren Gruppen sind reine Cloudgruppen, ohne AD dahinter. Es kommen nur die Object-IDs. Wir müssen bei uns zuordnen",
      )
      .said("Gut, dann lege ich eine Zuordnung von GUID zu Rolle je Kunde an.")
      .called("Grep", { pattern: "TW-Sachbearbeitung", output_mode: "files_with_matches" })
      .gave("deploy/keycloak/realm-tarifwerk.json\nsrc/main/java/de/tarifwerk/iam/RoleSync.java")
      .read(
        "/home/joerg/tarifwerk/src/main/java/de/tarifwerk/iam/RoleSync.java",
        `@Component
class RoleSync {
    void onLogin(Jwt token) {
        var names = token.getClaimAsStringList("groups");
        user.setRoles(names.stream().map(Role::byGroupName).filter(Objects::nonNull).toList());
    }
}`,
      )
      .thought("Wo soll die Zuordnung leben: in Keycloak-Mappern oder in einer Tabelle der Anwendung?")
      .said(
        "Zwei Möglichkeiten:\n\n1. **Mapper in Keycloak**, einer je Gruppe: liegt bei der Anmeldung, ist aber nur über das Realm-JSON zu pflegen\n2. **Tabelle `group_role`** in der Anwendung, je Mandant: der Support kann sie selbst pflegen",
      )
      .prompt("2. Das Realm-JSON fasst hier niemand freiwillig an, und der Support muss das ohne uns können")
      .wrote(
        "/home/joerg/tarifwerk/src/main/resources/db/changelog/0088-group-role.yaml",
        "databaseChangeLog:\n  - changeSet:\n      id: 0088\n      author: joerg\n      changes:\n        - createTable: { tableName: group_role }",
      )
      .edited(
        "/home/joerg/tarifwerk/src/main/java/de/tarifwerk/iam/RoleSync.java",
        "names.stream().map(Role::byGroupName).filter(Objects::nonNull).toList()",
        "groupRoles.rolesFor(tenant, names)",
      )
      .wrote(
        "/home/joerg/tarifwerk/src/test/java/de/tarifwerk/iam/RoleSyncTest.java",
        "class RoleSyncTest {\n    @Test void maps_object_ids_of_a_tenant() { }\n}",
      )
      .ran(
        "mvn -q test -Dtest=RoleSyncTest",
        '[ERROR] RoleSyncTest.maps_object_ids_of_a_tenant:31 » LiquibaseException Table "GROUP_ROLE" not found; SQL statement: select * from group_role [42102-232]',
        1,
      )
      .said("Die Datei 0088 ist in der Stammdatei nicht eingetragen.")
      .edited(
        "/home/joerg/tarifwerk/src/main/resources/db/changelog/master.yaml",
        "  - include: { file: 0087-tenant.yaml }",
        "  - include: { file: 0087-tenant.yaml }\n  - include: { file: 0088-group-role.yaml }",
      )
      .ran("mvn -q test -Dtest=RoleSyncTest", "")
      .said("Die Tests laufen durch.")
      .prompt("was passiert bei leuten mit sehr vielen gruppen? ich meine da war was bei MS")
      .said(
        "Richtig: Ab 150 Gruppen schickt Entra bei SAML die Liste nicht mehr mit, sondern nur einen Verweis auf die Graph-API. Abhilfe ist, in der Enterprise-App »Groups assigned to the application« zu wählen; dann kommen nur die zugewiesenen.",
      )
      .prompt(
        "ok das schreib ich denen in die anleitung. Weiter: Benutzer anlegen. Die haben nach SCIM gefragt",
      )
      .said(
        "Keycloak kann SCIM nicht von Haus aus, es bräuchte eine Erweiterung. Sonst legt man Benutzer beim ersten Login an (Just-in-time); nur das Sperren ausgeschiedener Leute geschieht dann nicht von selbst.",
      )
      .prompt(
        "Kein SCIM, wir legen beim ersten Login an. Gesperrt ist, wer sich bei denen nicht mehr anmelden kann, das reicht denen laut Vertrag",
      )
      .edited(
        "/home/joerg/tarifwerk/deploy/keycloak/realm-tarifwerk.json",
        '"firstBrokerLoginFlowAlias": "first broker login"',
        '"firstBrokerLoginFlowAlias": "jit login"',
      )
      .said("Eingestellt; der neue Ablauf fragt nicht mehr nach der Mailadresse.")
      .prompt("commit mal")
      .ran(
        "git add -A && git commit -m 'SSO für Wagenbach: Gruppen über Object-IDs zuordnen'",
        "[sso 4fd01c2] SSO für Wagenbach: Gruppen über Object-IDs zuordnen\n 6 files changed, 131 insertions(+), 6 deletions(-)",
      )
      .prompt(
        "äh bitte keine Kundennamen in Commits oder Branches, das Repo sehen auch die Freien. Nimm immer die Mandantennummer, hier M-204",
      )
      .ran(
        "git commit --amend -m 'SSO für M-204: Gruppen über Object-IDs zuordnen'",
        "[sso 90b7e15] SSO für M-204: Gruppen über Object-IDs zuordnen",
      )
      .said("Geändert, im Commit steht nur noch M-204.")
      .prompt("läuft das Signaturzertifikat von denen eigentlich irgendwann ab?")
      .ran(
        "openssl x509 -in deploy/keycloak/m204-signing.pem -noout -enddate",
        "notAfter=May 14 06:20:11 2026 GMT",
      )
      .said("Am 14. Mai 2026, also in zehn Wochen. Entra erneuert es nicht von allein.")
      .prompt(
        "Mist. Dann erinner mich Ende April, dass wir von denen das neue holen. Oder kann Keycloak das selber ziehen über die metadata url?",
      )
      .said(
        "Ja, »Use metadata descriptor URL« holt die Schlüssel nach. Dafür muss der Container aber nach draußen dürfen.",
      )
      .prompt("darf er nicht, die DMZ ist zu. Also von Hand")
      .said("Dann bleibt es von Hand. Ich habe das Ablaufdatum in `deploy/keycloak/README.md` eingetragen.")
      .prompt("super, bis hierher erstmal. Mahlzeit")
      .said("Mahlzeit!")
      .wait(60)
      .prompt("so weiter. auf dem handy landet man nach login auf einer leeren seite, am rechner nicht")
      .read(
        "/home/joerg/tarifwerk/src/main/java/de/tarifwerk/web/SecurityConfig.java",
        'http.sessionManagement(s -> s.sessionFixation().newSession());\ncookieSerializer.setSameSite("Strict");',
      )
      .said(
        "Das Sitzungscookie ist `SameSite=Strict`. Der Rücksprung von Entra ist ein POST von fremder Seite, da schickt der Browser das Cookie nicht mit, und die Anwendung findet die Sitzung nicht. Am Rechner fällt es nicht auf, weil dort schon eine zweite Sitzung offen war.",
      )
      .edited(
        "/home/joerg/tarifwerk/src/main/java/de/tarifwerk/web/SecurityConfig.java",
        'setSameSite("Strict")',
        'setSameSite("None")',
      )
      .prompt("None gefällt mir nicht, reicht Lax?")
      .said(
        "Lax genügt beim eigenen Cookie: Der POST geht an Keycloak, zu uns kommt man danach per GET-Umleitung. Ich stelle es um.",
      )
      .edited(
        "/home/joerg/tarifwerk/src/main/java/de/tarifwerk/web/SecurityConfig.java",
        'setSameSite("None")',
        'setSameSite("Lax")',
      )
      .ran("mvn -q verify", "")
      .said("Mit `Lax` in `SecurityConfig.java` klappt die Anmeldung auch am Handy, alle Tests laufen durch.")
      .prompt("getestet, passt. Feierabend!");
  },
  keep: [
    { kind: ["command", "learning"], words: ["deploy/test", "iam"] },
    { kind: "fix", words: ["KC_HOSTNAME", "invalid_destination|compose.yaml"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["Object-IDs|Cloudgruppen"] },
    { kind: "decision", words: ["group_role|Realm-JSON", "Support"] },
    { kind: "learning", type: "semantic", words: ["150 Gruppen"] },
    { kind: "decision", words: ["Kein SCIM"] },
    { kind: "preference", type: "semantic", words: ["keine Kundennamen in Commits"] },
    { kind: "intention", type: "prospective", words: ["Ende April|14. Mai"] },
    { kind: "fix", words: ["Lax|SameSite", "SecurityConfig"] },
  ],
  may: [
    { kind: "learning", words: ["DMZ"] },
    { kind: "fix", words: ["0088"] },
    { kind: "outcome", words: ["Object-IDs zuordnen"] },
    { kind: "intention", words: ["anleitung"] },
    { kind: "learning", words: ["laut Vertrag"] },
    { kind: "learning", words: ["m204-signing.pem|Entra erneuert"] },
    { kind: "decision", words: ["von Hand"] },
    { kind: "learning", words: ["ab nächster Woche per SSO"] },
    { kind: "learning", words: ["Just-in-time"] },
  ],
  never: [
    "Vermutlich geht die Uhr",
    "müsste die IT von Wagenbach tun",
    "sAMAccountName",
    "Mahlzeit",
    "Feierabend",
    'setSameSite("None")',
  ],
});

export default session;
