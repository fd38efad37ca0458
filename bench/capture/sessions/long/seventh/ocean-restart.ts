import { type LabelledSession, labelled } from "../../../session.ts";

/** A Fortran ocean model whose restarts are not bit-identical; MPI, NetCDF, a batch queue, and a compaction on the way. */
const session: LabelledSession = labelled({
  name: "ocean-restart",
  project: "/home/mbauer/tarn",
  talk: (t) => {
    t.prompt(
      "Goal for this week: a 10-day run and a 5+5-day run with a restart in the middle must agree bit for bit. They don't at the moment, reviewer 2 noticed. Let's find where it diverges.",
    )
      .said("I'll set up the two runs on the small test basin first, then compare the fields step by step.")
      .called("Glob", { pattern: "src/**/*.f90" })
      .gave("src/barotropic.f90\nsrc/tracer.f90\nsrc/restart.f90\nsrc/mixing.f90\nsrc/halo.f90\nsrc/main.f90")
      .read(
        "/home/mbauer/tarn/src/restart.f90",
        "subroutine write_restart(nc)\n  call put(nc, 'u', u)\n  call put(nc, 'v', v)\n  call put(nc, 't', t)\n  call put(nc, 's', s)\n  call put(nc, 'eta', eta)\nend subroutine",
      )
      .ran(
        "sbatch jobs/basin_10d.sh",
        "sbatch: error: Batch job submission failed: Invalid account or account/partition combination specified",
        1,
      )
      .prompt(
        "old allocation is gone since october. account is oce0417 now, and for short stuff use --qos=devel, otherwise you wait until tomorrow",
      )
      .ran("sbatch --account=oce0417 --qos=devel jobs/basin_10d.sh", "Submitted batch job 8831207")
      .ran("sbatch --account=oce0417 --qos=devel jobs/basin_5p5d.sh", "Submitted batch job 8831209")
      .wait(9)
      .ran(
        "ncdump -h out/b10/restart.nc | grep double; nccmp -d -f out/b10/restart.nc out/b55/restart.nc | head -4",
        "double u(z, y, x)\nDIFFER : VARIABLE : u : POSITION : [0,3,11] : VALUES : 0.0412771 <> 0.0412769\nDIFFER : VARIABLE : eta : POSITION : [3,11] : VALUES : -0.118204 <> -0.118206",
        1,
      )
      .said("They differ at the end in `u` and `eta`. Now the first step after the restart.")
      .ran(
        "nccmp -d out/b10/step0361.nc out/b55/step0361.nc | head -3",
        "DIFFER : VARIABLE : u : POSITION : [0,1,1] : VALUES : 0.0107211 <> 0.0107240",
        1,
      )
      .said(
        "It diverges in the very first step. The barotropic solver is leapfrog with an Asselin filter, so it needs two time levels, but `write_restart` saves only one: `u`, `v`, `eta` at n, nothing at n-1. After a restart the model takes a forward Euler step.",
      )
      .prompt(
        "oof. ok so that's been like that for 11 years. what would you do, save both levels or do a defined forward step on both sides?",
      )
      .said(
        "Saving both levels doubles 3 of 5 fields (restart 4.1 → 6.6 GB on the global grid) but leaves the trajectory of the continuous run untouched. A forward step on both sides changes every published control run. I'd save both.",
      )
      .prompt("Agreed, published controls must stay reproducible. Both levels.")
      .edited(
        "/home/mbauer/tarn/src/restart.f90",
        "call put(nc, 'eta', eta)",
        "call put(nc, 'eta', eta)\n  call put(nc, 'u_b', u_b)\n  call put(nc, 'v_b', v_b)\n  call put(nc, 'eta_b', eta_b)",
      )
      .edited(
        "/home/mbauer/tarn/src/restart.f90",
        "call get(nc, 'eta', eta)",
        "call get(nc, 'eta', eta)\n  call get_or(nc, 'eta_b', eta_b, eta)",
      )
      .ran(
        "make -j16 2>&1 | tail -3",
        "src/restart.f90:88:17: Error: There is no specific subroutine for the generic 'get_or' at (1)\nmake: *** [Makefile:30: restart.o] Error 1",
        1,
      )
      .said("`get_or` needs a rank-2 variant.")
      .edited(
        "/home/mbauer/tarn/src/nc_io.f90",
        "module procedure get_or_3d",
        "module procedure get_or_3d, get_or_2d",
      )
      .ran("make -j16 2>&1 | tail -1", "mpif90 -O2 -o tarn main.o ...")
      .ran(
        "sbatch --account=oce0417 --qos=devel --wait jobs/pair.sh && nccmp -d out/b10/step0361.nc out/b55/step0361.nc | head -2",
        "DIFFER : VARIABLE : t : POSITION : [0,40,17] : VALUES : 11.2203381 <> 11.2203382",
        1,
      )
      .said(
        "`u` and `eta` agree now. What remains is `t`, in the last digit, only at a few points. These sit at the borders of MPI ranks.",
      )
      .prompt("halo? the 5+5 runs on 48 ranks and the 10 on 64, did you notice")
      .thought(
        "Different rank counts: global sum order. That explains last digit. Check for reductions in tracer.",
      )
      .called("Grep", { pattern: "MPI_Allreduce", path: "src" })
      .gave(
        "src/tracer.f90:212:  call MPI_Allreduce(loc, tot, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierr)\nsrc/main.f90:77:  call MPI_Allreduce(cfl, cflmax, 1, MPI_DOUBLE_PRECISION, MPI_MAX, comm, ierr)",
      )
      .said(
        "No, I hadn't noticed. The heat correction in `tracer.f90:212` sums over ranks with `MPI_SUM`, and floating-point sums depend on the order, so a different rank count changes the last bit. With 48 on both sides it should vanish.",
      )
      .ran(
        "sed -i 's/ntasks=64/ntasks=48/' jobs/basin_10d.sh && sbatch --account=oce0417 --qos=devel --wait jobs/pair.sh && nccmp -d out/b10/restart.nc out/b55/restart.nc && echo same",
        "same",
      )
      .said("Bit-identical after 10 days with the same rank count.")
      .prompt(
        "do we want independence of rank count as well? there's the reproducible-sum thing with the integers",
      )
      .said(
        "It can be done: convert to fixed-point in two 64-bit integers before the reduction (Hallberg and Adcroft), costs about 2 % here. But it changes results of the controls in the last bit, which clashes with what you said about published runs.",
      )
      .prompt("right. then no. document that rank count must match and thats it")
      .edited(
        "/home/mbauer/tarn/README.md",
        "## Restarts",
        "## Restarts\n\nA restarted run agrees bit for bit only with the same number of ranks.",
      )
      .compacted(
        "The user works on bit-identical restarts of the ocean model tarn (Fortran, MPI).\n\nDone:\n- `src/restart.f90` writes and reads the second time level (`u_b`, `v_b`, `eta_b`); older files fall back to the current level through `get_or`.\n- README says that the rank count must match.\n\nFindings:\n- On the login nodes the executable crashes with SIGILL since it is built with -xCORE-AVX512; only compute nodes can run it.\n- The user decided to freeze the namelist format until the paper is accepted.\n\nPending:\n- The user asked to tell Ingrid in Bergen before the file format of restarts changes, since her group reads these files with a script.\n- Regression test for restarts in CI is not written yet.",
      )
      .prompt("ok the test now. should run in ci on the gitlab runner, no queue there, 4 cores")
      .read(
        "/home/mbauer/tarn/.gitlab-ci.yml",
        "build:\n  script:\n    - make -j4 FC=mpif90 FLAGS='-O2 -mavx2'",
      )
      .wrote(
        "/home/mbauer/tarn/tests/restart_pair.sh",
        "#!/bin/sh\nset -e\nmpirun -n 4 ./tarn nml/pair_10.nml\nmpirun -n 4 ./tarn nml/pair_5a.nml\nmpirun -n 4 ./tarn nml/pair_5b.nml\nnccmp -d out/a/restart.nc out/b/restart.nc\n",
      )
      .ran(
        "sh tests/restart_pair.sh",
        "There are not enough slots available in the system to satisfy the 4 slots that were requested by the application",
        1,
      )
      .said("The container counts 2 physical cores as slots. `mpirun --oversubscribe` gets around it.")
      .edited("/home/mbauer/tarn/tests/restart_pair.sh", "mpirun -n 4", "mpirun --oversubscribe -n 4")
      .ran("sh tests/restart_pair.sh && echo ok", "ok")
      .prompt("how long")
      .ran("time sh tests/restart_pair.sh", "real\t1m52.310s")
      .said("1:52 on this machine.")
      .prompt("fine, but let me see it fail once. comment out u_b")
      .edited(
        "/home/mbauer/tarn/src/restart.f90",
        "  call put(nc, 'u_b', u_b)",
        "  ! call put(nc, 'u_b', u_b)",
      )
      .ran(
        "make -j4 && sh tests/restart_pair.sh",
        "DIFFER : VARIABLE : u : POSITION : [0,1,1] : VALUES : 0.0107211 <> 0.0107240",
        1,
      )
      .said("It fails as it should. Restoring the line.")
      .edited(
        "/home/mbauer/tarn/src/restart.f90",
        "  ! call put(nc, 'u_b', u_b)",
        "  call put(nc, 'u_b', u_b)",
      )
      .prompt(
        "great. and please, commit messages in this repo name the experiment they were tested with, e.g. [basin48]. we search by it",
      )
      .ran("git commit -qam '[basin48] Restart with both time levels' && git push", "main -> main")
      .said(
        "Pushed as `[basin48] Restart with both time levels`: restarts carry both time levels, old files are still read, and CI compares 10 days against 5 + 5.",
      )
      .prompt("thanks! will answer reviewer 2 now. any chance you write the paragraph")
      .said(
        "> We thank the reviewer for the careful check. Restart files now contain both time levels of the leapfrog scheme, and a test asserts that a restarted run equals a continuous one bit for bit.",
      )
      .prompt("perfect, a bit less grovelling but perfect");
  },
  keep: [
    { kind: ["command", "learning", "correction"], words: ["oce0417", "devel"] },
    { kind: ["fix", "learning"], words: ["write_restart|restart.f90", "leapfrog|forward Euler|time level"] },
    { kind: "decision", words: ["published control|both levels"] },
    { kind: ["learning", "fix"], words: ["rank count", "last bit|MPI_SUM|must match"] },
    { kind: ["learning", "summary"], words: ["SIGILL", "AVX512"] },
    { kind: ["decision", "summary"], words: ["freeze the namelist format"] },
    { kind: ["intention", "summary"], type: "prospective", words: ["Ingrid"] },
    { kind: "preference", type: "semantic", words: ["name the experiment"] },
    { kind: "outcome", words: ["both time levels", "restart.f90|CI|old files"] },
  ],
  may: [
    { kind: "decision", words: ["document that rank count must match"] },
    { kind: "command", words: ["oversubscribe"] },
    { kind: "fix", words: ["oversubscribe"] },
    { kind: "learning", words: ["Hallberg"] },
    { kind: "intention", words: ["Regression test for restarts"] },
    { kind: "learning", words: ["older files fall back"] },
    { kind: "intention", words: ["bit for bit"] },
    { kind: "fix", words: ["get_or"] },
  ],
  never: ["grovelling", "careful check", "1m52"],
});

export default session;
