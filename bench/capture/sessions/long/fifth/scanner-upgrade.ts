import { type LabelledSession, labelled } from "../../../session.ts";

/** An app for handheld scanners in warehouses is brought to a new React Native; builds that break on the way. */
const session: LabelledSession = labelled({
  name: "scanner-upgrade",
  project: "/Users/teo/picker-app",
  talk: (t) => {
    t.prompt(
      "upgrade picker-app from RN 0.72 to 0.76. on a branch. android only, there is no ios build of this one",
    )
      .ran("git checkout -b rn-76", "Switched to a new branch 'rn-76'")
      .read(
        "/Users/teo/picker-app/package.json",
        '{\n  "dependencies": {\n    "react": "18.2.0",\n    "react-native": "0.72.6",\n    "react-native-mmkv": "2.11.0",\n    "react-native-datawedge-intents": "0.1.9",\n    "@notifee/react-native": "7.8.0"\n  }\n}',
      )
      .said(
        "I'll go version by version with the upgrade helper's diff: 0.72 → 0.74 → 0.76. Let me start with the dependencies.",
      )
      .edited("/Users/teo/picker-app/package.json", '"react-native": "0.72.6"', '"react-native": "0.74.6"')
      .ran(
        "npm install",
        "npm error code E401\nnpm error Incorrect or missing password.\nnpm error If you were trying to login, change your password, create an\nnpm error authentication token or enable two-factor authentication",
        1,
      )
      .prompt("artifactory token is per shell, run `source bin/artifactory-login` before. expires after 8h")
      .ran(
        "source bin/artifactory-login && npm install",
        "Logged in as teo (expires 18:04)\n\nadded 961 packages in 48s",
      )
      .said("That worked. Now the native side.")
      .edited(
        "/Users/teo/picker-app/android/build.gradle",
        "compileSdkVersion = 33",
        "compileSdkVersion = 34",
      )
      .edited(
        "/Users/teo/picker-app/android/gradle/wrapper/gradle-wrapper.properties",
        "gradle-8.0.1-all.zip",
        "gradle-8.6-all.zip",
      )
      .ran(
        "cd android && ./gradlew assembleDebug",
        "FAILURE: Build failed with an exception.\n\n* What went wrong:\nA problem occurred configuring project ':react-native-datawedge-intents'.\n> Could not create an instance of type com.android.build.api.variant.impl.LibraryVariantBuilderImpl.\n   > Namespace not specified. Specify a namespace in the module's build file: node_modules/react-native-datawedge-intents/android/build.gradle.\n\nBUILD FAILED in 12s",
        1,
      )
      .said(
        "`react-native-datawedge-intents` has no namespace in its build file, which AGP 8 requires. Is there a newer version?",
      )
      .ran(
        "npm view react-native-datawedge-intents versions --json",
        '[\n  "0.1.7",\n  "0.1.8",\n  "0.1.9"\n]',
      )
      .said(
        "No, 0.1.9 is the last one. I could patch it with patch-package, or drop it and write the 40 lines of intents ourselves.",
      )
      .prompt("what does it do for us at all")
      .called("Grep", { pattern: "DataWedge", path: "/Users/teo/picker-app/src" })
      .gave(
        "src/scan/useScanner.ts:4:import DataWedgeIntents from 'react-native-datawedge-intents';\nsrc/scan/useScanner.ts:21:  DataWedgeIntents.registerBroadcastReceiver({ filterActions: ['com.picker.SCAN'] });",
      )
      .said("It registers one broadcast receiver and forwards scans as events. Nothing else of it is used.")
      .prompt("own module then, less to carry around. kotlin not java")
      .wrote(
        "/Users/teo/picker-app/android/app/src/main/java/com/picker/ScanModule.kt",
        'package com.picker\n\nclass ScanModule(private val ctx: ReactApplicationContext) : ReactContextBaseJavaModule(ctx) {\n  override fun getName() = "Scan"\n}',
      )
      .edited(
        "/Users/teo/picker-app/src/scan/useScanner.ts",
        "import DataWedgeIntents from 'react-native-datawedge-intents';",
        "import { NativeEventEmitter, NativeModules } from 'react-native';",
      )
      .ran("npm uninstall react-native-datawedge-intents", "removed 1 package in 2s")
      .ran(
        "cd android && ./gradlew assembleDebug",
        "BUILD SUCCESSFUL in 1m 22s\n318 actionable tasks: 301 executed, 17 up-to-date",
      )
      .said("The debug build is through on 0.74. Is there an emulator, or a device attached?")
      .prompt(
        "theres a TC52 on usb, android 11. most sites have those, but Venlo still runs TC51s with android 8.1 so minSdk has to stay 27!!",
      )
      .ran("adb devices", "List of devices attached\n19158522509123\tdevice")
      .ran(
        "adb install -r android/app/build/outputs/apk/debug/app-debug.apk",
        "Performing Streamed Install\nadb: failed to install android/app/build/outputs/apk/debug/app-debug.apk: Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package com.picker signatures do not match newer version; ignoring!]",
        1,
      )
      .prompt(
        "thats the MDM version. dont uninstall it, the device drops out of SOTI then and IT has to re-enroll it by hand. install under another id: -PappIdSuffix=.dev",
      )
      .ran(
        "cd android && ./gradlew installDebug -PappIdSuffix=.dev",
        "> Task :app:installDebug\nInstalling APK 'app-debug.apk' on 'TC52 - 11' for :app:debug\nInstalled on 1 device.\n\nBUILD SUCCESSFUL in 41s",
      )
      .ran(
        "adb logcat -d -s ReactNativeJS:* AndroidRuntime:E | tail -8",
        "E AndroidRuntime: FATAL EXCEPTION: main\nE AndroidRuntime: Process: com.picker.dev, PID: 20114\nE AndroidRuntime: java.lang.SecurityException: com.picker.dev: One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED should be specified\nE AndroidRuntime: \tat com.picker.ScanModule.register(ScanModule.kt:27)",
      )
      .said(
        "The crash comes from targetSdk 34: a receiver that is registered at runtime has to say whether it is exported. DataWedge is another app, so ours must be `RECEIVER_EXPORTED`; with `NOT_EXPORTED` scans would silently never arrive.",
      )
      .edited(
        "/Users/teo/picker-app/android/app/src/main/java/com/picker/ScanModule.kt",
        "ctx.registerReceiver(receiver, filter)",
        "ContextCompat.registerReceiver(ctx, receiver, filter, ContextCompat.RECEIVER_EXPORTED)",
      )
      .ran(
        "cd android && ./gradlew installDebug -PappIdSuffix=.dev",
        "Installed on 1 device.\n\nBUILD SUCCESSFUL in 22s",
      )
      .said("It starts. Could you scan something?")
      .prompt("beep. works")
      .said("Now 0.76.")
      .edited("/Users/teo/picker-app/package.json", '"react-native": "0.74.6"', '"react-native": "0.76.9"')
      .ran("npm install", "added 14 packages, removed 22 packages, changed 88 packages in 31s")
      .ran(
        "cd android && ./gradlew assembleDebug",
        "e: file:///Users/teo/picker-app/node_modules/react-native-mmkv/android/src/main/java/com/reactnativemmkv/MmkvModule.java:20: error: cannot find symbol\n  symbol: class ReactNativeMmkvSpec\nBUILD FAILED in 48s",
        1,
      )
      .said("mmkv 2.11 doesn't know the new architecture, which is on by default in 0.76. I'll go to mmkv 3.")
      .ran("npm install react-native-mmkv@3", "changed 1 package in 3s")
      .ran("cd android && ./gradlew assembleDebug", "BUILD SUCCESSFUL in 2m 10s")
      .prompt(
        "hold on does mmkv 3 still do old arch? i want newArchEnabled=false for the first rollout, one change at a time",
      )
      .said(
        "No, mmkv 3 works with the new architecture only. With it off we have to stay on 2.12, which builds with 0.76 when `newArchEnabled=false`.",
      )
      .prompt("then that. new arch in summer, after inventory season")
      .edited(
        "/Users/teo/picker-app/android/gradle.properties",
        "newArchEnabled=true",
        "newArchEnabled=false",
      )
      .ran("npm install react-native-mmkv@2.12.2", "changed 1 package in 3s")
      .ran(
        "cd android && ./gradlew installDebug -PappIdSuffix=.dev",
        "Installed on 1 device.\n\nBUILD SUCCESSFUL in 1m 58s",
      )
      .said("Installed with the old architecture. Please try a pick list, offline as well.")
      .prompt("list ok, offline ok. label printing crashes?? no wait printer was off. lol")
      .said("Good to hear!")
      .prompt("jest")
      .ran(
        "npx jest",
        "Test Suites: 2 failed, 61 passed, 63 total\nTests:       5 failed, 402 passed, 407 total\n\n  ● useScanner › forwards scans\n    Invariant Violation: `new NativeEventEmitter()` requires a non-null argument.",
        1,
      )
      .edited(
        "/Users/teo/picker-app/jest.setup.js",
        "jest.mock('react-native-datawedge-intents');",
        "NativeModules.Scan = { addListener: jest.fn(), removeListeners: jest.fn() };",
      )
      .ran("npx jest", "Test Suites: 63 passed, 63 total\nTests:       407 passed, 407 total")
      .said("The mock of the removed package was the reason; green now.")
      .prompt("apk size before/after?")
      .ran("ls -la android/app/build/outputs/apk/release/", "-rw-r--r-- 1 teo staff 31218840 app-release.apk")
      .said("31.2 MB, it was 28.9 MB on main.")
      .prompt("ok. rollout: venlo last. they pick at night and nobody from us is there")
      .said(
        "picker-app is on React Native 0.76.9 with the old architecture: own `ScanModule.kt` in place of the DataWedge package, mmkv 2.12.2, compileSdk 34, minSdk 27. 407 tests pass and it has been tried on a TC52.",
      )
      .prompt("push pls");
  },
  keep: [
    { kind: ["command", "learning"], words: ["artifactory-login"], type: ["procedural", "semantic"] },
    { kind: ["decision", "fix"], words: ["own module|no namespace in its build file"] },
    { kind: ["learning", "preference"], words: ["Venlo still runs TC51s"], type: "semantic" },
    {
      kind: ["learning", "correction", "command", "preference"],
      words: ["drops out of SOTI|appIdSuffix=.dev"],
    },
    { kind: ["fix", "learning"], words: ["RECEIVER_EXPORTED", "targetSdk 34|ScanModule.kt|DataWedge"] },
    { kind: ["decision", "preference"], words: ["newArchEnabled=false", "first rollout|2.12"] },
    { kind: "intention", words: ["new arch in summer"], type: "prospective" },
    { kind: ["decision", "intention", "preference"], words: ["venlo last"] },
    { kind: "outcome", words: ["0.76.9"], type: "episodic" },
  ],
  may: [
    { kind: "learning", words: ["there is no ios build"] },
    { kind: "learning", words: ["mmkv 3 works with the new architecture only"] },
    { kind: "fix", words: ["mmkv"] },
    { kind: "fix", words: ["useScanner|jest.setup.js"] },
    { kind: "preference", words: ["kotlin not java"] },
    { kind: "learning", words: ["TC52"] },
    { kind: "outcome", words: ["react native"] },
    { kind: "command", words: ["appIdSuffix"] },
  ],
  never: ["printer was off", "31.2 MB", "beep", "I'll go to mmkv 3", "is there a newer version"],
});

export default session;
