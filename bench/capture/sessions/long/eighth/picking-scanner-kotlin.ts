import { type LabelledSession, labelled } from "../../../session.ts";

/** A warehouse's picking app on handheld scanners: slow scans, double scans, and what the floor does with them; Kotlin, Zebra DataWedge. */
const session: LabelledSession = labelled({
  name: "picking-scanner-kotlin",
  project: "/home/joao/picker-android",
  talk: (t) => {
    t.prompt(
      "pickers complain since friday: one scan counts two pieces sometimes. its urgent, inventory of hall 3 is already wrong",
    )
      .said("I'll look at how scans come in first.")
      .called("Grep", { pattern: "com.symbol.datawedge|onScan", path: "app/src/main" })
      .gave(
        "app/src/main/java/io/lagerix/scan/ScanReceiver.kt:18:    if (intent.action == ACTION_SCAN)\napp/src/main/java/io/lagerix/scan/KeyScanInput.kt:31:    fun onScan(code: String)\napp/src/main/java/io/lagerix/pick/PickViewModel.kt:64:    fun onScan(code: String) {",
      )
      .read(
        "/home/joao/picker-android/app/src/main/java/io/lagerix/scan/ScanReceiver.kt",
        "class ScanReceiver : BroadcastReceiver() {\n  override fun onReceive(context: Context, intent: Intent) {\n    if (intent.action == ACTION_SCAN) bus.tryEmit(intent.getStringExtra(DATA)!!)\n  }\n}",
      )
      .read(
        "/home/joao/picker-android/app/src/main/java/io/lagerix/scan/KeyScanInput.kt",
        "// For devices without DataWedge\nclass KeyScanInput(private val bus: ScanBus) {\n  fun onKey(e: KeyEvent) { if (e.keyCode == KEYCODE_ENTER) onScan(buffer.take()) }\n}",
      )
      .said(
        "There are two inputs: intents from DataWedge, and keystrokes for devices without it. If a device sends both, each scan counts twice. What changed on Friday?",
      )
      .prompt(
        "on friday? i think IT rolled out a new config by the MDM. nothing from us, last release is 3 weeks old",
      )
      .ran("adb devices", "List of devices attached\n20134522506612\tdevice")
      .ran("adb shell dumpsys package com.symbol.datawedge | grep versionName", "    versionName=13.0.121")
      .ran(
        "adb logcat -d -s DataWedge ScanBus | tail -6",
        "D DataWedge: profile=Default output=keystroke\nD DataWedge: profile=lagerix output=intent\nD ScanBus: 4006381333931 src=intent\nD ScanBus: 4006381333931 src=key\nD ScanBus: 4006381333948 src=intent\nD ScanBus: 4006381333948 src=key",
      )
      .said(
        "Confirmed. The MDM update switched keystroke output on in DataWedge's Default profile, and `KeyScanInput` listens on every device, so each code arrives once as an intent and once as keys.",
      )
      .prompt("so tell IT to switch it off?")
      .said(
        "That would stop the bleeding. In the app I'd also only start `KeyScanInput` when DataWedge is not installed, so that no profile can cause it again.",
      )
      .prompt("do the second. IT needs a week for everything, they outsourced the MDM to a company in Porto")
      .edited(
        "/home/joao/picker-android/app/src/main/java/io/lagerix/scan/ScanModule.kt",
        "keyScanInput.start()",
        "if (!packageManager.isInstalled(DATAWEDGE)) keyScanInput.start()",
      )
      .ran(
        "./gradlew :app:testDebugUnitTest",
        "> Task :app:compileDebugKotlin FAILED\ne: file:///home/joao/picker-android/app/src/main/java/io/lagerix/scan/ScanModule.kt:27:8 Unresolved reference 'isInstalled'.",
        1,
      )
      .said("That extension doesn't exist here; writing it.")
      .wrote(
        "/home/joao/picker-android/app/src/main/java/io/lagerix/util/Packages.kt",
        "fun PackageManager.isInstalled(name: String) = runCatching { getPackageInfo(name, 0) }.isSuccess",
      )
      .ran(
        "./gradlew :app:testDebugUnitTest",
        "BUILD SUCCESSFUL in 48s\n31 actionable tasks: 9 executed, 22 up-to-date",
      )
      .ran(
        "./gradlew :app:installDebug && adb logcat -d -s ScanBus | tail -2",
        "D ScanBus: 4006381333931 src=key\nD ScanBus: 4006381333931 src=intent",
      )
      .said(
        "It still counts twice on the device. `isInstalled` returns false: since Android 11 a package is only visible to us if the manifest asks for it.",
      )
      .edited(
        "/home/joao/picker-android/app/src/main/AndroidManifest.xml",
        "<application",
        '<queries><package android:name="com.symbol.datawedge" /></queries>\n  <application',
      )
      .ran(
        "./gradlew :app:installDebug && adb logcat -d -s ScanBus | tail -2",
        "D ScanBus: 4006381333931 src=intent\nD ScanBus: 4006381333948 src=intent",
      )
      .said(
        "Now each scan arrives once, as an intent. The missing piece was the `<queries>` entry in `AndroidManifest.xml`.",
      )
      .prompt("YES. you saved my saturday. now can you make dedupe also, same code within 500ms = ignore")
      .thought("Deduplicating by time could break picking several identical pieces quickly.")
      .said(
        "I can, but people who pick ten identical bottles scan the same code quickly. How fast do they scan?",
      )
      .prompt(
        "ah right. the fast ones make 3 scans in a second, there is even a competition. no dedupe then, forget it",
      )
      .said("No deduplication then.")
      .prompt("other thing. can we show the scan source in the debug screen")
      .edited(
        "/home/joao/picker-android/app/src/main/java/io/lagerix/debug/DebugScreen.kt",
        "Text(scan.code)",
        "Text(scan.code + ' (' + scan.source + ')')",
      )
      .said("The debug screen shows the source in brackets.")
      .prompt("how do i give this to hall 3 before the store release")
      .ran(
        "cat fastlane/Fastfile",
        "lane :internal do\n  gradle(task: 'bundleRelease')\n  upload_to_play_store(track: 'internal')\nend",
      )
      .said("There is only a lane for Play's internal track. Are the scanners on Play?")
      .prompt(
        "no, they have no google at all. The scanners get the apk from a share, \\\\lager01\\apk, and stagenow barcode installs it. file must be named picker-<versionCode>.apk or stagenow takes the old one",
      )
      .ran(
        "./gradlew :app:assembleRelease",
        "FAILURE: Build failed with an exception.\n* What went wrong:\nExecution failed for task ':app:validateSigningRelease'.\n> Keystore file '/home/joao/picker-android/release.jks' not found for signing config 'release'.",
        1,
      )
      .prompt("the keystore is in 1password, use op run --env-file=.env.sign before gradle")
      .ran("op run --env-file=.env.sign -- ./gradlew :app:assembleRelease", "BUILD SUCCESSFUL in 1m 52s")
      .ran("cp app/build/outputs/apk/release/app-release.apk picker-418.apk", "")
      .said(
        "The release build works with `op run --env-file=.env.sign -- ./gradlew :app:assembleRelease`. `picker-418.apk` is ready to be copied to the share.",
      )
      .prompt("ok copied. hall 3 tests it monday morning in the early shift")
      .prompt("what about the wrong inventory? can we repair from the logs")
      .said(
        "Each confirmed pick is in the table `pick_event` with its time. Pairs within 50 ms on the same device are almost certainly doubles; a script could list them for the stock team to correct.",
      )
      .prompt(
        "only list, never correct the stock from our side! corrections are made only in the WMS by the shift lead, because of the auditors",
      )
      .wrote(
        "/home/joao/picker-android/tools/find_doubles.sql",
        "SELECT a.device, a.code, a.at FROM pick_event a JOIN pick_event b ON b.device = a.device AND b.code = a.code AND b.at - a.at < interval '50 ms' AND b.id > a.id",
      )
      .ran(
        "psql $WMS_REPLICA -f tools/find_doubles.sql | tail -3",
        " 20134522506612 | 4006381333948 | 2026-03-01 17:02:11\n(311 rows)",
      )
      .said("311 doubles since Friday, listed by `tools/find_doubles.sql`. I only read from the replica.")
      .prompt(
        "sent to shift lead. commit please. and remind me tuesday to ask porto guys about the Default profile, i want it off anyway",
      )
      .ran(
        "git commit -am 'Keystrokes only where there is no DataWedge'",
        "[fix/double-scans 3a0e9b1] Keystrokes only where there is no DataWedge\n 6 files changed, 58 insertions(+), 2 deletions(-)",
      )
      .said(
        "Committed. To sum up:\n\n- **Cause:** keystroke output in the Default profile plus `KeyScanInput` on every device\n- **Fix:** `ScanModule.kt`, `Packages.kt`, `AndroidManifest.xml`\n- **Data:** 311 doubles listed for the shift lead\n- **Build:** `picker-418.apk` on the share\n- **Open:** the Default profile; hall 3's test on Monday",
      )
      .prompt("you are the best. now football");
  },
  keep: [
    { kind: ["fix", "learning"], words: ["keystroke output", "Default profile"] },
    { kind: ["fix", "learning"], words: ["Android 11|AndroidManifest.xml", "manifest|<queries>"] },
    { kind: ["learning", "decision"], words: ["3 scans in a second|no dedupe"] },
    { kind: ["learning", "correction"], type: "semantic", words: ["apk from a share", "stagenow"] },
    { kind: ["learning", "command"], words: ["picker-<versionCode>.apk"] },
    { kind: "command", type: "procedural", words: ["op run --env-file=.env.sign"] },
    {
      kind: ["preference", "correction", "learning"],
      type: "semantic",
      words: ["corrections are made only in the WMS|never correct the stock"],
    },
    { kind: "intention", type: "prospective", words: ["remind me tuesday", "Default profile"] },
  ],
  may: [
    { kind: "learning", words: ["IT needs a week"] },
    { kind: "decision", words: ["only start `KeyScanInput`"] },
    { kind: "intention", words: ["hall 3", "monday"] },
    { kind: "outcome", words: ["311 doubles"] },
    { kind: "outcome", words: ["KeyScanInput"] },
    { kind: "learning", words: ["keystore is in 1password"] },
    { kind: "learning", words: ["50 ms"] },
    { kind: "intention", words: ["the Default profile; hall 3"] },
    { kind: "command", words: ["installDebug"] },
    { kind: "fix", words: ["Packages.kt"] },
  ],
  never: ["dedupe also, same code", "saved my saturday", "football", "brackets", "Are the scanners on Play"],
});

export default session;
