import { type LabelledSession, labelled } from "../../../session.ts";

/** Training code in PyTorch: a loss that jumps, with experiments that fail to explain it; a subagent reads along. */
const session: LabelledSession = labelled({
  name: "loss-spikes",
  project: "/data/wen/speechlm",
  talk: (t) => {
    t.prompt(
      "run 84 has loss spikes every ~1900 steps, from 2.1 to like 6, recovers after 200 steps. run 79 with the same config on 1 node didn't. 84 is on 4 nodes. ideas?",
    )
      .read(
        "/data/wen/speechlm/train.py",
        "for step, batch in enumerate(loader, start=start_step):\n    with torch.autocast('cuda', dtype=torch.bfloat16):\n        loss = model(**batch).loss\n    loss.backward()\n    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n    opt.step(); sched.step(); opt.zero_grad()\n",
      )
      .read(
        "/data/wen/speechlm/conf/run84.yaml",
        "lr: 6.0e-4\nwarmup: 2000\nbetas: [0.9, 0.999]\nbatch_per_gpu: 16\nshards: 512\nnodes: 4\n",
      )
      .said(
        "Some hypotheses, most likely first:\n\n1. `beta2 = 0.999` with a batch four times as large: Adam's second moment is stale when gradients change. 0.95 usually cures it.\n2. A bad shard which comes round periodically\n3. bf16 overflow in the attention logits\n4. The learning rate wasn't scaled for 4 nodes\n\nThe period of ~1900 speaks for 2, but 1 is cheap to try.",
      )
      .prompt("try 1 then, short run from ckpt 10k")
      .ran(
        "sbatch --export=CFG=run84.yaml,OVR='betas=[0.9,0.95]',RESUME=ckpt/84/10000 slurm/train.sbatch",
        "sbatch: error: Batch job submission failed: Invalid account or account/partition combination specified",
        1,
      )
      .ran(
        "sacctmgr -n show assoc user=wen format=account,partition",
        "  speech-lt     gpu-a\n  speech-pr     gpu-h",
      )
      .ran(
        "sbatch -A speech-pr -p gpu-h --export=ALL,CFG=run84.yaml,OVR='betas=[0.9,0.95]',RESUME=ckpt/84/10000 slurm/train.sbatch",
        "Submitted batch job 771204",
      )
      .said(
        "Submitted as 771204. On `gpu-h` the account has to be `speech-pr`; the script's default `speech-lt` is only valid for `gpu-a`.",
      )
      .wait(95)
      .prompt("still spikes at 11.9k")
      .ran(
        "python tools/scalars.py runs/771204 loss --from 11800 --to 12100 --every 50",
        "11800 2.113\n11850 2.109\n11900 5.870\n11950 4.402\n12000 3.011\n12050 2.390\n12100 2.160",
      )
      .said(
        "So beta2 isn't it. Same step as in run 84, that points to the data: the order is a function of the seed.",
      )
      .prompt("can you let an agent go through the loader while we look at grads")
      .called("Task", {
        description: "Read the data loader",
        prompt:
          "How does data/loader.py order shards across ranks and epochs? Anything periodic around 1900 steps with 32 ranks?",
      })
      .gave(
        "ShardedLoader gives rank r the shards r, r+world, r+2*world ... Each shard holds about 1,940 batches of 16. All ranks finish a shard at about the same step and open the next one together. Inside of a shard utterances are sorted by duration (see pack.py, `sort_by='duration'`), the shuffle buffer is 1,000 utterances.",
        { result: { agentId: "loader1", content: "ShardedLoader gives rank r the shards r, r+world, ..." } },
      )
      .said(
        "That explains the period. Every shard is sorted by duration, and all 32 ranks move on to their next shard at the same step, so the batch jumps from only long utterances to only short ones. On one node the ranks drifted apart, because the shards there had different sizes. The shuffle buffer of 1,000 is far too small to hide it.",
      )
      .prompt(
        "OH. pack.py sorts?? that was for the bucketing experiment in autumn, should have been removed long ago",
      )
      .ran(
        "git log -1 --format='%h %an %s' -S\"sort_by='duration'\" -- data/pack.py",
        "d01c9aa wen pack: sort for bucketing",
      )
      .said("It came with `d01c9aa`.")
      .prompt("my own fault, great. repack takes 2 days though. can we fix it in the loader")
      .said(
        "Yes: start each rank at a different offset within its first shard, and raise the buffer to 20,000. Memory per worker rises by about 1.1 GB.",
      )
      .edited("/data/wen/speechlm/data/loader.py", "offset = 0", "offset = (rank * shard_len) // world")
      .edited("/data/wen/speechlm/data/loader.py", "buffer=1_000", "buffer=20_000")
      .ran(
        "python -m pytest -q tests/test_loader.py",
        `FAILED tests/test_loader.py::test_resume_is_exact - AssertionError: batch 0 differs after resume
1 failed, 11 passed in 22.40s`,
        1,
      )
      .said("Resuming isn't exact any more: the offset has to be part of the loader's state.")
      .edited(
        "/data/wen/speechlm/data/loader.py",
        "return {'shard': self.shard}",
        "return {'shard': self.shard, 'offset': self.offset}",
      )
      .ran("python -m pytest -q tests/test_loader.py", "12 passed in 22.91s")
      .ran(
        "sbatch -A speech-pr -p gpu-h --export=ALL,CFG=run84.yaml,RESUME=ckpt/84/10000 slurm/train.sbatch",
        "Submitted batch job 771266",
      )
      .wait(140)
      .said("Running as 771266 from checkpoint 10k.")
      .prompt("did it pass 11.9k and 13.8k?")
      .ran(
        "python tools/scalars.py runs/771266 loss --from 11800 --to 14000 --every 200",
        "11800 2.111\n12000 2.108\n12200 2.101\n13600 2.066\n13800 2.070\n14000 2.061",
      )
      .said(
        "Yes, both are flat. So the spikes came from shards sorted by duration that all ranks changed at the same step; `data/loader.py` now staggers the ranks and shuffles over 20,000 utterances.",
      )
      .prompt("nice!! then the beta2 change is not needed, leave 0.999")
      .said("It was only an override of that job, nothing to undo.")
      .prompt("when we repack for v3 the sort must go. note somewhere")
      .edited(
        "/data/wen/speechlm/data/pack.py",
        "sort_by='duration'",
        "sort_by='duration'  # TODO(v3): remove",
      )
      .said("I left a TODO in `pack.py`.")
      .prompt("next: eval. WER on run79 is 7.9 but the paper table says 7.2 for the same ckpt?")
      .ran("python eval/wer.py --ckpt ckpt/79/40000 --set test-other", "WER 7.91 (n=2939)")
      .ran(
        "python eval/wer.py --ckpt ckpt/79/40000 --set test-other --normalizer whisper",
        "WER 7.21 (n=2939)",
      )
      .said("It is the text normaliser: with Whisper's the same checkpoint gets 7.21, with our own 7.91.")
      .prompt(
        "ah, so the table mixes. for everything we publish it's the whisper one from now on, otherwise nobody can compare",
      )
      .edited("/data/wen/speechlm/eval/wer.py", "default='ours'", "default='whisper'")
      .said("`whisper` is the default of `eval/wer.py` now.")
      .prompt("what GPUs are free")
      .ran("sinfo -p gpu-h -o '%t %D'", "STATE NODES\nalloc 11\nidle 3")
      .said("Three nodes of `gpu-h` are idle.")
      .prompt(
        "only 3, then a 2 node run. actually no, let it be, submit 85 with 4 nodes and it queues. compile=true too?",
      )
      .said(
        "I wouldn't: `torch.compile` recompiles for every new length, and the utterances aren't padded to buckets. It cost run 71 about 15% of throughput.",
      )
      .prompt("right i remember. false then")
      .ran(
        "sbatch -A speech-pr -p gpu-h --export=ALL,CFG=run85.yaml slurm/train.sbatch",
        "Submitted batch job 771301",
      )
      .said("Queued as 771301.")
      .prompt("thx. remember me to delete the ckpts of 84 when 85 is past 40k, quota is at 94%")
      .said("Noted: the checkpoints of run 84 (3.1 TB in `ckpt/84`) can go when 85 has passed 40k.");
  },
  agents: {
    loader1: (t) => {
      t.prompt(
        "How does data/loader.py order shards across ranks and epochs? Anything periodic around 1900 steps with 32 ranks?",
      )
        .read(
          "/data/wen/speechlm/data/loader.py",
          "class ShardedLoader:\n    def __init__(self, shards, rank, world, buffer=1_000): ...\n",
        )
        .read(
          "/data/wen/speechlm/data/pack.py",
          "rows = sorted(rows, key=lambda r: r.duration)  # sort_by='duration'\n",
        )
        .said(
          "ShardedLoader gives rank r the shards r, r+world, r+2*world ... Each shard holds about 1,940 batches of 16. All ranks finish a shard at about the same step and open the next one together. Inside of a shard utterances are sorted by duration (see pack.py, `sort_by='duration'`), the shuffle buffer is 1,000 utterances.",
        );
    },
  },
  keep: [
    { kind: ["command", "learning"], words: ["-A speech-pr -p gpu-h|has to be `speech-pr`"] },
    { kind: "fix", words: ["sorted by duration", "loader.py"] },
    { kind: "intention", type: "prospective", words: ["repack for v3"] },
    { kind: ["preference", "decision"], words: ["everything we publish|it's the whisper one"] },
    { kind: ["decision", "learning"], words: ["recompiles for every new length"] },
    { kind: "intention", type: "prospective", words: ["ckpts of 84|checkpoints of run 84"] },
  ],
  may: [
    { kind: "learning", words: ["same checkpoint gets 7.21"] },
    { kind: "fix", words: ["offset has to be part of the loader's state"] },
    { kind: "learning", words: ["repack takes 2 days"] },
    { kind: ["learning", "decision"], words: ["beta2"] },
    { kind: "learning", words: ["sorted by duration"] },
    { kind: "learning", words: ["Memory per worker"] },
    { kind: "intention", words: ["TODO in `pack.py`"] },
    { kind: "command", words: ["tools/scalars.py"] },
    { kind: "command", words: ["--normalizer whisper"] },
  ],
  never: [
    "0.95 usually cures it",
    "bf16 overflow",
    "wasn't scaled for 4 nodes",
    "then a 2 node run",
    "Three nodes of",
  ],
});

export default session;
