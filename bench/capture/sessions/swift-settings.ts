import { type LabelledSession, labelled } from "../session.ts";

/** A refactor in Swift; the person chooses between offers, the agent says why it did what it did. */
const session: LabelledSession = labelled({
  name: "swift-settings",
  project: "/home/mia/Weather",
  talk: (t) => {
    t.prompt("Settings are read from UserDefaults all over the app. What are our options to tidy that up?")
      .said(
        "I see three:\n\n1. A `Settings` struct that is injected through the environment.\n2. A singleton with static properties.\n3. `@AppStorage` in each view.\n\nThe first is the easiest to test, the third the least work.",
      )
      .prompt("Let's go with option 1.")
      .wrote("/home/mia/Weather/Sources/Settings.swift", "struct Settings {}")
      .edited("/home/mia/Weather/Sources/AppView.swift", "UserDefaults.standard", "settings")
      .edited("/home/mia/Weather/Sources/ForecastView.swift", "UserDefaults.standard", "settings")
      .edited("/home/mia/Weather/Sources/UnitsView.swift", "UserDefaults.standard", "settings")
      .ran(
        "swift build",
        "Sources/UnitsView.swift:14:9: error: cannot find 'settings' in scope\nerror: fatalError",
        1,
      )
      .edited(
        "/home/mia/Weather/Sources/UnitsView.swift",
        "struct UnitsView",
        "struct UnitsView { @Environment(\\.settings) var settings",
      )
      .ran("swift build", "Build complete! (4.21s)")
      .ran("swift test", "Executed 52 tests, with 0 failures")
      .said(
        "All views read `Settings` from the environment now. I kept the old keys in UserDefaults instead of renaming them, so that users keep their settings after the update. 52 tests pass.",
      )
      .prompt("Very good. Later we should also move the API key out of UserDefaults into the keychain.")
      .said("Yes, that would be a good next step.");
  },
  keep: [
    { kind: "decision", words: ["Settings", "injected|environment"], importance: [5, 9] },
    { kind: "decision", words: ["old keys", "keep their settings"], importance: [5, 8] },
    { kind: "intention", type: "prospective", words: ["API key", "keychain"], importance: [4, 8] },
    { kind: "outcome", words: ["environment", "Settings.swift"], importance: [3, 7] },
  ],
  never: ["cannot find 'settings'", "singleton"],
});

export default session;
