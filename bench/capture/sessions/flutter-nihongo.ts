import { type LabelledSession, labelled } from "../session.ts";

/** In Japanese and Chinese: Flutter, a rule, a decision, a reminder. */
const session: LabelledSession = labelled({
  name: "flutter-nihongo",
  project: "/home/ken/kakeibo",
  talk: (t) => {
    t.prompt("集計画面にグラフを追加してください。")
      .edited("/home/ken/kakeibo/lib/summary.dart", "Column()", "Column(children: [Chart()])")
      .wrote("/home/ken/kakeibo/lib/chart.dart", "class Chart extends StatelessWidget {}")
      .ran("flutter test", "All tests passed!")
      .said("集計画面に円グラフを追加しました。テストはすべて通っています。")
      .prompt("今後は状態管理に必ずRiverpodを使ってください。setStateは使わないで。")
      .said("了解しました。")
      .prompt("金額は小数ではなく整数で保存することにしました。丸め誤差が出るためです。")
      .said("わかりました。整数で扱います。")
      .prompt("リリース前にアイコンを差し替えるのを忘れないように。")
      .said("はい。")
      .prompt("テストは通りましたか?")
      .said("はい、すべて通りました。");
  },
  keep: [
    { kind: "preference", type: "semantic", words: ["Riverpod"], importance: [6, 9] },
    { kind: "decision", words: ["整数"], importance: [6, 9] },
    { kind: "intention", type: "prospective", words: ["アイコン"], importance: [4, 8] },
  ],
  may: [
    { kind: "preference", words: ["setState"] },
    { kind: "outcome", words: ["グラフ"] },
  ],
});

export default session;
