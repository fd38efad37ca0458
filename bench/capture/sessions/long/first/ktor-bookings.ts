import { type LabelledSession, labelled } from "../../../session.ts";

/** A feature with a plan first, in Kotlin: idempotent bookings; an impatient person who corrects. */
const session: LabelledSession = labelled({
  name: "ktor-bookings",
  project: "/Users/jonas/code/bookingd",
  talk: (t) => {
    t.prompt(
      "POST /bookings needs to be idempotent. Clients will send Idempotency-Key. look at how the routes are built, give me a plan, dont write code yet",
    )
      .called("Glob", { pattern: "api/src/main/kotlin/**/*Route*.kt" })
      .gave(
        "api/src/main/kotlin/io/bookingd/BookingRoutes.kt\napi/src/main/kotlin/io/bookingd/PartnerRoutes.kt",
      )
      .read(
        "/Users/jonas/code/bookingd/api/src/main/kotlin/io/bookingd/BookingRoutes.kt",
        'fun Route.bookings(service: BookingService) {\n  authenticate("api") {\n    post("/bookings") {\n      val body = call.receive<NewBooking>()\n      call.respond(HttpStatusCode.Created, service.create(body))\n    }\n  }\n}\n',
      )
      .read(
        "/Users/jonas/code/bookingd/api/src/main/kotlin/io/bookingd/Redis.kt",
        "val redis = RedisClient.create(env.redisUrl)",
      )
      .said(
        "## Plan\n\n1. A Ktor plugin `Idempotency` that wraps the routes which ask for it\n2. Responses stored in Redis under `idem:{tenant}:{key}`, with a TTL of 24 hours\n3. A second request with the same key gets the stored response\n4. Tests with two requests in parallel\n\nShall I go ahead?",
      )
      .prompt("why redis")
      .said("It has expiry built in, and the client is there already, so there would be nothing to clean up.")
      .prompt("every deploy flushes redis here. nothing goes in there that has to survive, take postgres")
      .said("Understood, then a table. Open question: how long to keep the keys. 24 hours is usual.")
      .prompt("is it enough? the app retries from the offline queue")
      .called("Grep", { pattern: "MAX_AGE|maxAge", path: "/Users/jonas/code/bookingd/app" })
      .gave("app/src/commonMain/kotlin/OfflineQueue.kt:14:private val MAX_AGE = 36.hours")
      .said(
        "No. The app's offline queue retries a booking for up to 36 hours (`OfflineQueue.kt:14`), so 24 would let late retries create a second booking. I'd take 48 hours.",
      )
      .prompt("ok 48, go")
      .wrote(
        "/Users/jonas/code/bookingd/db/V37__idempotency_keys.sql",
        "create table idempotency_keys (\n  tenant_id uuid not null,\n  key text not null,\n  status int,\n  response jsonb,\n  created_at timestamptz not null default now(),\n  primary key (tenant_id, key)\n);\n",
      )
      .wrote(
        "/Users/jonas/code/bookingd/api/src/main/kotlin/io/bookingd/Idempotency.kt",
        'val Idempotency = createRouteScopedPlugin("Idempotency") { }\n',
      )
      .edited(
        "/Users/jonas/code/bookingd/api/src/main/kotlin/io/bookingd/BookingRoutes.kt",
        'authenticate("api") {',
        'authenticate("api") {\n    install(Idempotency)',
      )
      .wrote(
        "/Users/jonas/code/bookingd/api/src/test/kotlin/io/bookingd/IdempotencyTest.kt",
        "class IdempotencyTest : PostgresTest() { }\n",
      )
      .ran(
        "./gradlew :api:test --tests '*IdempotencyTest*'",
        `> Task :api:test FAILED

IdempotencyTest > initializationError FAILED
    java.lang.IllegalStateException: Could not find a valid Docker environment. Please see logs and check configuration
        at org.testcontainers.dockerclient.DockerClientProviderStrategy.lambda$getFirstValidStrategy$7(DockerClientProviderStrategy.java:277)

BUILD FAILED in 14s`,
        1,
      )
      .ran(
        "docker context ls",
        "NAME      DOCKER ENDPOINT\ndefault   unix:///var/run/docker.sock\ncolima *  unix:///Users/jonas/.colima/default/docker.sock",
      )
      .ran(
        "DOCKER_HOST=unix://$HOME/.colima/default/docker.sock TESTCONTAINERS_DOCKER_SOCKET_OVERRIDE=/var/run/docker.sock ./gradlew :api:test --tests '*IdempotencyTest*'",
        `IdempotencyTest > replays the first response PASSED
IdempotencyTest > two at once create one booking FAILED
    org.jetbrains.exposed.exceptions.ExposedSQLException: ERROR: duplicate key value violates unique constraint "idempotency_keys_pkey"

2 tests completed, 1 failed`,
        1,
      )
      .said(
        "Docker is reachable now through Colima's socket. The failing test is the interesting one: both requests see no row and both insert.",
      )
      .edited(
        "/Users/jonas/code/bookingd/api/src/main/kotlin/io/bookingd/Idempotency.kt",
        "IdempotencyKeys.insert",
        "IdempotencyKeys.insertIgnore",
      )
      .ran(
        "DOCKER_HOST=unix://$HOME/.colima/default/docker.sock TESTCONTAINERS_DOCKER_SOCKET_OVERRIDE=/var/run/docker.sock ./gradlew :api:test",
        "BUILD SUCCESSFUL in 51s\n212 tests completed",
      )
      .called("Bash", { command: "./gradlew spotlessApply", description: "Format" })
      .interrupted(true)
      .prompt("no!! that reformats 400 files. only ever format what you touched")
      .ran(
        "git status --short",
        " M api/src/main/kotlin/io/bookingd/BookingRoutes.kt\n?? api/src/main/kotlin/io/bookingd/Idempotency.kt\n?? db/V37__idempotency_keys.sql",
      )
      .said("Sorry about that. Nothing was rewritten; I'll run ktlint on the three files of this change.")
      .ran(
        "ktlint -F api/src/main/kotlin/io/bookingd/Idempotency.kt api/src/main/kotlin/io/bookingd/BookingRoutes.kt",
      )
      .said("Both are formatted.")
      .prompt("and same key with another body?")
      .said("Right now it gets the stored response of the first one, silently.")
      .prompt("422 then")
      .edited(
        "/Users/jonas/code/bookingd/api/src/main/kotlin/io/bookingd/Idempotency.kt",
        "return stored",
        "if (stored.bodyHash != hash) throw KeyReused()\n    return stored",
      )
      .edited(
        "/Users/jonas/code/bookingd/db/V37__idempotency_keys.sql",
        "key text not null,",
        "key text not null,\n  body_hash bytea not null,",
      )
      .said(
        "A key that is reused with a different body is answered with 422; the table has a `body_hash` for that.",
      )
      .prompt(
        "hang on, you key by tenant. all partners run under ONE tenant, they'd collide. has to be per api client",
      )
      .edited(
        "/Users/jonas/code/bookingd/db/V37__idempotency_keys.sql",
        "tenant_id uuid not null",
        "client_id uuid not null",
      )
      .edited(
        "/Users/jonas/code/bookingd/api/src/main/kotlin/io/bookingd/Idempotency.kt",
        "principal.tenantId",
        "principal.clientId",
      )
      .ran(
        "DOCKER_HOST=unix://$HOME/.colima/default/docker.sock TESTCONTAINERS_DOCKER_SOCKET_OVERRIDE=/var/run/docker.sock ./gradlew :api:test",
        "BUILD SUCCESSFUL in 49s\n214 tests completed",
      )
      .said("Keys belong to the API client now. 214 tests pass.")
      .prompt("who deletes old rows")
      .said("Nobody yet. A scheduled job in the service would do, or `pg_cron`.")
      .prompt("pg_cron isnt there on our cloud sql i think. or is it? check the terraform")
      .called("Grep", { pattern: "pg_cron", path: "/Users/jonas/code/bookingd/infra" })
      .gave('infra/sql.tf:41:    name  = "cloudsql.enable_pg_cron"\ninfra/sql.tf:42:    value = "on"')
      .said("It is: `infra/sql.tf:41` switches it on, and the nightly `vacuum_audit` job already uses it.")
      .prompt("cool use that")
      .wrote(
        "/Users/jonas/code/bookingd/db/V38__idempotency_cleanup.sql",
        "select cron.schedule('idempotency_cleanup', '17 * * * *', $$delete from idempotency_keys where created_at < now() - interval '48 hours'$$);\n",
      )
      .said("`V38__idempotency_cleanup.sql` deletes rows older than 48 hours, every hour.")
      .prompt("does the openapi file need regenerating")
      .ran("./gradlew :api:openApiCheck", "BUILD SUCCESSFUL in 3s")
      .said("No, the check is green; headers aren't part of it.")
      .prompt("hm. ok push, no pr yet, i'll sleep on it")
      .ran(
        "git push -u origin idempotent-bookings",
        "branch 'idempotent-bookings' set up to track 'origin/idempotent-bookings'.",
      )
      .said(
        "Pushed `idempotent-bookings`.\n\n- `POST /bookings` replays the stored response for a known `Idempotency-Key`\n- `Idempotency.kt`, installed in `BookingRoutes.kt`; keys are kept in Postgres per API client for 48 hours\n- `V37` and `V38` create and clean the table\n\nOne thing I noticed but left alone: `PartnerRoutes.kt` creates bookings too, through `/partner/bookings`, and doesn't have the plugin yet.",
      )
      .prompt("yeah partner comes next sprint");
  },
  keep: [
    {
      kind: ["correction", "learning", "preference", "decision"],
      words: ["every deploy flushes redis|nothing goes in there that has to survive"],
    },
    { kind: "decision", words: ["36 hours|48 hours"] },
    {
      kind: "command",
      type: "procedural",
      words: ["DOCKER_HOST=unix://$HOME/.colima/default/docker.sock", "./gradlew :api:test"],
    },
    { kind: "preference", type: "semantic", words: ["only ever format what you touched"] },
    { kind: ["correction", "learning"], words: ["all partners run under ONE tenant|per api client"] },
    { kind: "decision", words: ["422"] },
    { kind: "outcome", words: ["Idempotency.kt"] },
    {
      kind: "intention",
      type: "prospective",
      words: ["partner comes next sprint|doesn't have the plugin yet"],
    },
  ],
  may: [
    { kind: "fix", words: ["Idempotency.kt", "duplicate key value|insertIgnore"] },
    { kind: "fix", words: ["Could not find a valid Docker environment"] },
    { kind: ["learning", "decision"], words: ["cloudsql.enable_pg_cron|switches it on"] },
    { kind: ["decision", "outcome"], words: ["deletes rows older than 48 hours"] },
    { kind: "learning", words: ["offline queue retries"] },
    { kind: ["intention", "decision"], words: ["no pr yet"] },
  ],
  never: [
    "nothing to clean up",
    "a TTL of 24 hours",
    "24 hours is usual",
    "isnt there on our cloud sql",
    "headers aren't part of it",
    "Sorry about that",
  ],
});

export default session;
