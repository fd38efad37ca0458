import { type LabelledSession, labelled } from "../../../session.ts";

/** A miscompile in a small optimising compiler: loads are hoisted over a call; OCaml, with a reducer and a talk about aliasing. */
const session: LabelledSession = labelled({
  name: "loop-hoister",
  project: "/home/anouk/quill",
  talk: (t) => {
    t.prompt("fuzzer found a miscompile at -O2, seed 90417. minimise and tell me which pass")
      .ran(
        "dune exec bin/quillfuzz.exe -- --seed 90417 --check",
        "seed 90417: O0 -> 42, O2 -> 17\nMISMATCH",
        1,
      )
      .said("Reproduced. I'll reduce it.")
      .ran("./tools/reduce.sh 90417", "./tools/reduce.sh: line 6: creduce: command not found", 127)
      .ran("ls tools", "bisect-pass.sh\nreduce.sh\nshrink.ml")
      .prompt(
        "creduce doesnt understand our syntax anyway, that script is dead. use tools/shrink.ml, it needs --oracle with the mismatch check or it shrinks to an empty program",
      )
      .ran(
        "dune exec tools/shrink.exe -- --seed 90417 --oracle 'quillfuzz --check -'",
        "412 -> 188 -> 61 -> 14 lines\nfn g(p: ptr) { *p = 17; }\nfn main() {\n  let x = alloc 42;\n  let i = 0;\n  while i < 2 { let v = *x; if i == 1 { return v; } g(x); i = i + 1; }\n}",
      )
      .said("14 lines. Interesting: correct is 17, hence `-O0` with 42 would be the wrong one?")
      .prompt(
        "no look again. O0 prints 42 because the seed's harness negates it... whatever, look at the shrunk one",
      )
      .ran(
        "dune exec bin/quill.exe -- run -O0 /tmp/s.ql; dune exec bin/quill.exe -- run -O2 /tmp/s.ql",
        "17\n42",
      )
      .said(
        "For the shrunk program `-O0` gives 17 (right) and `-O2` gives 42 (wrong). Bisecting over passes.",
      )
      .ran("tools/bisect-pass.sh /tmp/s.ql", "mem2reg ok\ngvn ok\nlicm BAD\nfirst bad pass: licm")
      .read(
        "/home/anouk/quill/lib/opt/licm.ml",
        "let invariant loop = function\n  | Load (_, addr) ->\n      defined_outside loop addr\n      && not (List.exists (may_clobber addr) (stores loop))\n  | Binop _ as i -> List.for_all (defined_outside loop) (operands i)\n  | _ -> false",
      )
      .read(
        "/home/anouk/quill/lib/opt/effects.ml",
        "let stores loop =\n  fold_instrs loop ~f:(fun acc -> function\n    | Store (a, _) -> a :: acc\n    | _ -> acc)",
      )
      .said(
        "Root cause: `stores` in `lib/opt/effects.ml` collects only `Store` instructions, so a `Call` inside the loop that writes through an escaped pointer isn't seen, and LICM moves the load of `*x` in front of the loop.",
      )
      .prompt(
        "ok. two ways. treat every call as clobbering all, or mod/ref summaries per function. what would it cost us",
      )
      .called("Task", {
        description: "Measure clobber-all",
        prompt: "Measure how many loads LICM still hoists on bench/ if each call clobbers all memory",
        subagent_type: "general-purpose",
      })
      .gave(
        "Of 1,204 hoisted loads on bench/ 388 remain with clobber-all; 1,131 remain with the prototype of mod/ref summaries. Run time of bench/nbody +9 % with clobber-all, others below 1 %.",
      )
      .said(
        "Measured on `bench/`:\n\n| | hoisted loads | nbody |\n|---|---|---|\n| now (wrong) | 1204 | 0 |\n| clobber-all | 388 | +9 % |\n| mod/ref | 1131 | +0.4 % |\n\nSummaries need a bottom-up walk over the call graph, about 120 lines; recursion is handled by a fixpoint per SCC.",
      )
      .prompt(
        "clobber-all today so that main is right, and the summaries as a follow-up. correctness first, i can live with nbody for a month",
      )
      .edited(
        "/home/anouk/quill/lib/opt/effects.ml",
        "    | Store (a, _) -> a :: acc",
        "    | Store (a, _) -> Some_addr a :: acc\n    | Call _ -> Anything :: acc",
      )
      .ran(
        "dune build 2>&1 | head -8",
        'File "lib/opt/gvn.ml", line 71, characters 19-20:\nError: This expression has type clobber list but an expression was expected of type value list',
        1,
      )
      .edited(
        "/home/anouk/quill/lib/opt/gvn.ml",
        "List.mem a (stores b)",
        "List.exists (clobbers a) (stores b)",
      )
      .ran(
        "dune build && dune test",
        "licm: 31 passed\ngvn: 58 passed\nend-to-end: 240 passed, 1 failed\n  loops/hoist_pure_call.ql: expected hoisted load, got none",
        1,
      )
      .said(
        "One expectation test breaks: `hoist_pure_call.ql`, where the call is to a function marked `pure`. I'll exclude those: `pure` is checked by the front end, so we may rely on it.",
      )
      .prompt(
        "careful, pure in our language means no writes. it may still read! and it may diverge. so you can skip it for clobbering but dont ever hoist the call itself",
      )
      .said("Right, so `pure` calls are no clobber, and calls stay where they are.")
      .edited(
        "/home/anouk/quill/lib/opt/effects.ml",
        "    | Call _ -> Anything :: acc",
        "    | Call f when not (is_pure f) -> Anything :: acc",
      )
      .ran("dune test", "licm: 31 passed\ngvn: 58 passed\nend-to-end: 241 passed")
      .prompt("fuzz it for a bit")
      .called("Bash", { command: "dune exec bin/quillfuzz.exe -- --from 0 --count 2000000 --check" })
      .interrupted(true)
      .prompt("thats an hour. 20k seeds from 90000 are plenty")
      .ran(
        "timeout 300 dune exec bin/quillfuzz.exe -- --from 90000 --count 20000 --check",
        "20000 seeds, 0 mismatches",
      )
      .said("20,000 seeds without a mismatch.")
      .prompt("what was gvn doing with stores anyway? was that wrong too?")
      .said(
        "Yes, in the same way: it merged two loads over a call. No seed showed it, because the generator seldom loads twice in one block.",
      )
      .prompt("so teach the generator to, weight 5 or so")
      .edited("/home/anouk/quill/fuzz/gen.ml", "| 2 -> load", "| 5 -> load")
      .ran(
        "git stash -q -- lib && timeout 120 dune exec bin/quillfuzz.exe -- --count 4000 --check; git stash pop -q",
        "seed 212: O0 -> 3, O2 -> 8\nseed 977: O0 -> 0, O2 -> 4\n2 mismatches",
        1,
      )
      .said(
        "With the old code the heavier weight finds two mismatches in 4,000 seeds, so the generator catches GVN as well now.",
      )
      .prompt(
        "lovely. commit both seperately, add the 14 liner as test. and btw regressions of the fuzzer go to test/seeds with the seed number as file name, not into end-to-end",
      )
      .wrote("/home/anouk/quill/test/seeds/90417.ql", "fn g(p: ptr) { *p = 17; }\n")
      .ran(
        "git add -A && git commit -qm 'A call may write' -- lib test && git commit -qm 'The fuzzer loads more' -- fuzz && git log --oneline -2",
        "c2a90f4 The fuzzer loads more\n81be33d A call may write",
      )
      .said("Two commits: `81be33d` and `c2a90f4`. The regression test is `test/seeds/90417.ql`.")
      .prompt("does dune build warn about the unused reduce.sh? just delete it")
      .ran("git rm -q tools/reduce.sh && git commit -qm 'Remove reduce.sh'", "")
      .prompt("is this the sort of bug llvm had as well")
      .said(
        "Similar ones, yes; most optimisers had a load hoisted over something that aliases at some time. LLVM asks `AAResults::getModRefInfo` for calls.",
      )
      .prompt("ok enough for today");
  },
  keep: [
    { kind: ["command", "correction"], words: ["tools/shrink.ml|shrink.exe", "--oracle"] },
    { kind: "fix", words: ["effects.ml", "Call"] },
    { kind: "decision", words: ["clobber-all today"] },
    { kind: "intention", type: "prospective", words: ["summaries as a follow-up"] },
    {
      kind: ["correction", "learning"],
      type: "semantic",
      words: ["pure", "no writes|hoist the call itself"],
    },
    { kind: "preference", type: "semantic", words: ["test/seeds", "seed number"] },
  ],
  may: [
    { kind: "learning", words: ["merged two loads|generator seldom"] },
    { kind: "learning", words: ["nbody"] },
    { kind: "learning", words: ["generator catches GVN"] },
    { kind: "outcome", words: ["81be33d"] },
    { kind: "outcome", words: ["gen.ml"] },
    { kind: "preference", words: ["correctness first"] },
    { kind: "decision", words: ["SCC"] },
    { kind: "decision", words: ["calls stay where they are"] },
  ],
  never: ["would be the wrong one", "negates it", "AAResults", "enough for today"],
});

export default session;
