import { type LabelledSession, labelled } from "../../../session.ts";

/** Push notifications that some phones never get: an iOS app, its backend in Kotlin, a wrong theory or two. */
const session: LabelledSession = labelled({
  name: "silent-pushes",
  project: "/Users/noor/tandem",
  talk: (t) => {
    t.prompt(
      "support says since 5.12 about 1 in 10 iphone users dont get appointment reminders anymore. android fine. monorepo: ios/ and server/ (ktor). help me find it",
    )
      .said(
        "I'll check how the server sends to APNs and what the app registers, and then what changed for 5.12.",
      )
      .called("Grep", { pattern: "apns|ApnsClient|deviceToken", path: "/Users/noor/tandem/server/src" })
      .gave(
        "server/src/main/kotlin/push/ApnsSender.kt:33:    val response = client.send(notification).await()\nserver/src/main/kotlin/push/DeviceRepo.kt:20:    fun upsert(userId: Long, token: String, platform: Platform)\nserver/src/main/kotlin/push/ReminderJob.kt:51:    devices.forEach { sender.send(it, reminder) }",
      )
      .read(
        "/Users/noor/tandem/server/src/main/kotlin/push/ApnsSender.kt",
        'class ApnsSender(private val client: ApnsClient) {\n    suspend fun send(device: Device, r: Reminder) {\n        val response = client.send(notification).await()\n        if (!response.isAccepted && response.rejectionReason.orElse("") == "BadDeviceToken") {\n            devices.delete(device.id)\n        }\n    }\n}',
      )
      .ran(
        "git log --oneline release/5.11..release/5.12 -- ios server/src/main/kotlin/push",
        "c77e120 ios: sign in with passkeys\n91d0fa3 ios: notification service extension for maps\n6a0e4c1 server: delete devices on BadDeviceToken\n3301b5e ios: xcode 16",
      )
      .said(
        "`6a0e4c1` looks suspicious: since 5.12 the server deletes a device as soon as APNs answers `BadDeviceToken`. A token of the sandbox that is sent to production gets that answer too. So I think TestFlight users lose their devices.",
      )
      .prompt("testflight uses production apns. only xcode debug builds get sandbox tokens, so no")
      .said("You're right, TestFlight is production. Then that would only hit developers.")
      .prompt(
        "can you look at the real answers, theyre in loki. logcli works w/ my env, app=tandem-push, retention is 14 days only btw so 5.11 is gone",
      )
      .ran(
        "logcli query '{app=\"tandem-push\"} |= \"rejected\"' --since=24h --limit=5000 -o raw | grep -o 'reason=[A-Za-z]*' | sort | uniq -c",
        "    612 reason=DeviceTokenNotForTopic\n     44 reason=Unregistered\n      3 reason=BadDeviceToken",
      )
      .said(
        "Only three `BadDeviceToken`, but 612 `DeviceTokenNotForTopic`: the token belongs to another bundle id than the topic we send to. Is there a second app?",
      )
      .prompt(
        "theres tandem and tandem for clinics (com.tandem.clinic), same code other target. clinics one is tiny, 200 installs",
      )
      .called("Grep", { pattern: "com\\.tandem", path: "/Users/noor/tandem" })
      .gave(
        'ios/Tandem.xcodeproj/project.pbxproj:412: PRODUCT_BUNDLE_IDENTIFIER = com.tandem.app;\nios/Tandem.xcodeproj/project.pbxproj:498: PRODUCT_BUNDLE_IDENTIFIER = com.tandem.clinic;\nios/Tandem.xcodeproj/project.pbxproj:571: PRODUCT_BUNDLE_IDENTIFIER = com.tandem.app.maps;\nserver/src/main/resources/application.conf:19: apns.topic = "com.tandem.app"',
      )
      .thought(
        "612 in 24h vs 200 installs. Not clinics only. com.tandem.app.maps is the extension - does the extension register for its own token?",
      )
      .said(
        "200 installs can't make 612 rejections. There's also `com.tandem.app.maps`, the service extension that came with 5.12. Let me see whether it registers.",
      )
      .read(
        "/Users/noor/tandem/ios/MapsExtension/NotificationService.swift",
        "final class NotificationService: UNNotificationServiceExtension {\n    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {\n        …\n    }\n}",
      )
      .said(
        "No registration there, extensions don't get tokens anyway. Next: which users are behind the 612?",
      )
      .ran(
        "psql $TANDEM_RO -c \"select u.login_kind, count(distinct d.id) from device d join app_user u on u.id=d.user_id where d.token in (select token from push_reject where reason='DeviceTokenNotForTopic') group by 1\"",
        " login_kind | count\n------------+-------\n passkey    |   588\n password   |     9",
      )
      .said(
        "588 of 597 sign in by passkey. So it belongs to `c77e120`, and I'll look at what that one does with the token.",
      )
      .ran(
        "git show c77e120 -- ios/Tandem/Push",
        'diff --git a/ios/Tandem/Push/PushRegistrar.swift\n+    func registerAfterPasskey(_ session: Session) {\n+        let token = KeychainShared.group("com.tandem.shared").data("apnsToken")\n+        api.register(token: token, platform: .ios)\n+    }',
      )
      .said(
        "Got it. The root cause is in `PushRegistrar.swift`: after a passkey login the token is read from the shared keychain group, and that group is shared with the clinic app. Whoever has had both apps on the phone registers the clinic app's token, which APNs refuses for our topic.",
      )
      .prompt(
        "ahhh. practitioners test their own patient view, they all have both. but 588? well ok the keychain survives uninstall",
      )
      .said(
        "Exactly, an entry of the keychain stays after the app is removed. I'll key the entry by bundle id and always register the token that `didRegisterForRemoteNotificationsWithDeviceToken` delivers.",
      )
      .edited(
        "/Users/noor/tandem/ios/Tandem/Push/PushRegistrar.swift",
        'let token = KeychainShared.group("com.tandem.shared").data("apnsToken")',
        "guard let token = latestToken else { return UIApplication.shared.registerForRemoteNotifications() }",
      )
      .edited(
        "/Users/noor/tandem/ios/Tandem/Push/PushRegistrar.swift",
        'KeychainShared.group("com.tandem.shared").set(data, "apnsToken")',
        "latestToken = data",
      )
      .ran(
        "xcodebuild test -scheme Tandem -destination 'platform=iOS Simulator,name=iPhone 15'",
        "xcodebuild: error: Unable to find a device matching the provided destination specifier:\n\t\t{ platform:iOS Simulator, OS:latest, name:iPhone 15 }",
        70,
      )
      .prompt("./ios/sim.sh creates one and prints the id, snapshots only match on that one (16e, 18.4)")
      .ran(
        'xcodebuild test -scheme Tandem -destination "id=$(./ios/sim.sh)" | xcbeautify',
        "Test Succeeded\nExecuted 288 tests, with 0 failures (0 unexpected) in 61.204 seconds",
      )
      .said("288 tests pass. The affected phones repair themselves with the next start of the fixed version.")
      .prompt(
        "release takes 2 wks to reach ppl tho, we ship on thursdays and phased over 7 days. can the server help meanwhile?",
      )
      .said(
        "Partly: on `DeviceTokenNotForTopic` the server could retry with the topic `com.tandem.clinic`. That would show the reminder in the clinic app, on phones where it is still installed.",
      )
      .prompt(
        "god no, patient data in the wrong app. never mind. sms fallback! we have that for android w/o play services",
      )
      .called("Grep", { pattern: "SmsFallback", path: "/Users/noor/tandem/server/src" })
      .gave(
        "server/src/main/kotlin/push/SmsFallback.kt:12:class SmsFallback(private val sms: SmsGateway)\nserver/src/main/kotlin/push/ReminderJob.kt:55:        if (it.platform == ANDROID_NO_GMS) fallback.send(it.userId, reminder)",
      )
      .edited(
        "/Users/noor/tandem/server/src/main/kotlin/push/ApnsSender.kt",
        "if (!response.isAccepted",
        'if (response.rejectionReason.orElse("") == "DeviceTokenNotForTopic") fallback.send(device.userId, r)\n        if (!response.isAccepted',
      )
      .ran("./gradlew :server:test", "BUILD SUCCESSFUL in 38s\n164 tests completed")
      .said("Whoever is rejected with `DeviceTokenNotForTopic` gets the reminder as an SMS.")
      .prompt("costs 7ct each, 600 a day, fine for three weeks. has to come out again after 5.13 is at 100%")
      .said("I've put a `TODO(5.13)` next to it.")
      .prompt("also that delete on BadDeviceToken thing: keep?")
      .said("Yes, it's what Apple recommends, and with 3 a day it's harmless.")
      .prompt("should we alert on reject rate")
      .said(
        "I would: more than 2 % of rejections over an hour. There's a counter `push_rejected_total` by reason already.",
      )
      .prompt("mh 2% is too sensitive for clinics, mondays they re-enroll ipads. 5")
      .wrote(
        "/Users/noor/tandem/ops/alerts/push.yml",
        "- alert: PushRejected\n  expr: sum(rate(push_rejected_total[1h])) / sum(rate(push_sent_total[1h])) > 0.05",
      )
      .said("The alert is in `ops/alerts/push.yml`, at 5 %.")
      .prompt("write smth for support. no tech, du-form not needed its english")
      .said(
        "> Some iPhone users did not receive reminders since version 5.12. From today on they get a text message in place of it, and version 5.13 fixes the cause. Users don't have to do anything.",
      )
      .prompt("lovely")
      .prompt(
        "commit ios and server separately pls, ios release branch cherry picks only touch ios/. always like that",
      )
      .ran(
        "git add ios && git commit -qm 'Register the own push token' && git add -A && git commit -qm 'SMS when a token is for another app' && git push",
        "   3301b5e..d20b7f4  main -> main",
      )
      .said("Two commits, pushed.");
  },
  keep: [
    {
      kind: ["correction", "learning"],
      words: ["testflight uses production|only xcode debug builds"],
      type: "semantic",
    },
    {
      kind: ["fix", "learning"],
      words: ["PushRegistrar.swift", "shared keychain|clinic app|DeviceTokenNotForTopic"],
    },
    { kind: ["learning", "command"], words: ["retention is 14 days"], type: "semantic" },
    { kind: ["command", "learning"], words: ["sim.sh"], type: ["procedural", "semantic"] },
    { kind: "learning", words: ["ship on thursdays"], type: "semantic" },
    { kind: ["correction", "decision", "preference"], words: ["patient data in the wrong app|sms fallback"] },
    { kind: "intention", words: ["come out again"], type: "prospective" },
    { kind: ["decision", "learning", "correction"], words: ["re-enroll ipads"] },
    { kind: "preference", words: ["commit ios and server separately"], type: "semantic" },
  ],
  may: [
    { kind: "learning", words: ["practitioners test their own"] },
    { kind: "learning", words: ["keychain"] },
    { kind: "learning", words: ["com.tandem.clinic", "200 installs"] },
    { kind: "decision", words: ["Apple recommends"] },
    { kind: "outcome", words: ["gets the reminder as an SMS"] },
    { kind: "decision", words: ["push.yml"] },
    { kind: "learning", words: ["7ct"] },
  ],
  never: [
    "TestFlight users lose",
    "Is there a second app",
    "more than 2 %",
    "lovely",
    "Users don't have to do anything",
    "looks suspicious",
  ],
});

export default session;
