import { type LabelledSession, labelled } from "../../../session.ts";

/** A legacy application moves off its application server, in Java; long enough to be compacted. */
const session: LabelledSession = labelled({
  name: "warfile-to-boot",
  project: "/srv/code/claims",
  talk: (t) => {
    t.command("/clear")
      .prompt(
        "ok so claims still runs as a WAR on weblogic 12 with java 8. goal for this week is spring boot 3.4 / java 21, executable jar. where are we, what's going to hurt?",
      )
      .ran(
        "./mvnw -q dependency:tree | grep -E 'javax|weblogic|axis|hibernate' | head -20",
        `[INFO] +- javax.servlet:javax.servlet-api:jar:3.1.0:provided
[INFO] +- javax.persistence:javax.persistence-api:jar:2.2:compile
[INFO] +- org.apache.axis:axis:jar:1.4:compile
[INFO] +- org.hibernate:hibernate-core:jar:5.2.18.Final:compile
[INFO] +- com.oracle.weblogic:wlthint3client:jar:12.2.1:compile`,
      )
      .called("Grep", { pattern: "InitialContext|java:comp/env", path: "/srv/code/claims/src/main" })
      .gave(
        "src/main/java/nl/verz/claims/Jndi.java:19\nsrc/main/java/nl/verz/claims/mq/ClaimListener.java:44\nsrc/main/java/nl/verz/claims/batch/NightRun.java:61",
      )
      .said(
        "## What will hurt, in this order\n\n1. **Axis 1.4** — the SOAP client for the vehicle registry; dead since 2006, has no jakarta version\n2. **JNDI lookups** — three places take data sources and queues from WebLogic\n3. **Hibernate 5.2 → 6.6** — the HQL in `ClaimDao` uses positional parameters without numbers\n4. **`javax` → `jakarta`** — mechanical, 312 files\n\nI'd start with 4, since everything else needs it to compile.",
      )
      .prompt("agree. openrewrite for that i guess?")
      .ran(
        "./mvnw -U org.openrewrite.maven:rewrite-maven-plugin:run -Drewrite.recipeArtifactCoordinates=org.openrewrite.recipe:rewrite-spring:LATEST -Drewrite.activeRecipes=org.openrewrite.java.spring.boot3.UpgradeSpringBoot_3_4",
        `[WARNING] Changes have been made to src/main/java/nl/verz/claims/web/ClaimController.java by:
[WARNING]     org.openrewrite.java.migrate.jakarta.JavaxMigrationToJakarta
[INFO] Please review and commit the results.
[INFO] BUILD SUCCESS
[INFO] Total time:  06:12 min`,
      )
      .ran(
        "./mvnw -q compile",
        `[ERROR] /srv/code/claims/src/main/java/nl/verz/claims/rdw/RdwClient.java:[12,24] package javax.xml.rpc does not exist
[ERROR] /srv/code/claims/src/main/java/nl/verz/claims/Jndi.java:[8,17] package weblogic.jndi does not exist
[ERROR] -> [Help 1]`,
        1,
      )
      .said("As expected: what remains are Axis and WebLogic. 309 of the 312 files compile.")
      .prompt("for the soap client: cxf or spring-ws? no religion here")
      .said(
        "Spring-WS would need hand-written marshalling for the registry's rpc/encoded WSDL; CXF can't do rpc/encoded either. Both expect document/literal. Does the registry offer a newer endpoint?",
      )
      .prompt(
        "they do! RDW has a REST api for 3 years now, we just never moved. needs a client cert, ours is in the vault under claims/rdw. so no soap at all",
      )
      .said(
        "Then I'll drop Axis and write a small client on `RestClient` with the certificate as an SSL bundle.",
      )
      .wrote(
        "/srv/code/claims/src/main/java/nl/verz/claims/rdw/RdwRestClient.java",
        "package nl.verz.claims.rdw;\n\nclass RdwRestClient implements VehicleRegistry { }\n",
      )
      .edited(
        "/srv/code/claims/pom.xml",
        "<artifactId>axis</artifactId>",
        "<artifactId>spring-boot-starter-web</artifactId>",
      )
      .ran("git rm -q src/main/java/nl/verz/claims/rdw/RdwClient.java src/main/resources/rdw.wsdl")
      .ran(
        "./mvnw -q test -Dtest=RdwRestClientTest",
        `[ERROR] RdwRestClientTest.plateWithDashes:38
Expecting: "Volkswagen" but was: null
[ERROR] Tests run: 6, Failures: 1`,
        1,
      )
      .said(
        "The REST API wants number plates without dashes and in capitals; an unknown plate is an empty array, not a 404. I normalise before the call.",
      )
      .edited(
        "/srv/code/claims/src/main/java/nl/verz/claims/rdw/RdwRestClient.java",
        "plate)",
        'plate.replace("-", "").toUpperCase(Locale.ROOT))',
      )
      .ran("./mvnw -q test -Dtest=RdwRestClientTest", "[INFO] Tests run: 6, Failures: 0")
      .said("All six pass.")
      .prompt("good. jndi next. queues: we'll be on artemis, data sources via hikari")
      .edited(
        "/srv/code/claims/src/main/java/nl/verz/claims/mq/ClaimListener.java",
        "implements MessageListener",
        "",
      )
      .edited(
        "/srv/code/claims/src/main/java/nl/verz/claims/batch/NightRun.java",
        "Jndi.dataSource()",
        "dataSource",
      )
      .ran("git rm -q src/main/java/nl/verz/claims/Jndi.java")
      .ran(
        "./mvnw -q verify",
        `[ERROR] ClaimDaoIT.openClaims » Semantic Error interpreting query [from Claim c where c.state = ? and c.branch = ?]: Ordinal parameter not labelled ('?' was not followed by an integer)
[ERROR] ClaimDaoIT.bonus:71 expected: <2026-01-01> but was: <2025-12-31>
[ERROR] Tests run: 418, Failures: 1, Errors: 9`,
        1,
      )
      .said("Nine are the positional parameters. The one with the date is different, let me look at it.")
      .edited(
        "/srv/code/claims/src/main/java/nl/verz/claims/ClaimDao.java",
        "c.state = ? and c.branch = ?",
        "c.state = ?1 and c.branch = ?2",
      )
      .called("Grep", { pattern: "user.timezone|TimeZone", path: "/srv/code/claims" })
      .gave('ops/weblogic/setDomainEnv.sh:212:JAVA_OPTIONS="$JAVA_OPTIONS -Duser.timezone=Europe/Amsterdam"')
      .edited(
        "/srv/code/claims/src/main/resources/application.yml",
        "jpa:",
        "jpa:\n    properties:\n      hibernate.jdbc.time_zone: Europe/Amsterdam",
      )
      .ran("./mvnw -q verify", "[INFO] Tests run: 418, Failures: 0, Errors: 0\n[INFO] BUILD SUCCESS")
      .said(
        "418 tests pass. The date was off by a day because WebLogic's `setDomainEnv.sh` set `-Duser.timezone=Europe/Amsterdam`, and outside of it Hibernate writes `DATE` columns in UTC. `application.yml` has `hibernate.jdbc.time_zone` now.",
      )
      .compacted(
        "1. Primary Request and Intent:\n   Move the claims application from WebLogic 12 / Java 8 to Spring Boot 3.4 / Java 21 as an executable jar, within this week.\n\n2. Key Technical Concepts:\n   OpenRewrite, Hibernate 6.6, Artemis, RestClient with SSL bundles.\n\n3. Decisions:\n   - The SOAP client for the vehicle registry is gone; RdwRestClient talks to the REST API with the client certificate from the vault (claims/rdw).\n   - Data sources through Hikari, queues on Artemis.\n   - The night run stays in the same jar behind the profile `batch` because operations wants a single artefact to sign.\n\n4. Errors and fixes:\n   - Ordinal parameters without a number in ClaimDao: numbered.\n   - Dates off by one: hibernate.jdbc.time_zone set.\n\n5. Pending Tasks:\n   - The PDF letters still use the iText 2 fork with the patched hyphenation; the user will ask the letters team before anything is changed there.\n   - Build the executable jar and start it.\n\n6. Current Work:\n   All 418 tests pass; next is packaging.",
      )
      .ran(
        "./mvnw -q package -DskipTests && java -jar target/claims.jar --spring.profiles.active=local",
        `Caused by: java.lang.reflect.InaccessibleObjectException: Unable to make field private final java.util.Map java.util.Collections$UnmodifiableMap.m accessible: module java.base does not "opens java.util" to unnamed module @4b1c1ea0
	at nl.verz.rules.Engine.inject(Engine.java:204)`,
        1,
      )
      .said(
        "The rules engine pokes into JDK internals. That's the in-house `verz-rules` 3.1; is there a newer release?",
      )
      .prompt("no, the guy who wrote it is gone. give it what it needs")
      .ran(
        "java --add-opens java.base/java.util=ALL-UNNAMED -jar target/claims.jar --spring.profiles.active=local",
        "Started ClaimsApplication in 9.81 seconds (process running for 10.6)",
      )
      .edited(
        "/srv/code/claims/pom.xml",
        "<manifestEntries>",
        "<manifestEntries>\n  <Add-Opens>java.base/java.util</Add-Opens>",
      )
      .said(
        "It starts. I put `Add-Opens: java.base/java.util` into the manifest so that nobody has to remember the flag; `verz-rules` needs it.",
      )
      .prompt("haha nice, didnt know you can do that in the manifest")
      .said("It has been possible since Java 9.")
      .prompt("healthcheck? the loadbalancer asks /claims/ping")
      .edited(
        "/srv/code/claims/src/main/resources/application.yml",
        "server:",
        "server:\n  servlet:\n    context-path: /claims",
      )
      .wrote(
        "/srv/code/claims/src/main/java/nl/verz/claims/web/PingController.java",
        "class PingController { }\n",
      )
      .said("`/claims/ping` answers `pong` as before.")
      .prompt("should we move to virtual threads while were at it")
      .said(
        "It's one property. The JDBC driver is old (ojdbc8 19.3) and pins carrier threads in `synchronized`, so I'd expect no gain and some risk.",
      )
      .prompt("ok skip, just curious")
      .said("Left as it is.")
      .prompt("can you do the release notes, short, dutch not needed")
      .wrote("/srv/code/claims/RELEASE.md", "# 8.0\n\n- Spring Boot 3.4, Java 21, executable jar\n")
      .said("Written to `RELEASE.md`.")
      .prompt(
        "and one more: for new code in this repo use constructor injection, not @Autowired on fields. sonar blocks the merge otherwise",
      )
      .edited(
        "/srv/code/claims/src/main/java/nl/verz/claims/web/PingController.java",
        "class PingController { }",
        "class PingController {\n  PingController(BuildInfo info) { }\n}",
      )
      .said("Changed in `PingController`; the migrated classes keep their fields.")
      .prompt("commit please, big one but whatever")
      .ran(
        "git commit -qam 'Spring Boot 3.4 on Java 21' && git show --stat | tail -1",
        " 327 files changed, 2104 insertions(+), 3890 deletions(-)",
      )
      .said(
        "Committed. The claims application now runs as an executable jar on Spring Boot 3.4 and Java 21, without WebLogic and Axis: 327 files, 418 tests green. Not done: nothing has run against a real Artemis yet, only the embedded one, so the acceptance environment should be tried before Thursday's freeze.",
      )
      .prompt("will do. bedankt!");
  },
  keep: [
    { kind: "decision", words: ["no soap at all|drop Axis|RdwRestClient talks to the REST API"] },
    { kind: "fix", words: ["hibernate.jdbc.time_zone|setDomainEnv.sh", "application.yml"] },
    { kind: ["learning", "fix"], words: ["without dashes"] },
    { kind: ["decision", "summary"], words: ["profile `batch`", "single artefact to sign"] },
    { kind: ["intention", "summary"], words: ["iText 2", "letters team"] },
    {
      kind: ["fix", "decision", "learning"],
      words: ["java.base/java.util", "verz-rules|InaccessibleObjectException"],
    },
    { kind: "preference", type: "semantic", words: ["constructor injection"] },
    { kind: "outcome", words: ["Spring Boot 3.4", "executable jar"] },
    { kind: "intention", type: "prospective", words: ["real Artemis"] },
  ],
  may: [
    { kind: "fix", words: ["ClaimDao", "rdinal parameter"] },
    { kind: "decision", words: ["artemis", "hikari"] },
    { kind: "learning", words: ["the vault under claims/rdw|needs a client cert"] },
    { kind: ["learning", "decision"], words: ["pins carrier threads"] },
    { kind: "learning", words: ["/claims/ping"] },
    { kind: "learning", words: ["the guy who wrote it is gone"] },
    { kind: "command", words: ["rewrite-maven-plugin:run"] },
    { kind: "command", words: ["--add-opens java.base/java.util=ALL-UNNAMED"] },
    { kind: ["summary", "decision", "intention", "outcome"], words: ["WebLogic 12"] },
  ],
  never: [
    "hand-written marshalling",
    "no religion here",
    "didnt know you can do that",
    "dutch not needed",
    "309 of the 312",
    "Please review and commit",
    "just curious",
  ],
});

export default session;
