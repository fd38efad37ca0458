import { type LabelledSession, labelled } from "../../../session.ts";

/** A postdoc and an amplicon pipeline on a cluster, compacted half way; Nextflow, SLURM, DADA2. */
const session: LabelledSession = labelled({
  name: "amplicon-pipeline",
  held: true,
  project: "/home/mvdb/soil16s",
  talk: (t) => {
    t.prompt(
      "hi! so the 16S pipeline died overnight again, the run is called 'boring_euler' i think? log is in .nextflow.log. the dada step i guess, it's always the dada step…",
    )
      .ran(
        "nextflow log | tail -3",
        "2026-03-01 21:40:11	9h 12m	boring_euler	ERR	c1f0aa9	nextflow run main.nf -profile slurm",
      )
      .ran(
        "grep -A12 'Error executing process' .nextflow.log",
        `ERROR ~ Error executing process > 'DADA2_DENOISE (pooled)'
Caused by:
  Process \`DADA2_DENOISE (pooled)\` terminated with an error exit status (137)
Command executed:
  dada2_denoise.R --input filtered/ --pool TRUE --threads 16
Command exit status:
  137
Work dir:
  /scratch/mvdb/work/8e/51d3b0aa0c`,
      )
      .ran(
        "sacct -j 4410233 --format=JobID,MaxRSS,ReqMem,Elapsed,State",
        "JobID           MaxRSS     ReqMem    Elapsed      State\n4410233.batch  127.8G       128G   08:51:22 OUT_OF_ME+",
      )
      .said(
        "You guessed right: it's the denoising step, killed for memory at 127.8 of 128 GB after almost nine hours.",
      )
      .prompt("hm but the pilot ran through with 64.. and those files were bigger, no? 2x300")
      .ran("ls pilot/raw/*_R1* | wc -l; ls raw/*_R1* | wc -l", "48\n384")
      .said(
        "The files were longer but there were 48 of them; now there are 384. With `pool = TRUE` DADA2 holds the unique sequences of all samples at once, so memory grows with the number of samples, not with the size of a file.",
      )
      .prompt("oh right. pool=TRUE was Benno's idea, for the rare taxa. would pseudo do?")
      .said(
        "For most questions yes. Pseudo-pooling goes through the samples twice, one at a time, and hands the sequences found in at least two samples to the second round. You lose sequences that occur once in a single sample; memory stays flat.",
      )
      .prompt(
        "ok pseudo it is then. i prefer something that finishes, and singletons get thrown out before ordination anyway",
      )
      .edited("/home/mvdb/soil16s/modules/dada2.nf", "--pool TRUE", "--pool pseudo")
      .ran(
        "nextflow run main.nf -profile slurm -resume",
        "ERROR ~ Unable to acquire lock on session with ID 7b0c\n\nCommon reasons for this error are:\n - You are trying to resume the execution of an already running pipeline",
        1,
      )
      .prompt("ah thats me in tmux sorry. closed it")
      .ran(
        "nextflow run main.nf -profile slurm -resume",
        "executor >  slurm (1)\n[-        ] DADA2_DENOISE (pseudo) -\nWARN: sbatch: error: Batch job submission failed: Invalid qos specification\n  -- sbatch .command.run",
        1,
      )
      .ran(
        "sacctmgr -n show assoc user=mvdb format=partition,qos%40",
        "bulk   normal,bio_night\nlong   normal",
      )
      .said("The profile asks for the partition `long` with QOS `bio`, which you no longer have.")
      .prompt(
        "oh they changed that in february, `long` is only for the grant holders now. we're supposed to take bulk",
      )
      .edited(
        "/home/mvdb/soil16s/conf/slurm.config",
        "clusterOptions = '--qos=bio'",
        "queue = 'bulk'\n  clusterOptions = '--qos=bio_night'",
      )
      .ran(
        "nextflow run main.nf -profile slurm -resume",
        "executor >  slurm (1)\n[8e/51d3b0] DADA2_DENOISE (pseudo) [  0%] 0 of 1",
      )
      .said(
        "It's accepted with `queue = 'bulk'` and `--qos=bio_night` in `conf/slurm.config`. Note that `bio_night` only starts jobs between 20:00 and 08:00, so until tonight it will sit in the queue.",
      )
      .prompt(
        "then while we wait.. can you look at the error plots from the pilot vs now, they look weird. plots/errF.pdf",
      )
      .read(
        "/home/mvdb/soil16s/plots/errF.txt",
        "A2A  Q2 0.91  Q12 0.97  Q23 0.96  Q37 0.999\nA2C  Q2 0.03  Q12 0.004  Q23 0.009  Q37 0.0003",
      )
      .said(
        "They are weird for a reason: only four quality values occur (2, 12, 23, 37). NovaSeq bins its quality scores into those four, and DADA2's default loess fit was made for the forty of a MiSeq, so the fitted error rate goes *up* between Q12 and Q23. The usual remedy is an error function that enforces monotonicity.",
      )
      .prompt("is that a hack or do people do that")
      .said(
        "People do it; there is a long thread on DADA2's tracker with several variants, and the one with `weights = log10(tot)` and span 2 is the one most cite.",
      )
      .prompt("fine, take that one")
      .wrote(
        "/home/mvdb/soil16s/bin/loess_monotone.R",
        "loess_monotone <- function(trans) {\n  # weights = log10(tot), span = 2, then cummin from the right\n}",
      )
      .edited(
        "/home/mvdb/soil16s/bin/dada2_denoise.R",
        "learnErrors(fs)",
        "learnErrors(fs, errorEstimationFunction = loess_monotone)",
      )
      .said("Added as `bin/loess_monotone.R` and used in `learnErrors`.")
      .compacted(
        `1. Primary request: repair the 16S pipeline (384 soil samples, NovaSeq 2x250) so that it finishes, and check its results before the figures.
2. What was done:
   - DADA2_DENOISE ran out of memory; \`--pool pseudo\` instead of TRUE.
   - SLURM: bulk / bio_night.
   - bin/loess_monotone.R for binned qualities.
3. Decisions:
   - Taxonomy is assigned with SILVA 138.2 rather than GTDB, since reviewer 2 wants the names to match the 2023 paper.
4. Constraints told by the user:
   - Figures are for the revision, due 20 March.
5. Pending: check the merge rate once the run is through.
6. Current work: waiting for DADA2_DENOISE.`,
      )
      .wait(700)
      .prompt(
        "good morning :) it ran! but look at the track table.. only 31% of reads merge?? in the pilot it was 80something",
      )
      .ran(
        "head -4 results/track.tsv",
        "sample	input	filtered	denoisedF	merged	nonchim\nS001	81022	70410	68804	21455	20911\nS002	77410	66012	64120	19710	19022\nS003	90231	78112	76220	24090	23501",
      )
      .prompt(
        `could it be the primers? from the mail of the sequencing center:

> Dear Maaike, please find attached the delivery note for order 26-0117. Libraries were prepared with
> 515F-Y / 806RB following the EMP protocol. We kindly remind you that storage of raw data beyond 90 days
> is charged at 40 EUR per month. Please always cite the facility in your publications.
> Kind regards, Hannelore`,
      )
      .ran(
        "grep -n -i primer conf/params.config",
        "7:  primer_f = 'CCTACGGGNGGCWGCAG'      // 341F\n8:  primer_r = 'GACTACHVGGGTATCTAATCC'  // 785R",
      )
      .ran(
        "grep -h 'Reads with adapters' logs/cutadapt/S00*.log",
        "  Read 1 with adapter:                   1,204 (1.5%)\n  Read 1 with adapter:                   1,088 (1.4%)",
      )
      .said(
        "Yes. `conf/params.config` still had the pilot's primers 341F/785R, so cutadapt found them in 1.5% of the reads and the real ones stayed on. I'll put in 515F-Y and 806RB, and drop untrimmed reads so that it can't pass unnoticed again.",
      )
      .edited(
        "/home/mvdb/soil16s/conf/params.config",
        "primer_f = 'CCTACGGGNGGCWGCAG'      // 341F",
        "primer_f = 'GTGYCAGCMGCCGCGGTAA'    // 515F-Y",
      )
      .edited("/home/mvdb/soil16s/modules/cutadapt.nf", "cutadapt -g", "cutadapt --discard-untrimmed -g")
      .called("Bash", {
        command: "rm -rf /data/raw/26-0117/tmp && nextflow run main.nf -profile slurm -resume",
        description: "Clean and run again",
      })
      .interrupted(true)
      .prompt(
        "STOP no. please don't ever write or delete anything under /data/raw, that's the only copy we have, the backup quota ran out in january",
      )
      .said(
        "I'm sorry. I won't touch `/data/raw`; the temporary files can stay, the pipeline doesn't need them gone.",
      )
      .ran(
        "nextflow run main.nf -profile slurm -resume",
        "[2a/90cc1e] CUTADAPT (384)      [100%] 384 of 384 ✔\n[c7/71e004] DADA2_DENOISE (pseudo) [100%] 1 of 1 ✔\n[11/e8a2b1] TAXONOMY             [100%] 1 of 1 ✔\nCompleted at: 02-Mar-2026 23:51:40\nDuration    : 3h 38m 2s",
      )
      .ran(
        "awk '{m+=$5; i+=$3} END {print m/i}' results/track.tsv; sort -k6n results/track.tsv | head -2",
        "0.874\nS114	309	212	201	190	188\nS027	40122	35510	34822	31002	30110",
      )
      .said(
        "87.4% merge now. One sample stands out: S114 is a failed library with 188 reads, I'd drop it from the analysis.",
      )
      .prompt("nooo S114 is the extraction blank, it's supposed to be empty! same for S228 and S342")
      .said(
        "Thanks, then it stays in and is marked as a control in `samples.tsv`, together with S228 and S342.",
      )
      .edited("/home/mvdb/soil16s/samples.tsv", "S114	soil", "S114	control")
      .prompt(
        "which reminds me. we have to run decontam with the blanks before the figures go out, i skipped it in the first submission and got told off. not today",
      )
      .said("I'll keep it in mind as an open step before the figures.")
      .prompt("can you make me a quick rarefaction plot, log x axis")
      .wrote(
        "/home/mvdb/soil16s/analysis/rarefaction.R",
        "library(vegan)\nrarecurve(t(otu), step = 500, label = FALSE)",
      )
      .ran("Rscript analysis/rarefaction.R", "null device\n          1")
      .said("It's in `plots/rarefaction.pdf`. Most curves flatten at around 20,000 reads.")
      .prompt("colours per plot please, the green ones are the same green")
      .edited(
        "/home/mvdb/soil16s/analysis/rarefaction.R",
        "label = FALSE",
        'label = FALSE, col = hcl.colors(12, "Dark 3")',
      )
      .said("Twelve distinct colours now.")
      .prompt("pretty! ok summary for my labbook? 3-4 lines")
      .said(
        "The run of 384 samples is through in 3h 38m: pseudo-pooled denoising, primers 515F-Y/806RB trimmed, monotone error model, 87.4% of reads merged, 381 soil samples and three extraction blanks in `results/`.",
      )
      .prompt("thank you!! tea time");
  },
  keep: [
    { kind: ["fix", "learning"], words: ["pool = TRUE|pool TRUE", "memory"] },
    { kind: "decision", words: ["pseudo it is|pool pseudo"] },
    { kind: ["learning", "command", "fix"], words: ["bulk", "bio_night"] },
    { kind: ["learning", "fix", "decision"], words: ["NovaSeq", "four"] },
    { kind: ["decision", "summary"], words: ["SILVA 138.2"] },
    { kind: "fix", words: ["341F", "params.config"] },
    { kind: ["preference", "correction", "learning"], type: "semantic", words: ["/data/raw", "only copy"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["extraction blank"] },
    { kind: "intention", type: "prospective", words: ["decontam"] },
  ],
  may: [
    { kind: "outcome", words: ["384 samples", "87.4%"] },
    { kind: ["learning"], words: ["grant holders"] },
    { kind: ["learning"], words: ["between 20:00 and 08:00"] },
    { kind: ["decision", "fix"], words: ["loess_monotone"] },
    { kind: ["learning", "summary", "intention"], words: ["20 March"] },
    { kind: ["intention", "summary"], words: ["merge rate"] },
    { kind: ["fix", "learning"], words: ["which you no longer have"] },
    { kind: ["learning"], words: ["Pseudo-pooling"] },
  ],
  never: ["failed library", "cite the facility", "tea time", "90 days", "same green", "closed it"],
});

export default session;
