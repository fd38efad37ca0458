import { type LabelledSession, labelled } from "../../../session.ts";

/** Training a segmentation of weld defects in X-rays: NaNs, a leak, four GPUs; terse; compacted on the way. */
const session: LabelledSession = labelled({
  name: "weld-defects",
  held: true,
  project: "/data/jun/weldseg",
  talk: (t) => {
    t.prompt(
      "loss goes nan at ~step 1400, run 61. log attached below. fp16, focal+dice\n\nstep 1380 loss 0.412\nstep 1390 loss 0.409\nstep 1400 loss 0.433\nstep 1410 loss nan\nstep 1420 loss nan",
    )
      .read(
        "/data/jun/weldseg/weldseg/losses.py",
        "def focal(logits, target, gamma=2.0):\n    p = logits.sigmoid()\n    pt = p * target + (1 - p) * (1 - target)\n    return (-(1 - pt) ** gamma * pt.log()).mean()",
      )
      .said(
        "Likely `pt.log()`: in fp16 the sigmoid saturates to exactly 0 for confident wrong pixels, and log(0) is -inf. Let me check with the saved batch rather than guess.",
      )
      .ran(
        "python tools/replay.py --run 61 --step 1405",
        "amp dtype torch.float16\nlogits min -31.2 max 18.9\npt min 0.0\nfocal inf\ndice 0.188\ngrad norm nan",
      )
      .said(
        "Confirmed: `pt min 0.0`, focal is inf. I'll compute it from `logsigmoid` in float32, which never takes the log of zero.",
      )
      .edited(
        "/data/jun/weldseg/weldseg/losses.py",
        "    p = logits.sigmoid()\n    pt = p * target + (1 - p) * (1 - target)\n    return (-(1 - pt) ** gamma * pt.log()).mean()",
        "    logits = logits.float()\n    ce = F.binary_cross_entropy_with_logits(logits, target, reduction='none')\n    return ((1 - (-ce).exp()) ** gamma * ce).mean()",
      )
      .ran("python tools/replay.py --run 61 --step 1405", "focal 0.291\ndice 0.188\ngrad norm 2.71")
      .said(
        "The NaN is gone for that batch: `losses.py` computes focal with `binary_cross_entropy_with_logits` in float32.",
      )
      .prompt("ok. start run 62, 4 gpus")
      .ran(
        "torchrun --standalone --nproc_per_node=4 train.py --config cfg/r62.yaml",
        `[rank1]:[E302] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1, OpType=ALLGATHER, Timeout(ms)=600000) ran for 600042 milliseconds before timing out.
[rank0]: torch.distributed.DistBackendError: NCCL communicator was aborted on rank 0.
E0302 torch/distributed/elastic/multiprocessing/api.py:874] failed (exitcode: -6) local_rank: 1`,
        1,
      )
      .ran(
        "nvidia-smi topo -m",
        "        GPU0    GPU1    GPU2    GPU3\nGPU0     X      PHB     SYS     SYS\nGPU1    PHB      X      SYS     SYS",
      )
      .ran(
        "NCCL_P2P_DISABLE=1 torchrun --standalone --nproc_per_node=4 train.py --config cfg/r62.yaml --max-steps 50",
        "step 10 loss 0.902\nstep 20 loss 0.871\nstep 50 loss 0.764\ndone, 3.1 it/s",
      )
      .said("NCCL hangs on peer-to-peer between the cards of this box; with `NCCL_P2P_DISABLE=1` it trains.")
      .prompt("yes gyeongju box has iommu on, IT wont change it. start it for real")
      .called("Bash", {
        command: "NCCL_P2P_DISABLE=1 torchrun --standalone --nproc_per_node=4 train.py --config cfg/r62.yaml",
        run_in_background: true,
      })
      .gave("Command running in background with ID: b1")
      .said("Run 62 is running in the background.")
      .wait(240)
      .notified("step 40000 loss 0.061\nval mAP 0.942\nval dice 0.911")
      .said(
        "Run 62 is done: **mAP 0.942**, dice 0.911. That's far better than run 58 (0.803). I'd call it the new baseline.",
      )
      .prompt("too good. i dont believe")
      .thought("Check the split: leak across images of the same seam?")
      .read(
        "/data/jun/weldseg/weldseg/data/split.py",
        "def split(images, seed=0):\n    random.Random(seed).shuffle(images)\n    k = int(len(images) * 0.85)\n    return images[:k], images[k:]",
      )
      .ran(
        "python - <<'PY'\nfrom weldseg.data import index\ntr, va = index.split()\nprint(len({i.seam_id for i in va}), len({i.seam_id for i in va} & {i.seam_id for i in tr}))\nPY",
        "611 598",
      )
      .said(
        "You're right not to. The split shuffles single images, and 598 of the 611 seams in validation are in training too; neighbouring exposures of one seam overlap by a third. It has seen the answers.",
      )
      .prompt(
        "split by seam_id. also keep all of plant gdansk out, as test set only, that is how customer will judge",
      )
      .edited(
        "/data/jun/weldseg/weldseg/data/split.py",
        "    random.Random(seed).shuffle(images)",
        "    images = [i for i in images if i.plant != 'gdansk']\n    seams = sorted({i.seam_id for i in images})\n    random.Random(seed).shuffle(seams)",
      )
      .ran("pytest tests/test_split.py -q", "3 passed in 0.80s")
      .said("Split by `seam_id`, Gdańsk is test only; a test asserts that no seam is on both sides.")
      .prompt(
        "and mAP i dont want to see. inspectors dont care. always report recall at 0.1 false positives per image, per defect class",
      )
      .edited(
        "/data/jun/weldseg/weldseg/eval.py",
        "metrics = {'mAP': mean_ap(preds, gts)}",
        "metrics = recall_at_fp(preds, gts, fp_per_image=0.1)",
      )
      .said("Evaluation reports recall at 0.1 FP/image per class now.")
      .prompt("run 63 same config")
      .called("Bash", {
        command: "NCCL_P2P_DISABLE=1 torchrun --standalone --nproc_per_node=4 train.py --config cfg/r63.yaml",
        run_in_background: true,
      })
      .gave("Command running in background with ID: b2")
      .command("/compact", "keep the experiments")
      .compacted(
        `## Session so far

Jun trains a segmentation network for weld defects in X-rays (weldseg), on a box with 4 GPUs.

### Done
- NaN at step 1400 of run 61: focal loss took log(0) in fp16; fixed in weldseg/losses.py.
- Training needs NCCL_P2P_DISABLE=1 on the Gyeongju box.
- The split leaked seams; it goes by seam_id now, plant Gdańsk is test only.
- Evaluation is recall at 0.1 false positives per image.

### Learned while reading
- Labels of the classes porosity and slag were drawn by two vendors; the one named Optilab draws porosity as boxes instead of outlines, so its masks are too large.

### Open
- Run 63 is running.
- Before release v3 the porosity batch 7 must be relabelled, Soo-ah has ordered it.`,
      )
      .wait(250)
      .notified("step 40000\nrecall@0.1fp crack 0.71 lack_of_fusion 0.78 porosity 0.52 slag 0.69")
      .said(
        "Run 63 with the honest split:\n\n| Class | recall @ 0.1 FP |\n| --- | --- |\n| crack | 0.71 |\n| lack of fusion | 0.78 |\n| porosity | 0.52 |\n| slag | 0.69 |",
      )
      .prompt("believable. cracks must go up first. ideas, short")
      .said(
        "1. Patches of 1024 instead of 512, cracks are long and thin\n2. Oversample patches with cracks, they're 2 % now\n3. A boundary loss\n4. clDice, which rewards connectedness",
      )
      .prompt("1 and 2. not both at same time")
      .edited("/data/jun/weldseg/cfg/r64.yaml", "patch: 512", "patch: 1024")
      .ran(
        "NCCL_P2P_DISABLE=1 torchrun --standalone --nproc_per_node=4 train.py --config cfg/r64.yaml --max-steps 20",
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.25 GiB. GPU 0 has a total capacity of 23.69 GiB",
        1,
      )
      .edited("/data/jun/weldseg/cfg/r64.yaml", "batch: 16", "batch: 4\naccumulate: 4")
      .said("Batch 4 with 4 accumulation steps fits.")
      .ran(
        "NCCL_P2P_DISABLE=1 torchrun --standalone --nproc_per_node=4 train.py --config cfg/r64.yaml --max-steps 20",
        "step 20 loss 0.88, 0.9 it/s, 22.1 GiB",
      )
      .prompt("does batchnorm suffer w batch 4")
      .said(
        "It would. The decoder uses GroupNorm already; the encoder's BatchNorm is frozen in the config, so no.",
      )
      .prompt("good. run 64 and then 65 with oversampling overnight, chain them")
      .called("Bash", {
        command: "nohup sh -c 'scripts/run.sh r64; scripts/run.sh r65' &",
        run_in_background: true,
      })
      .gave("Command running in background with ID: b3")
      .said("Both are chained, about 11 hours.")
      .wait(700)
      .notified(
        "r64 crack 0.83 lack_of_fusion 0.80 porosity 0.55 slag 0.70\nr65 crack 0.74 lack_of_fusion 0.77 porosity 0.49 slag 0.66",
      )
      .said("Larger patches help a lot: crack 0.71 → 0.83. Oversampling alone gives 0.74 and costs porosity.")
      .prompt("we take 1024. oversampling no. write in the experiments file")
      .edited(
        "/data/jun/weldseg/EXPERIMENTS.md",
        "| 63 |",
        "| 64 | patch 1024 | crack 0.83 | kept |\n| 65 | oversampling | crack 0.74 | dropped |\n| 63 |",
      )
      .said("Written.")
      .prompt("can you try tta flips quickly")
      .ran(
        "python eval.py --run 64 --tta flips",
        "crack 0.84 lack_of_fusion 0.80 porosity 0.55 slag 0.70\n4.1x slower",
      )
      .said("0.84 instead of 0.83 for four times the cost.")
      .prompt("no. line speed is 6 seconds per plate and we have 5.1 already")
      .said("Then no TTA.")
      .prompt(
        "export onnx and send to edge box? or wait, Soo-ah does the export, she has the calibration. just put the checkpoint in /data/share/weld/v3rc1",
      )
      .ran("mkdir -p /data/share/weld/v3rc1 && cp runs/64/best.pt /data/share/weld/v3rc1/", "")
      .said("`best.pt` of run 64 is in `/data/share/weld/v3rc1`.")
      .prompt("감사 ㅎㅎ");
  },
  keep: [
    { kind: "fix", words: ["losses.py", "log(0)|logsigmoid|binary_cross_entropy_with_logits"] },
    { kind: ["command", "fix", "learning"], words: ["NCCL_P2P_DISABLE=1"] },
    { kind: ["fix", "learning"], words: ["598 of the 611|shuffles single images|leaked seams"] },
    { kind: "decision", words: ["gdansk|Gdańsk", "test"] },
    { kind: "preference", type: "semantic", words: ["recall at 0.1 false positives", "always"] },
    { kind: ["summary", "learning"], words: ["Optilab", "boxes"] },
    { kind: ["summary", "intention"], words: ["porosity batch 7"] },
    { kind: "decision", words: ["we take 1024|crack 0.71 → 0.83"] },
    { kind: "learning", type: "semantic", words: ["6 seconds per plate"] },
  ],
  may: [
    { kind: ["decision", "learning", "summary"], words: ["seam_id"] },
    { kind: ["decision", "preference", "learning", "summary"], words: ["recall", "0.1"] },
    { kind: "learning", words: ["overlap by a third"] },
    { kind: "learning", words: ["iommu"] },
    { kind: "decision", words: ["oversampling no|Oversampling alone"] },
    { kind: ["learning", "correction"], words: ["Soo-ah does the export"] },
    { kind: "learning", words: ["BatchNorm"] },
    { kind: "outcome", words: ["v3rc1"] },
    { kind: ["fix", "decision"], words: ["accumul"] },
    { kind: "decision", words: ["no TTA|four times the cost"] },
    { kind: "preference", words: ["not both at same time"] },
    { kind: "intention", words: ["cracks must go up first"] },
  ],
  never: ["new baseline", "far better than run 58", "감사", "boundary loss", "step 1410"],
});

export default session;
