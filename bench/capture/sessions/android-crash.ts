import { type LabelledSession, labelled } from "../session.ts";

/** A crash that comes in as a pasted trace, and facts that the person adds; Kotlin. */
const session: LabelledSession = labelled({
  name: "android-crash",
  project: "/home/ivo/fieldapp",
  talk: (t) => {
    t.prompt(
      "Field users report this crash since 4.2:\n\njava.lang.IllegalStateException: Can not perform this action after onSaveInstanceState\n    at androidx.fragment.app.FragmentManager.checkStateLoss(FragmentManager.java:1844)\n    at nl.field.PhotoFragment.onUploaded(PhotoFragment.kt:88)\n\ncan you look into it?",
    )
      .read(
        "/home/ivo/fieldapp/app/src/main/java/nl/field/PhotoFragment.kt",
        "fun onUploaded() { parentFragmentManager.popBackStack() }",
      )
      .said(
        "The upload's callback pops the back stack. If the user switches to the camera meanwhile, the state has been saved already. I'd try commitAllowingStateLoss first.",
      )
      .edited(
        "/home/ivo/fieldapp/app/src/main/java/nl/field/PhotoFragment.kt",
        "popBackStack()",
        "commitAllowingStateLoss()",
      )
      .ran(
        "./gradlew :app:testDebugUnitTest",
        "> Task :app:compileDebugKotlin FAILED\ne: PhotoFragment.kt:88:31 Unresolved reference: commitAllowingStateLoss",
        1,
      )
      .said(
        "That method belongs to transactions, not to the manager. A lifecycle-aware collector is the cleaner way anyway.",
      )
      .edited(
        "/home/ivo/fieldapp/app/src/main/java/nl/field/PhotoFragment.kt",
        "commitAllowingStateLoss()",
        "viewLifecycleOwner.lifecycleScope.launchWhenResumed { close() }",
      )
      .ran("./gradlew :app:testDebugUnitTest", "BUILD SUCCESSFUL in 41s")
      .said(
        "The crash is fixed: the screen closes only once the fragment is resumed. The cause was that the upload callback arrives after `onSaveInstanceState` when the user has opened the camera in between.",
      )
      .prompt(
        "ok. Keep in mind that half of our users are on Android 8 tablets with 2 GB of memory, so nothing that keeps full-size bitmaps around.",
      )
      .said("I will. The photo list decodes thumbnails only.")
      .prompt("Do you think the crash was always there?")
      .said("Since the callback was moved into the fragment, in 4.2.")
      .prompt("thx. the release notes have to mention it, don't forget that when we cut 4.3")
      .said("Okay.");
  },
  keep: [
    { kind: "fix", words: ["onSaveInstanceState", "PhotoFragment.kt"], importance: [5, 9] },
    {
      kind: ["learning", "preference"],
      type: "semantic",
      words: ["Android 8", "bitmaps"],
      importance: [5, 9],
    },
    { kind: "intention", type: "prospective", words: ["release notes", "4.3"], importance: [4, 8] },
  ],
  never: ["commitAllowingStateLoss first", "always there"],
});

export default session;
