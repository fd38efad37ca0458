import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/Users/jonas/Developer/Tidetable";

/** An iOS widget that shows yesterday's tides: Swift, WidgetKit, shared storage; a dry senior developer. */
const session: LabelledSession = labelled({
  name: "widget-timeline-swift",
  project: P,
  talk: (t) => {
    t.prompt(
      "Three one-star reviews this week say the home screen widget shows yesterday's tides until the app is opened. Find out why. Do not change anything yet.",
    )
      .said(
        "Understood, reading only. I'll start with the timeline provider and follow where it gets its data.",
      )
      .read(
        `${P}/TideWidget/TideProvider.swift`,
        "struct TideProvider: TimelineProvider {\n  func getTimeline(in context: Context, completion: @escaping (Timeline<TideEntry>) -> Void) {\n    let days = TideCache.shared.days(for: .now)\n    let entries = days.flatMap(\\.turns).map { TideEntry(date: $0.date, turn: $0) }\n    completion(Timeline(entries: entries, policy: .atEnd))\n  }\n}",
      )
      .read(
        `${P}/Shared/TideCache.swift`,
        'final class TideCache {\n  static let shared = TideCache()\n  private let defaults = UserDefaults.standard\n  func days(for date: Date) -> [TideDay] { decode(defaults.data(forKey: "days")) }\n}',
      )
      .called("Grep", { pattern: "suiteName|group\\.", path: P })
      .gave(
        "Tidetable/Tidetable.entitlements:6:    <string>group.de.jonaswerft.tidetable</string>\nTideWidget/TideWidget.entitlements:6:    <string>group.de.jonaswerft.tidetable</string>",
      )
      .said(
        "Two separate problems:\n\n1. `TideCache` uses `UserDefaults.standard`. The widget extension runs in its own container, so it never sees what the app stored; it falls back to the copy bundled at its own last fetch.\n2. The policy is `.atEnd`, and with no entries left WidgetKit has nothing to schedule.\n\nThe app group is declared in both entitlements but no code uses it.",
      )
      .prompt(
        "The first explains it. The second cannot be right, the reviews mention it happening at noon. What is the reload budget?",
      )
      .said(
        "For a widget that is looked at often, the system grants somewhere between 40 and 70 reloads a day. You are right that `.atEnd` alone would fail at the end of the day, not at noon.",
      )
      .prompt("Very well. Fix the storage.")
      .thought(
        "UserDefaults with suite name is the smallest. But concurrent writes of a large blob… ask? They have 90 days of data.",
      )
      .said(
        "Before I do: the cache is about 1.4 MB for ninety days. UserDefaults loads all of it into the widget, which has a memory limit of 30 MB. I can put it in a file in the group container, into SwiftData, or into SQLite through GRDB, which is already a dependency of the app target.",
      )
      .prompt(
        "GRDB. SwiftData and two processes on one store has bitten me before, and I am not keen on being bitten again.",
      )
      .edited(
        `${P}/Shared/TideCache.swift`,
        "private let defaults = UserDefaults.standard",
        'private let pool = try! DatabasePool(path: Self.groupURL.appending(path: "tides.sqlite").path())',
      )
      .wrote(`${P}/Shared/TideStore.swift`, "struct TideStore { let pool: DatabasePool }")
      .edited(
        `${P}/TideWidget/TideProvider.swift`,
        "TideCache.shared.days(for: .now)",
        "store.days(around: .now)",
      )
      .prompt(
        "I see a try! there. I do not want force unwraps or try! anywhere, tests included; there you use #require. It should be in a linter but it is not, so please just remember.",
      )
      .edited(`${P}/Shared/TideCache.swift`, "try! DatabasePool(", "try DatabasePool(")
      .said(
        "Changed; the initialiser throws now and the widget shows its placeholder if the store can't be opened.",
      )
      .prompt("Build and test.")
      .ran(
        "xcodebuild test -scheme Tidetable -destination 'platform=iOS Simulator,name=iPhone 15'",
        "xcodebuild: error: Unable to find a device matching the provided destination specifier:\n\t\t{ platform:iOS Simulator, OS:latest, name:iPhone 15 }\n\n\tThe requested device could not be found because no available devices matched the request.",
        70,
      )
      .ran(
        "xcrun simctl list devices available",
        "-- iOS 18.2 --\n    iPhone 16 (5A1C) (Shutdown)\n    iPhone 16 Pro (77B0) (Booted)",
      )
      .ran(
        "xcodebuild test -scheme Tidetable -testPlan Unit -destination 'platform=iOS Simulator,name=iPhone 16' -quiet",
        "Testing failed:\n\tTideStoreTests.testReadsWhileWriting: SQLite error 5: database is locked\n** TEST FAILED **",
        65,
      )
      .said(
        'Good thing there is a test for this. "database is locked": the app opens a `DatabasePool` and the widget a `DatabaseQueue`, and the queue takes the file out of WAL mode as the test closes it. Both need the pool, and a busy timeout.',
      )
      .edited(
        `${P}/Shared/TideStore.swift`,
        "DatabaseQueue(path: path)",
        "DatabasePool(path: path, configuration: .shared) // busyMode .timeout(5)",
      )
      .ran(
        "xcodebuild test -scheme Tidetable -testPlan Unit -destination 'platform=iOS Simulator,name=iPhone 16' -quiet",
        "** TEST SUCCEEDED **",
      )
      .said("All tests succeed, including the one that reads while another process writes.")
      .prompt("What deployment target did you assume?")
      .said(
        "iOS 16.4, which is what the README says. That is why I avoided `containerBackground` without an availability check.",
      )
      .prompt(
        "The README is out of date, we dropped 16 in January. Minimum is 17.2. No availability checks for anything below, please.",
      )
      .edited(`${P}/TideWidget/TideView.swift`, "if #available(iOS 17, *) {", "")
      .edited(`${P}/README.md`, "iOS 16.4", "iOS 17.2")
      .said("Removed four checks and corrected the README.")
      .prompt("Now the dates. A user in Brest writes that high water is off by exactly one hour.")
      .read(
        `${P}/Shared/StationClient.swift`,
        'let formatter = DateFormatter()\nformatter.dateFormat = "yyyy-MM-dd HH:mm"\nformatter.timeZone = .current',
      )
      .ran(
        "curl -s 'https://api.shom.example/spm/hlt?harbor=BREST&date=2026-02-27'",
        '{"2026-02-27":[["tide.low","00:41","2.11"],["tide.high","06:52","5.98"]]}',
      )
      .said(
        "The French service answers in UTC+1 throughout the year, also in summer, unless `utc=standard` is sent. We parse it in the phone's zone. In winter both agree in France; this user's phone is set to London.",
      )
      .prompt("Correct, I recall that from their documentation. Send utc=0 and parse in GMT.")
      .edited(`${P}/Shared/StationClient.swift`, "formatter.timeZone = .current", "formatter.timeZone = .gmt")
      .ran(
        "xcodebuild test -scheme Tidetable -testPlan Unit -destination 'platform=iOS Simulator,name=iPhone 16' -quiet",
        "** TEST SUCCEEDED **",
      )
      .said("`StationClient.swift` now asks with `utc=0` and parses in GMT; a fixture from Brest covers it.")
      .prompt("Does the simulator tell us anything about whether the widget will really refresh overnight?")
      .said(
        "Hardly. The reload budget isn't enforced in the simulator nor while a debugger is attached, so a refresh that works there proves nothing; it takes a device, unplugged, overnight.",
      )
      .prompt("Then I shall sleep on it, literally.")
      .wait(900)
      .prompt("Good morning. It refreshed at 03:12 and 05:40 on my phone. Shipping it.")
      .said("Good news. Shall I prepare the release notes?")
      .prompt("Please. Two sentences, no exclamation marks, no 'we are excited'.")
      .said(
        "> The widget now keeps its own table up to date and no longer waits for the app to be opened. Tides of French harbours are shown in the right hour wherever you are.",
      )
      .prompt("Acceptable.")
      .prompt(
        "While I think of it: Live Activities for a chosen tide would be the natural next step. Not in this release, after Apple has approved it we talk about it.",
      )
      .said("Makes sense. The store in the group container is what they would need anyway.")
      .ran(
        "git add -A && git commit -m 'Widget reads from the shared store' && git tag 4.3.0",
        "[main 1d02b7e] Widget reads from the shared store\n 13 files changed",
      )
      .said("Committed and tagged 4.3.0.");
  },
  keep: [
    {
      kind: ["fix", "learning"],
      words: ["UserDefaults.standard|runs in its own container", "TideCache"],
    },
    { kind: "decision", words: ["GRDB"] },
    { kind: "preference", type: "semantic", words: ["force unwraps or try!"] },
    {
      kind: "command",
      type: "procedural",
      words: ["xcodebuild test -scheme Tidetable -testPlan Unit", "iPhone 16"],
    },
    { kind: "fix", words: ["database is locked", "DatabasePool|TideStore.swift"] },
    { kind: "correction", type: "semantic", words: ["Minimum is 17.2|dropped 16 in January"] },
    {
      kind: ["learning", "fix"],
      words: ["UTC+1 throughout the year|off by exactly one hour", "StationClient.swift|utc"],
    },
    { kind: "learning", words: ["isn't enforced in the simulator"] },
    { kind: "intention", type: "prospective", words: ["Live Activities"] },
  ],
  may: [
    { kind: "outcome", words: ["widget|TideStore.swift"] },
    { kind: ["learning", "decision"], words: ["SwiftData and two processes"] },
    { kind: "learning", words: ["between 40 and 70 reloads"] },
    { kind: ["learning", "decision"], words: ["memory limit of 30 MB"] },
    { kind: "preference", words: ["no exclamation marks"] },
    { kind: ["decision", "correction"], words: ["Send utc=0"] },
  ],
  never: ["iOS 16.4", "I shall sleep on it", "we are excited", "nothing to schedule"],
});

export default session;
