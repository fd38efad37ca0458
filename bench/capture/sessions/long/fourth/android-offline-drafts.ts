import { type LabelledSession, labelled } from "../../../session.ts";

/** A surveyors' app loses a form when the system kills it; Kotlin, Compose, Room, WorkManager. */
const session: LabelledSession = labelled({
  name: "android-offline-drafts",
  held: true,
  project: "/home/hbrooks/dev/gable-android",
  talk: (t) => {
    t.prompt(
      "Morning. A tester on a Samsung A14 lost a whole inspection: she filled in about forty fields on site with no reception, took a phone call, and when she came back the form was empty. Could you find out why before changing anything?",
    )
      .said("I'll read how the form keeps its state, and won't change anything yet.")
      .called("Glob", { pattern: "**/inspection/**/*.kt" })
      .gave(
        "app/src/main/java/uk/co/gable/inspection/InspectionScreen.kt\napp/src/main/java/uk/co/gable/inspection/InspectionViewModel.kt\napp/src/main/java/uk/co/gable/inspection/FormRepository.kt\napp/src/main/java/uk/co/gable/sync/SyncWorker.kt",
      )
      .read(
        "/home/hbrooks/dev/gable-android/app/src/main/java/uk/co/gable/inspection/InspectionViewModel.kt",
        `    18	@HiltViewModel
    19	class InspectionViewModel @Inject constructor(
    20	    handle: SavedStateHandle,
    21	    private val forms: FormRepository,
    22	) : ViewModel() {
    23	    private val id: String = checkNotNull(handle["inspectionId"])
    24	    private val _fields = MutableStateFlow<Map<String, FieldValue>>(emptyMap())
    25	    val fields = _fields.asStateFlow()
    26
    27	    fun change(key: String, value: FieldValue) = _fields.update { it + (key to value) }
    28	    fun save() = viewModelScope.launch { forms.save(id, _fields.value) }
    29	}`,
      )
      .ran("adb shell am kill uk.co.gable.inspect", "")
      .ran("adb shell pidof uk.co.gable.inspect", "18822")
      .said(
        "Still alive: `am kill` leaves a process alone while it is in the foreground. I'll send it to the background first.",
      )
      .ran(
        "adb shell input keyevent KEYCODE_HOME && adb shell am kill uk.co.gable.inspect && adb shell pidof uk.co.gable.inspect",
        "",
        1,
      )
      .ran(
        "adb shell monkey -p uk.co.gable.inspect 1 && adb exec-out uiautomator dump /dev/tty | grep -c 'text=\"\"'",
        "41",
      )
      .said(
        "Reproduced: 41 empty fields. What she typed lives only in a `MutableStateFlow` of `InspectionViewModel` and is written when she presses Save; a ViewModel survives rotation but not the death of the process, and a phone call on a 4 GB handset is enough for that.\n\nTo reproduce it: `adb shell input keyevent KEYCODE_HOME && adb shell am kill uk.co.gable.inspect`, then open the app again.",
      )
      .prompt("Right, that's rather what I feared. What would you propose?")
      .said(
        "Three ways:\n\n| Where | For | Against |\n|---|---|---|\n| `SavedStateHandle` | few lines | 1 MB limit of the bundle, gone on reboot |\n| DataStore | simple | whole file is rewritten on each change |\n| Room | survives everything, can be queried | needs a migration |\n\nI lean towards Room.",
      )
      .prompt(
        "Room, please. Photos make the bundle a non-starter anyway. Debounce the writes, 500 ms or so. One row per field, mind, not a JSON blob: the office wants to merge two surveyors' drafts one day.",
      )
      .wrote(
        "/home/hbrooks/dev/gable-android/app/src/main/java/uk/co/gable/draft/DraftField.kt",
        '@Entity(\n    tableName = "draft_field",\n    primaryKeys = ["inspection_id", "field_key"],\n    indices = [Index("inspection_id")],\n)\ndata class DraftField(\n    @ColumnInfo("inspection_id") val inspectionId: String,\n    @ColumnInfo("field_key") val key: String,\n    val value: String,\n    @ColumnInfo("changed_at") val changedAt: Long,\n)',
      )
      .wrote(
        "/home/hbrooks/dev/gable-android/app/src/main/java/uk/co/gable/draft/DraftDao.kt",
        "@Dao\ninterface DraftDao {\n    @Upsert suspend fun put(field: DraftField)\n}",
      )
      .edited(
        "/home/hbrooks/dev/gable-android/app/src/main/java/uk/co/gable/db/GableDatabase.kt",
        "version = 11",
        "version = 12",
      )
      .edited(
        "/home/hbrooks/dev/gable-android/app/src/main/java/uk/co/gable/db/Migrations.kt",
        "val MIGRATION_10_11",
        'val MIGRATION_11_12 = migration(11, 12) {\n    execSQL("CREATE TABLE draft_field (...)")\n}\n\nval MIGRATION_10_11',
      )
      .ran(
        "./gradlew :app:connectedDebugAndroidTest -Pandroid.testInstrumentationRunnerArguments.class=uk.co.gable.db.MigrationTest",
        `> Task :app:connectedDebugAndroidTest
uk.co.gable.db.MigrationTest > migrate11To12[Pixel_6_API_34(AVD) - 14] FAILED
	java.lang.IllegalStateException: Migration didn't properly handle: draft_field(uk.co.gable.draft.DraftField).
	 Expected:
	TableInfo{name='draft_field', columns={...}, foreignKeys=[], indices=[Index{name='index_draft_field_inspection_id', unique=false}]}
	 Found:
	TableInfo{name='draft_field', columns={...}, foreignKeys=[], indices=[]}
BUILD FAILED in 1m 12s`,
        1,
      )
      .said(
        "The migration creates the table but not the index that the entity declares, and Room compares both. I'll add `CREATE INDEX index_draft_field_inspection_id` to `MIGRATION_11_12`.",
      )
      .edited(
        "/home/hbrooks/dev/gable-android/app/src/main/java/uk/co/gable/db/Migrations.kt",
        'execSQL("CREATE TABLE draft_field (...)")',
        'execSQL("CREATE TABLE draft_field (...)")\n    execSQL("CREATE INDEX index_draft_field_inspection_id ON draft_field (inspection_id)")',
      )
      .ran(
        "./gradlew :app:connectedDebugAndroidTest -Pandroid.testInstrumentationRunnerArguments.class=uk.co.gable.db.MigrationTest",
        "> Task :app:connectedDebugAndroidTest\nFinished 12 tests on Pixel_6_API_34(AVD) - 14\nBUILD SUCCESSFUL in 1m 4s",
      )
      .said("The migration passes.")
      .prompt("Do those migration tests run on CI as well, or only on your desk?")
      .ran(
        "grep -n gradlew .gitlab-ci.yml",
        "31:    - ./gradlew testDebugUnitTest lintDebug\n44:    - ./gradlew assembleRelease",
      )
      .said(
        "Only here. CI runs `testDebugUnitTest`; the migration tests are instrumented and need an emulator.",
      )
      .prompt(
        "Which our runners can't do, they've no KVM. Callum is getting us bare-metal ones in April, do remind me then to add a job for the instrumented tests.",
      )
      .said("Will do. For now they stay a manual step.")
      .prompt("Now, when does a draft actually leave the device?")
      .read(
        "/home/hbrooks/dev/gable-android/app/src/main/java/uk/co/gable/sync/SyncWorker.kt",
        "    22	val request = OneTimeWorkRequestBuilder<SyncWorker>()\n    23	    .setConstraints(Constraints(requiredNetworkType = NetworkType.CONNECTED))\n    24	    .build()",
      )
      .said(
        "On Save, as soon as there is any connection. Form and photos go up in one request, so a weak signal means that the whole thing starts over.",
      )
      .prompt(
        "Surveyors loathe us for eating their data. Photos only on unmetered networks, the form itself on anything.",
      )
      .wrote(
        "/home/hbrooks/dev/gable-android/app/src/main/java/uk/co/gable/sync/PhotoWorker.kt",
        "class PhotoWorker(context: Context, params: WorkerParameters) : CoroutineWorker(context, params)",
      )
      .edited(
        "/home/hbrooks/dev/gable-android/app/src/main/java/uk/co/gable/sync/SyncWorker.kt",
        "    .build()",
        "    .build()\nval photos = OneTimeWorkRequestBuilder<PhotoWorker>()\n    .setConstraints(Constraints(requiredNetworkType = NetworkType.UNMETERED))\n    .build()",
      )
      .ran(
        "./gradlew testDebugUnitTest",
        "BUILD SUCCESSFUL in 38s\n64 actionable tasks: 9 executed, 55 up-to-date",
      )
      .said(
        "Split in two. While I'm there I'll turn `FormRepository` into flows, so that the screen follows the table.",
      )
      .called("Edit", {
        file_path:
          "/home/hbrooks/dev/gable-android/app/src/main/java/uk/co/gable/inspection/FormRepository.kt",
        old_string: "suspend fun load",
        new_string: "fun load",
      })
      .interrupted(true)
      .prompt("No, no. Leave FormRepository alone, Aled is halfway through it on his branch.")
      .said(
        "Understood, `FormRepository` stays untouched. The view model reads drafts through `DraftDao` directly.",
      )
      .edited(
        "/home/hbrooks/dev/gable-android/app/src/main/java/uk/co/gable/inspection/InspectionViewModel.kt",
        "MutableStateFlow<Map<String, FieldValue>>(emptyMap())",
        "drafts.watch(id).stateIn(viewModelScope)",
      )
      .edited(
        "/home/hbrooks/dev/gable-android/app/src/main/res/values/strings.xml",
        "</resources>",
        '    <string name="draft_kept">Draft saved for this user</string>\n</resources>',
      )
      .prompt(
        "One thing about the strings: the people with the tablets are surveyors. \"Users\" are the office staff who log in to the portal, they've never seen this app. You've done it twice now.",
      )
      .edited(
        "/home/hbrooks/dev/gable-android/app/src/main/res/values/strings.xml",
        "saved for this user",
        "saved on this device",
      )
      .said('Sorry. The string reads "Draft saved on this device" now, and I changed the other one as well.')
      .prompt("What's our minSdk at the moment?")
      .ran("grep -rn minSdk app/build.gradle.kts", "app/build.gradle.kts:19:        minSdk = 26")
      .said("26.")
      .prompt(
        "Pity. We can't raise it, six per cent of our lot are on Android 8 tablets that belong to the councils.",
      )
      .prompt("Anyway. Let's see it survive, then.")
      .ran(
        "./gradlew installDebug && adb shell input keyevent KEYCODE_HOME && adb shell am kill uk.co.gable.inspect && adb shell monkey -p uk.co.gable.inspect 1 && adb exec-out uiautomator dump /dev/tty | grep -c 'text=\"\"'",
        "Installed on 1 device.\n0",
      )
      .said("No empty fields after the kill; all 41 values are back.")
      .prompt("Lovely. Would you write the release note? Two sentences, plain English, no exclamation marks.")
      .said(
        "> Your answers are now kept as you type, even if the app closes unexpectedly. Photos wait for Wi-Fi, so they no longer use your mobile data.",
      )
      .prompt('"Unexpectedly" sounds as if we do it often. Drop that.')
      .said("> Your answers are now kept as you type, even if the app is closed. Photos wait for Wi-Fi.")
      .prompt("Good. Put it on the branch and push; I'll open the MR myself.")
      .ran(
        "git add -A && git commit -m 'Keep drafts in Room' && git push -u origin drafts",
        "[drafts 19fe0c2] Keep drafts in Room\n 9 files changed, 204 insertions(+), 31 deletions(-)\nremote: To create a merge request for drafts, visit:",
      )
      .refused("Bash", { command: "glab mr create --fill", description: "Open the merge request" })
      .prompt("I said I'd open it myself.")
      .said(
        "Sorry, I've left it at the push. Drafts are written to Room field by field with a debounce of 500 ms (`DraftField.kt`, `DraftDao.kt`, migration 11 to 12) and come back after the process has been killed; the form syncs on any network, photos by `PhotoWorker` on unmetered ones.",
      );
  },
  keep: [
    { kind: ["fix", "learning"], words: ["InspectionViewModel", "death of the process|MutableStateFlow"] },
    { kind: "command", words: ["KEYCODE_HOME && adb shell am kill"] },
    { kind: "decision", words: ["One row per field|merge two surveyors' drafts"] },
    {
      kind: "fix",
      words: [
        "Migration didn't properly handle|index_draft_field_inspection_id",
        "Migrations.kt|MIGRATION_11_12",
      ],
    },
    { kind: "intention", type: "prospective", words: ["instrumented tests", "April"] },
    { kind: "decision", words: ["unmetered"] },
    { kind: ["correction", "preference", "learning"], type: "semantic", words: ["office staff"] },
    { kind: "learning", type: "semantic", words: ["Android 8 tablets"] },
    { kind: "outcome", words: ["DraftField.kt|DraftDao.kt"] },
  ],
  may: [
    { kind: "learning", words: ["testDebugUnitTest"] },
    { kind: "learning", words: ["no KVM"] },
    {
      kind: ["correction", "learning"],
      words: ["Leave FormRepository alone|FormRepository` stays untouched"],
    },
    { kind: ["correction", "preference"], words: ["open the MR myself|open it myself"] },
    { kind: "learning", words: ["am kill", "foreground"] },
    { kind: "learning", words: ["one request"] },
    { kind: ["preference"], words: ["no exclamation marks"] },
  ],
  never: [
    "what I feared",
    "sounds as if we do it often",
    "turn `FormRepository` into flows",
    "Wi-Fi, so they",
  ],
});

export default session;
