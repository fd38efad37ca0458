import { type LabelledSession, labelled } from "../../../session.ts";

/** Two boats in one berth: a race in a Kotlin and Spring service, traced, mended and guarded by the database. */
const session: LabelledSession = labelled({
  name: "berth-bookings",
  held: true,
  project: "/home/oisin/src/berths",
  talk: (t) => {
    t.prompt(
      "morning. harbour office in Kinsale rang, they'd two yachts turn up for berth C14 the same night, both with a confirmation from us. can you see how the booking service would ever let that through",
    )
      .said("I'll start with the booking path and look for where availability is checked.")
      .called("Glob", { pattern: "src/main/kotlin/**/booking/*.kt" })
      .gave(
        "src/main/kotlin/ie/marinas/berths/booking/BookingController.kt\nsrc/main/kotlin/ie/marinas/berths/booking/BookingService.kt\nsrc/main/kotlin/ie/marinas/berths/booking/BookingRepository.kt\nsrc/main/kotlin/ie/marinas/berths/booking/TideWindow.kt",
      )
      .read(
        "/home/oisin/src/berths/src/main/kotlin/ie/marinas/berths/booking/BookingService.kt",
        `@Service
class BookingService(private val repo: BookingRepository, private val events: EventPublisher) {

    @Transactional
    suspend fun book(request: BookingRequest): Booking {
        val berth = withContext(Dispatchers.IO) { repo.lockBerth(request.berthId)!! }
        val clashes = withContext(Dispatchers.IO) { repo.overlapping(berth.id, request.from, request.to) }
        if (clashes.isNotEmpty()) throw BerthTaken(berth.id)
        return withContext(Dispatchers.IO) { repo.insert(request) }.also { events.booked(it) }
    }
}`,
      )
      .read(
        "/home/oisin/src/berths/src/main/kotlin/ie/marinas/berths/booking/BookingRepository.kt",
        `    fun lockBerth(id: BerthId): Berth? =
        dsl.selectFrom(BERTH).where(BERTH.ID.eq(id.value)).forUpdate().fetchOne()?.toBerth()

    fun overlapping(id: BerthId, from: Instant, to: Instant): List<Booking> =
        dsl.selectFrom(BOOKING)
            .where(BOOKING.BERTH_ID.eq(id.value))
            .and(BOOKING.FROM_AT.lt(to)).and(BOOKING.TO_AT.gt(from))
            .fetch { it.toBooking() }`,
      )
      .said(
        "On paper this is sound: the berth row is locked with `FOR UPDATE`, then overlaps are checked per calendar day. My first guess is that one of the two bookings came in through another path, e.g. the admin import.",
      )
      .prompt(
        "nah the import's been off since january. and it's not calendar days btw, berths go from high water to high water, that's what TideWindow is for. a 'night' can be 11 hours or 13",
      )
      .said(
        "Thanks, that changes how I read `TideWindow`. Then let me try to reproduce it with two concurrent requests.",
      )
      .wrote(
        "/home/oisin/src/berths/src/integrationTest/kotlin/ie/marinas/berths/booking/DoubleBookingTest.kt",
        `class DoubleBookingTest : PostgresTest() {
    @Test
    fun \`only one of twenty gets the berth\`() = runTest {
        val outcomes = (1..20).map { async(Dispatchers.Default) { runCatching { service.book(request(it)) } } }.awaitAll()
        assertThat(outcomes.count { it.isSuccess }).isEqualTo(1)
    }
}`,
      )
      .ran(
        "./gradlew integrationTest --tests '*DoubleBooking*'",
        `> Task :integrationTest FAILED

DoubleBookingTest > initializationError FAILED
    java.lang.IllegalStateException: Could not find a valid Docker environment. Please see logs and check configuration
        at org.testcontainers.dockerclient.DockerClientProviderStrategy.lambda$getFirstValidStrategy$7(DockerClientProviderStrategy.java:277)

1 test completed, 1 failed
BUILD FAILED in 41s`,
        1,
      )
      .ran("ls /run/user/1000/podman/ && podman --version", "podman.sock\npodman version 5.2.3")
      .ran(
        "DOCKER_HOST=unix:///run/user/1000/podman/podman.sock TESTCONTAINERS_RYUK_DISABLED=true ./gradlew integrationTest --tests '*DoubleBooking*'",
        `DoubleBookingTest > only one of twenty gets the berth() FAILED
    org.opentest4j.AssertionFailedError:
    expected: 1
     but was: 7

1 test completed, 1 failed
BUILD FAILED in 1m 12s`,
        1,
      )
      .said(
        "You're on podman here, so Testcontainers needs the socket and no Ryuk. With that it reproduces straight away: **seven** out of twenty got the same berth.",
      )
      .prompt("jaysus. seven. grand, so why")
      .thought(
        "@Transactional with a JDBC transaction manager binds to the thread. withContext(Dispatchers.IO) hops threads, so each statement runs in autocommit on a different connection.",
      )
      .ran(
        "rg -n 'TransactionManager' src/main",
        "src/main/kotlin/ie/marinas/berths/DbConfig.kt:22:    fun txManager(ds: DataSource) = DataSourceTransactionManager(ds)",
      )
      .said(
        `Root cause: \`@Transactional\` with \`DataSourceTransactionManager\` is bound to the thread, and \`withContext(Dispatchers.IO)\` hops to another one.

So every statement in \`book\` runs on its own connection in autocommit; the \`FOR UPDATE\` lock is released the moment it's taken. The annotation has never done anything on any \`suspend fun\` in this service.`,
      )
      .prompt("ah here. how many of those have we")
      .called("Grep", { pattern: "@Transactional\\n\\s+suspend", multiline: true, output_mode: "count" })
      .gave("booking/BookingService.kt:3\nwaitlist/WaitlistService.kt:1\ninvoice/InvoiceService.kt:2")
      .said(
        "Six, in three services. Two ways to go about it:\n\n1. Move to R2DBC, whose transaction manager is reactive and follows the coroutine. Big change.\n2. Keep JDBC, and wrap the blocking part as a whole: one `withContext(Dispatchers.IO)` with a `TransactionTemplate` inside it.",
      )
      .prompt("2 obviously, nobody here wants to learn r2dbc for a booking form")
      .wrote(
        "/home/oisin/src/berths/src/main/kotlin/ie/marinas/berths/Tx.kt",
        "class Tx(private val template: TransactionTemplate) {\n    suspend fun <T : Any> run(block: () -> T): T =\n        withContext(Dispatchers.IO) { template.execute { block() }!! }\n}",
      )
      .edited(
        "/home/oisin/src/berths/src/main/kotlin/ie/marinas/berths/booking/BookingService.kt",
        "    @Transactional\n    suspend fun book(request: BookingRequest): Booking {",
        "    suspend fun book(request: BookingRequest): Booking = tx.run {",
      )
      .edited(
        "/home/oisin/src/berths/src/main/kotlin/ie/marinas/berths/waitlist/WaitlistService.kt",
        "    @Transactional\n    suspend fun promote",
        "    suspend fun promote",
      )
      .edited(
        "/home/oisin/src/berths/src/main/kotlin/ie/marinas/berths/invoice/InvoiceService.kt",
        "    @Transactional\n    suspend fun settle",
        "    suspend fun settle",
      )
      .ran(
        "DOCKER_HOST=unix:///run/user/1000/podman/podman.sock TESTCONTAINERS_RYUK_DISABLED=true ./gradlew integrationTest",
        "BUILD SUCCESSFUL in 2m 31s\n48 tests completed",
      )
      .said(
        "The race is gone: exactly one of twenty succeeds, ten runs in a row. All 48 integration tests pass.",
      )
      .prompt(
        "lovely hurling. one thing, there's a !! in there again. we don't do !! in this codebase, requireNotNull with a message so the log says something",
      )
      .edited(
        "/home/oisin/src/berths/src/main/kotlin/ie/marinas/berths/Tx.kt",
        "template.execute { block() }!!",
        'requireNotNull(template.execute { block() }) { "Transaction gave nothing back" }',
      )
      .said("Replaced here, and in `lockBerth`'s caller, which had one too.")
      .prompt(
        "I'd sleep better if the db wouldn't allow it at all though. is there not a constraint for ranges in postgres",
      )
      .said(
        "Yes, an exclusion constraint:\n\n```sql\nalter table booking add constraint booking_no_overlap\n  exclude using gist (berth_id with =, tstzrange(from_at, to_at) with &&)\n  where (status <> 'CANCELLED');\n```\n\nIt needs the `btree_gist` extension for the equality on `berth_id`. Shall I add it as a Flyway migration?",
      )
      .prompt("do, yeah. belt and braces")
      .wrote(
        "/home/oisin/src/berths/src/main/resources/db/migration/V37__booking_no_overlap.sql",
        "create extension if not exists btree_gist;\nalter table booking add constraint booking_no_overlap exclude using gist (berth_id with =, tstzrange(from_at, to_at) with &&) where (status <> 'CANCELLED');",
      )
      .edited(
        "/home/oisin/src/berths/src/main/kotlin/ie/marinas/berths/booking/BookingController.kt",
        "@ExceptionHandler(BerthTaken::class)",
        "@ExceptionHandler(BerthTaken::class, DataIntegrityViolationException::class)",
      )
      .ran(
        "DOCKER_HOST=unix:///run/user/1000/podman/podman.sock TESTCONTAINERS_RYUK_DISABLED=true ./gradlew integrationTest",
        "BUILD SUCCESSFUL in 2m 40s\n49 tests completed",
      )
      .said("`V37__booking_no_overlap.sql` is in, and a violation answers 409 like `BerthTaken` does.")
      .prompt(
        "hmm wait. our app user can't create extensions in prod, only Aoife's platform crew can and they want two days notice for that sort of thing",
      )
      .edited(
        "/home/oisin/src/berths/src/main/resources/db/migration/V37__booking_no_overlap.sql",
        "create extension if not exists btree_gist;\n",
        "",
      )
      .said(
        "I took `create extension` out of the migration and put it in the test container's init script, so V37 expects the extension to be there.",
      )
      .prompt(
        "and what happens to V37 if there's overlaps in there already, which there are, I've seen seven with my own eyes",
      )
      .said("It fails: adding the constraint validates existing rows, and Flyway would stop the deployment.")
      .prompt(
        "right so before V37 goes out someone has to clear out the overlapping bookings in prod by hand with the harbour office. that's me. don't let me merge this before then",
      )
      .ran(
        "gh pr create --draft --title 'One boat per berth' --body-file /tmp/pr.md",
        "https://github.com/marinas-ie/berths/pull/412",
      )
      .said(
        "I've opened it as a **draft**: https://github.com/marinas-ie/berths/pull/412. The description lists both things to do first: the extension and the clean-up.",
      )
      .prompt("could you give me the query for finding them, just print it, no need for a file")
      .said(
        "```sql\nselect a.id, b.id, a.berth_id\n  from booking a join booking b on a.berth_id = b.berth_id and a.id < b.id\n   and tstzrange(a.from_at, a.to_at) && tstzrange(b.from_at, b.to_at)\n where a.status <> 'CANCELLED' and b.status <> 'CANCELLED';\n```",
      )
      .prompt("sound. off for the ferry, talk tomorrow")
      .said("Safe crossing.");
  },
  keep: [
    {
      kind: ["correction", "learning"],
      type: "semantic",
      words: ["high water to high water"],
    },
    {
      kind: "command",
      type: "procedural",
      words: ["podman.sock", "TESTCONTAINERS_RYUK_DISABLED|no Ryuk"],
    },
    { kind: ["fix", "learning"], words: ["@Transactional", "withContext(Dispatchers.IO)"] },
    { kind: "decision", type: "episodic", words: ["r2dbc|TransactionTemplate"] },
    { kind: "preference", type: "semantic", words: ["requireNotNull with a message"] },
    { kind: ["decision", "outcome"], words: ["exclusion constraint|booking_no_overlap|btree_gist"] },
    { kind: "learning", type: "semantic", words: ["create extensions in prod", "two days notice"] },
    { kind: "intention", type: "prospective", words: ["before V37 goes out", "overlapping bookings"] },
  ],
  may: [
    { kind: "learning", words: ["import's been off since january"] },
    { kind: "learning", words: ["never done anything"] },
    { kind: "outcome", words: ["race is gone"] },
    { kind: "outcome", words: ["draft"] },
    { kind: "decision", words: ["create extension", "init script"] },
    { kind: "learning", words: ["validates existing rows"] },
  ],
  never: ["My first guess", "calendar day.", "lovely hurling", "the ferry", "Safe crossing", "a.id < b.id"],
});

export default session;
