import { type LabelledSession, labelled } from "../session.ts";

/** Rules given while reviewing; Dart. */
const session: LabelledSession = labelled({
  name: "naming-rules",
  project: "/home/ren/app",
  talk: (t) => {
    t.prompt("write the repository class for trips")
      .wrote("/home/ren/app/lib/trips/trip_repo.dart", "class TripRepo {}")
      .wrote("/home/ren/app/lib/trips/trip_repo_test.dart", "void main() {}")
      .said("`TripRepo` reads and writes trips; the tests lie next to it.")
      .prompt(
        "We spell names out: TripRepository. And tests belong in test/, the analyzer skips lib/ otherwise.",
      )
      .ran("git mv lib/trips/trip_repo_test.dart test/trips/trip_repository_test.dart", "")
      .edited("/home/ren/app/lib/trips/trip_repo.dart", "TripRepo", "TripRepository")
      .said("Renamed and moved.")
      .prompt("nice. don't bother with comments on private members")
      .said("Okay.")
      .prompt("is there an easy way to generate the json code?")
      .said("`json_serializable` does that.")
      .prompt("let's use freezed instead, we have it in two other packages already so the team knows it")
      .edited("/home/ren/app/pubspec.yaml", "dependencies:", "dependencies:\n  freezed: 2.4.0")
      .said("Added freezed.");
  },
  keep: [
    { kind: ["preference", "correction"], type: "semantic", words: ["spell names out"], importance: [6, 9] },
    {
      kind: ["preference", "correction", "learning"],
      type: "semantic",
      words: ["tests belong in test/"],
      importance: [5, 9],
    },
    { kind: ["decision", "preference"], words: ["freezed", "team knows"], importance: [5, 9] },
  ],
  may: [
    { kind: "preference", words: ["private members"] },
    { kind: "outcome", words: ["TripRepo|spell"] },
  ],
  never: ["json_serializable"],
});

export default session;
