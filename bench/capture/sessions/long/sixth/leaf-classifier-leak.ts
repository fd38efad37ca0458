import { type LabelledSession, labelled } from "../../../session.ts";

/** A classifier of sick leaves in notebooks that is too good to be true; PyTorch, a person who thinks aloud. */
const session: LabelledSession = labelled({
  name: "leaf-classifier-leak",
  project: "/home/tomasz/leafdoc",
  talk: (t) => {
    t.prompt(
      "hey so 03_train.ipynb gives 98.7% val acc on the cassava leaves which is... suspicious?? the paper has 91. can you poke at it. i havent slept much so explain slowly",
    )
      .said("That gap deserves suspicion. I'll check how the split is made before anything else.")
      .ran(
        "jupyter nbconvert --to script --stdout notebooks/03_train.ipynb | sed -n 1,60p",
        'df = pd.read_csv("data/leaves.csv")\ntrain, val = train_test_split(df, test_size=0.2, stratify=df.label, random_state=7)\nds_train = LeafDataset(train, tfm=aug)\nds_val = LeafDataset(val, tfm=plain)',
      )
      .ran(
        "head -4 data/leaves.csv && wc -l data/leaves.csv",
        "image_id,plant_id,label,device,taken_at\n000001.jpg,P0412,mosaic,pixel4,2025-06-03\n000002.jpg,P0412,mosaic,pixel4,2025-06-03\n000003.jpg,P0412,mosaic,pixel4,2025-06-03\n21398 leaves.csv",
      )
      .said(
        "There is a `plant_id` column and the split ignores it. I'll count how many plants are on both sides.",
      )
      .ran(
        "python scripts/overlap.py",
        "Traceback (most recent call last):\n  File \"scripts/overlap.py\", line 3, in <module>\n    import torch\nModuleNotFoundError: No module named 'torch'",
        1,
      )
      .said("The system Python has no torch. Let me find the environment.")
      .prompt("its pixi, not conda anymore, i moved last week")
      .ran("pixi run python scripts/overlap.py", "plants: 4217\nplants in both train and val: 3126 (74.1%)")
      .said(
        "Root cause: the random split puts photos of the same plant into train and validation, 3126 of 4217 plants are on both sides. The model recognises plants rather than diseases. A split by `plant_id` with `StratifiedGroupKFold` mends it.",
      )
      .prompt("oh no. ohhh no. i already told my advisor 98 😭 ok do it")
      .edited(
        "/home/tomasz/leafdoc/leafdoc/split.py",
        "train_test_split(df, test_size=0.2, stratify=df.label, random_state=7)",
        "next(StratifiedGroupKFold(5, shuffle=True, random_state=7).split(df, df.label, groups=df.plant_id))",
      )
      .ran(
        "pixi run python -m leafdoc.train --epochs 4 --limit 4000",
        "epoch 1  train 1.211  val 1.187  acc 0.611\nepoch 2  train 0.842  val 0.913  acc 0.712\nepoch 3  train 0.655  val 0.861  acc 0.741\nepoch 4  train 0.540  val 0.858  acc 0.747",
      )
      .said(
        "With the grouped split a short run on 4000 pictures reaches 74.7%. The full run will be higher, but nowhere near 98.",
      )
      .prompt("makes sense. kick off the full one in bg")
      .called("Bash", {
        command: "nohup pixi run python -m leafdoc.train --epochs 20 > runs/full.log &",
        run_in_background: true,
      })
      .gave("Command running in background with ID: b1")
      .said("Running, about 40 minutes on this card.")
      .prompt("meanwhile: whats the diff between macro and weighted f1 again, i always forget")
      .said(
        "Macro F1 averages the F1 of every class equally; weighted F1 averages by class size. With 61% mosaic in your data, weighted F1 mostly tells you how good you are at mosaic.",
      )
      .prompt(
        "right. ok then we report macro f1 from now on, accuracy is useless with 61% mosaic. put it in train.py too",
      )
      .edited(
        "/home/tomasz/leafdoc/leafdoc/train.py",
        "acc = (pred == y).mean()",
        'acc = (pred == y).mean()\nf1 = f1_score(y, pred, average="macro")',
      )
      .said("`train.py` logs macro F1 next to accuracy and keeps the best checkpoint by macro F1.")
      .prompt("should i use focal loss or nah")
      .said(
        "Perhaps, but it's one more thing to tune. Class weights in cross entropy are the cheaper first experiment; I'd try those and only then focal loss.",
      )
      .prompt("hmm everyone on kaggle used focal. but yeah. eh. class weights first, its 1 line")
      .edited(
        "/home/tomasz/leafdoc/leafdoc/train.py",
        "nn.CrossEntropyLoss()",
        "nn.CrossEntropyLoss(weight=class_weights)",
      )
      .wait(45)
      .notified("epoch 20  train 0.201  val 0.402  acc 0.884\nbest acc 0.886 at epoch 17")
      .said(
        "The full run ended: 88.6% accuracy at best, honest and close to the paper's 91%. Class weights were not in this run yet.",
      )
      .prompt("ok thats... fine actually? nice. do the weighted one")
      .ran(
        "pixi run python -m leafdoc.train --epochs 20",
        "epoch 1  train 1.377  val nan  acc 0.118\nepoch 2  train nan  val nan  acc 0.118\nRuntimeError: loss is nan, stopping",
        1,
      )
      .thought("nan with weights. A class with zero count? class_weights = n / counts -> inf.")
      .ran(
        'pixi run python -c "from leafdoc.data import load; print(load().label.value_counts())"',
        "mosaic     13158\nhealthy     2577\ngreen       2386\nbrown       2189\nblight      1087\nunknown        0",
      )
      .said(
        "The loss is nan because the category `unknown` has no rows, so its weight is 1/0 = inf. I'll drop empty categories when the labels are loaded in `data.py`.",
      )
      .edited(
        "/home/tomasz/leafdoc/leafdoc/data.py",
        'df.label.astype("category")',
        'df.label.astype("category").cat.remove_unused_categories()',
      )
      .ran(
        "pixi run python -m leafdoc.train --epochs 20",
        "epoch 1  train 1.302  val 1.251  acc 0.544  f1 0.431\n...\nepoch 20  train 0.233  val 0.419  acc 0.879  f1 0.803\nbest f1 0.807 at epoch 18",
      )
      .said(
        "Trains through now. Macro F1 is 0.807, up from 0.742 when I score the unweighted checkpoint the same way.",
      )
      .prompt("!!! ok keep the weights then")
      .prompt("now can u clean outputs from the notebooks before commit, theyre like 40mb")
      .ran("pixi run nbstripout notebooks/*.ipynb && du -sh notebooks", "1.1M\tnotebooks")
      .said("Stripped; 1.1 MB now.")
      .prompt(
        "btw i dont want logic living in notebooks anymore, notebooks are for plots only, everything else goes in leafdoc/. past me was lazy",
      )
      .said(
        "Understood. `split.py`, `data.py` and `train.py` already live there; the notebook now only imports them.",
      )
      .prompt(
        "also fyi the photos from the moto device are from a different farm, Rafael labelled those and he mixes up brown and green. dont trust em too much",
      )
      .ran(
        "pixi run python -c \"from leafdoc.data import load; print(load().groupby('device').size())\"",
        "device\nmoto     1904\npixel4  19493",
      )
      .said(
        "1904 pictures are from the moto. In the confusion matrix, brown against green is the worst pair.",
      )
      .prompt(
        "yeah figures. i'll relabel those by hand before the thesis deadline in feb, not now. dont drop them yet",
      )
      .said("They stay in for now.")
      .prompt("what would a bigger backbone give, just a guess")
      .said("A ViT-S would perhaps add 1–2 points; I would not expect more with 21k images.")
      .prompt("ok not worth it. commit")
      .ran(
        "git add -A && git commit -qm 'Split by plant, class weights, macro F1' && git log --oneline | head -1",
        "e41a0b2 Split by plant, class weights, macro F1",
      )
      .said("Committed as e41a0b2.")
      .prompt("gonna go tell my advisor it's 88. pray for me");
  },
  keep: [
    { kind: ["fix", "learning"], words: ["plant_id|same plant", "train and validation|split"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["its pixi, not conda anymore"] },
    { kind: ["decision", "preference"], words: ["report macro f1", "accuracy is useless"] },
    { kind: "fix", words: ["nan", "data.py|unknown"] },
    { kind: "preference", type: "semantic", words: ["notebooks are for plots only"] },
    { kind: "learning", type: "semantic", words: ["Rafael", "brown and green|different farm"] },
    { kind: "intention", type: "prospective", words: ["relabel those by hand", "feb"] },
  ],
  may: [
    { kind: "decision", words: ["class weights first|keep the weights|Class weights in cross entropy"] },
    { kind: "decision", words: ["not worth it"] },
    { kind: ["outcome", "learning"], words: ["88.6%"] },
    { kind: ["outcome", "learning"], words: ["0.807"] },
    { kind: ["outcome", "decision"], words: ["macro F1", "train.py"] },
    { kind: ["command"], words: ["pixi run python -m leafdoc.train|pixi run python scripts/overlap.py"] },
    { kind: ["learning"], words: ["brown against green"] },
    { kind: ["command"], words: ["nbstripout"] },
    { kind: "decision", words: ["dont drop them yet"] },
  ],
  never: ["havent slept", "averages the F1", "everyone on kaggle", "ViT-S", "pray for me"],
});

export default session;
