import { type LabelledSession, labelled } from "../../../session.ts";

/** ホストの残高ファイルを CSV に落とすツールの引き継ぎ: EBCDIC, COMP-3, 外字; COBOL, Python, in Japanese. */
const session: LabelledSession = labelled({
  name: "host-zandaka",
  held: true,
  project: "/home/sasaki/kura-batch",
  talk: (t) => {
    t.prompt(
      "お疲れさまです。ホストの売掛残高ファイル(URIKAKE.DAT)をCSVに落とすツールを前任の方から引き継ぎました。経理から「金額がたまにマイナスになる」と言われています。まず原因を調べてください。",
    )
      .said("承知しました。コピー句と変換処理を読んでから、実データで確認します。")
      .read(
        "/home/sasaki/kura-batch/copy/URIKAKE.cpy",
        `       01  URIKAKE-REC.
           05  TORI-CD        PIC X(8).
           05  TORI-MEI       PIC N(20).
           05  SEIKYU-BI.
               10  GENGO      PIC 9.
               10  NEN        PIC 99.
               10  TSUKI      PIC 99.
               10  HI         PIC 99.
           05  ZANDAKA        PIC S9(11) COMP-3.
           05  FILLER         PIC X(143).`,
      )
      .read(
        "/home/sasaki/kura-batch/src/kura/packed.py",
        'def unpack(raw: bytes) -> int:\n    digits = raw.hex()\n    value = int(digits[:-1])\n    return value if digits[-1] == "c" else -value',
      )
      .ran(
        "uv run pytest -q",
        "E   LookupError: unknown encoding: cp930\n    src/kura/reader.py:14\n3 failed, 8 errors in 0.41s",
        1,
      )
      .ran(
        "cat README.md | tail -5; ls tools",
        "cp930 のコーデックは tools/codec にある(pip には無い)。\ntools/codec:\nkura_codec  setup.cfg",
      )
      .ran("PYTHONPATH=tools/codec KURA_GAIJI=conf/gaiji.csv uv run pytest -q", "11 passed in 0.88s")
      .said(
        "テストは `PYTHONPATH=tools/codec KURA_GAIJI=conf/gaiji.csv uv run pytest -q` で通ります。Python には cp930 が無いので、`tools/codec` のコーデックを読ませる必要があります。",
      )
      .ran(
        "uv run python -m kura.dump data/URIKAKE.DAT --field ZANDAKA --raw | cut -c12 | sort | uniq -c",
        "  41022 c\n    318 d\n    907 f",
      )
      .said(
        "原因が分かりました。`packed.py` は符号ニブルが C のときだけ正とみなしていますが、実データには F(符号なし=正)が907件あり、それがすべてマイナスになっています。D と B だけを負として扱うように直します。",
      )
      .edited(
        "/home/sasaki/kura-batch/src/kura/packed.py",
        'return value if digits[-1] == "c" else -value',
        'return -value if digits[-1] in "bd" else value',
      )
      .wrote(
        "/home/sasaki/kura-batch/tests/test_packed.py",
        'def test_unsigned_nibble_is_positive():\n    assert unpack(bytes.fromhex("00000012345f")) == 12345',
      )
      .ran("PYTHONPATH=tools/codec KURA_GAIJI=conf/gaiji.csv uv run pytest -q", "12 passed in 0.90s")
      .said("修正しました。12件すべて通っています。")
      .prompt(
        "ありがとうございます。F は夜間バッチの旧プログラムが書いているものだと思います。次に文字化けです。「髙橋商店」が「〓橋商店」になります。",
      )
      .ran(
        "uv run python -m kura.dump data/URIKAKE.DAT --field TORI-MEI --grep 橋商店 --hex",
        "0e 69c2 4a7e 4be2 4c91 0f  〓橋商店",
      )
      .called("Grep", { pattern: "69", path: "conf/gaiji.csv", output_mode: "content" })
      .gave("69c0,﨑\n69c1,德")
      .said(
        "0x69C2 は IBM の拡張領域ではなく、利用者定義の外字です。`conf/gaiji.csv` には 69C1 までしか登録がありません。「髙」を 69C2 として追加してよいでしょうか。",
      )
      .prompt(
        "外字表は業務部の田村さんが管理しています。こちらで勝手に足さずに、田村さんから最新版をもらって差し替える運用です。今日もらってきます。",
      )
      .said("了解しました。表には手を加えません。未登録のコードを一覧に出せるようにだけしておきます。")
      .wrote(
        "/home/sasaki/kura-batch/src/kura/missing_gaiji.py",
        'def missing(path):\n    """未登録の外字コードと件数を返す。"""',
      )
      .ran("uv run python -m kura.missing_gaiji data/URIKAKE.DAT", "69c2  44件\n69c7   3件\n6a01   1件")
      .said("未登録は3種類、48件です。")
      .prompt(
        "助かります。それと、レコードの途中からずれているファイルがあります。data/URIKAKE_0227.DAT です。",
      )
      .ran(
        "ls -l data/URIKAKE_0227.DAT",
        "-rw-r--r-- 1 sasaki kura 8468232 Feb 27 02:11 data/URIKAKE_0227.DAT",
      )
      .said(
        "コピー句から計算するとレコード長は200バイトです。8468232 は200で割り切れないので、転送中に欠けたファイルだと思います。",
      )
      .prompt(
        "いえ、このファイルは可変長(VB)で転送されています。各レコードの先頭に4バイトのRDWが付くので、204バイトです。2月の途中からそう変わりました。",
      )
      .ran("xxd -l 8 data/URIKAKE_0227.DAT", "00000000: 00cc 0000 f0f0 f1f2                      ........")
      .said(
        "確認しました。先頭が `00cc 0000`(204)なので、おっしゃる通りRDWです。読み取り時に自動で判別します。",
      )
      .edited(
        "/home/sasaki/kura-batch/src/kura/reader.py",
        "while rec := f.read(200):",
        "while rec := read_record(f, rdw=looks_like_rdw(f)):",
      )
      .ran("PYTHONPATH=tools/codec KURA_GAIJI=conf/gaiji.csv uv run pytest -q", "14 passed in 0.93s")
      .said("新旧どちらの形式も読めるようになりました。")
      .prompt("早いですね。ところで、出力はいっそ Parquet にしたほうが良いでしょうか？")
      .said(
        "容量と型の面では Parquet が有利ですが、読む側が対応している必要があります。今の利用者はどなたでしょうか。",
      )
      .prompt("経理のExcelマクロです…。では、CSVのまま、Shift_JIS・CRLFで行きましょう。マクロは触れません。")
      .said("分かりました。出力形式は変更しません。")
      .prompt(
        "半角カナを全角に直している処理がありますが、あれは消してください。今後も半角カナは変換しないでください。銀行側の照合が半角で突き合わせるので。",
      )
      .called("Grep", { pattern: "normalize", output_mode: "content" })
      .gave('src/kura/writer.py:22:    name = unicodedata.normalize("NFKC", name)')
      .edited(
        "/home/sasaki/kura-batch/src/kura/writer.py",
        '    name = unicodedata.normalize("NFKC", name)\n',
        "",
      )
      .said("`writer.py` の NFKC 正規化を外しました。")
      .prompt("和暦は大丈夫ですか。元号コード5が令和です。")
      .ran(
        "grep -n GENGO -A4 src/kura/dates.py",
        "9:GENGO = {3: 1926, 4: 1989}\n10:\n11:def to_date(g, y, m, d):\n12:    return date(GENGO.get(g, 1989) + y - 1, m, d)",
      )
      .said(
        "大丈夫ではありませんでした。`dates.py` に5(令和)が無く、既定値の1989が使われるため、令和8年が1996年になります。5: 2019 を追加し、未知のコードはエラーにします。",
      )
      .edited(
        "/home/sasaki/kura-batch/src/kura/dates.py",
        "GENGO = {3: 1926, 4: 1989}",
        "GENGO = {3: 1926, 4: 1989, 5: 2019}",
      )
      .edited("/home/sasaki/kura-batch/src/kura/dates.py", "GENGO.get(g, 1989)", "GENGO[g]")
      .said("Added the era and made unknown codes an error.")
      .prompt(
        "すみません、コメントとログ、説明は日本語でお願いします。保守する人が英語を読めないので、これからもずっと。",
      )
      .said(
        "失礼しました。元号コード5を追加し、未知のコードはエラーになるようにしました。以後は日本語で書きます。",
      )
      .prompt("お昼に行ってきます。")
      .wait(60)
      .prompt("戻りました。田村さんから外字表をもらいました。conf に置いてあります。")
      .ran("uv run python -m kura.missing_gaiji data/URIKAKE.DAT", "未登録なし")
      .said("未登録の外字は無くなりました。「髙橋商店」も正しく出ています。")
      .prompt("全件で流して、ホストの合計と突き合わせてください。ホスト側は 8,412,093,551円です。")
      .ran(
        "PYTHONPATH=tools/codec KURA_GAIJI=conf/gaiji.csv uv run python -m kura.convert data/URIKAKE.DAT out/urikake.csv --total",
        "42247件\n合計 8412093551",
      )
      .said(
        "42,247件、合計 8,412,093,551円でホストと一致しました。今日の変更は符号ニブル(`packed.py`)、RDW の判別(`reader.py`)、令和(`dates.py`)、半角カナの無変換(`writer.py`)の4点で、いずれもテスト付きです。",
      )
      .prompt(
        "完璧です。旧ツール(VBのやつ)は3月の月次締めが終わるまで並行で動かしておいて、締め後に止めます。忘れそうなので覚えておいてください。",
      )
      .said("承知しました。")
      .prompt("では今日はこれで。お疲れさまでした。");
  },
  keep: [
    { kind: "fix", words: ["符号ニブル", "packed.py"] },
    { kind: "command", words: ["PYTHONPATH=tools/codec KURA_GAIJI=conf/gaiji.csv"] },
    { kind: ["learning", "preference", "correction"], words: ["田村さん"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["RDW", "204"] },
    { kind: "decision", words: ["CSVのまま|Shift_JIS"] },
    { kind: ["preference", "learning"], type: "semantic", words: ["半角カナは変換しない|銀行側の照合"] },
    { kind: "fix", words: ["令和", "dates.py"] },
    { kind: "preference", type: "semantic", words: ["日本語で"] },
    { kind: "intention", type: "prospective", words: ["月次締め"] },
  ],
  may: [
    { kind: "outcome", words: ["42,247件|ホストと一致"] },
    { kind: ["learning"], words: ["旧プログラムが書いている"] },
    { kind: ["learning"], words: ["元号コード5が令和"] },
    { kind: ["learning"], words: ["利用者定義の外字"] },
    { kind: "fix", words: ["RDW"] },
    { kind: ["learning", "decision"], words: ["マクロは触れません"] },
  ],
  never: ["欠けたファイル", "お昼に", "早いですね", "69C2 として追加", "Added the era"],
});

export default session;
