import { type LabelledSession, labelled } from "../../../session.ts";

/** A terse quant, wrong greeks and a surface that breaks; C++, CMake. */
const session: LabelledSession = labelled({
  name: "vol-surface-greeks",
  held: true,
  project: "/srv/dev/volcano",
  talk: (t) => {
    t.prompt("theta on 0dte book has wrong sign since this morning. find.")
      .ran(
        "git log --since=yesterday --oneline",
        "a81f2c0 greeks: theta by bump\n0d2be77 cal: 2027 holidays\n5c90aa1 bench: fix warmup",
      )
      .ran(
        "git show a81f2c0 --stat",
        " src/greeks/theta.cpp | 41 +++++++++++++++++++++++------------------\n src/greeks/theta.hpp |  4 ++--\n 2 files changed, 25 insertions(+), 20 deletions(-)",
      )
      .read(
        "/srv/dev/volcano/src/greeks/theta.cpp",
        `    31	double theta(const Pricer& p, const Option& o, const Market& m) {
    32	  const double now = p.price(o, m);
    33	  const double later = p.price(o, m.rolled(days{1}));
    34	  if (std::isnan(later)) throw PricingError("theta: past expiry");
    35	  return later - now;
    36	}`,
      )
      .said(
        "`a81f2c0` computes theta by rolling the market one day. For 0DTE the roll goes past expiry, `price` returns the payoff at an undefined spot, and the difference can come out positive. I'd roll by `min(1d, tau / 2)` and scale.",
      )
      .prompt(
        "no. nobody rolls half. desk convention: 0dte theta = intrinsic minus full premium, i.e. decay to the close. not scaled.",
      )
      .edited(
        "/srv/dev/volcano/src/greeks/theta.cpp",
        "  const double later = p.price(o, m.rolled(days{1}));",
        "  if (o.expires_today(m)) return intrinsic(o, m.spot) - now;\n  const double later = p.price(o, m.rolled(days{1}));",
      )
      .ran(
        "ninja -C build greeks_test",
        "FAILED: CMakeFiles/greeks.dir/src/greeks/theta.cpp.o\n../src/greeks/theta.cpp:33:9: error: no member named 'expires_today' in 'volc::Option'\n1 error generated.\nninja: build stopped: subcommand failed.",
        1,
      )
      .edited("/srv/dev/volcano/src/greeks/theta.cpp", "o.expires_today(m)", "m.same_session(o.expiry)")
      .ran(
        "ninja -C build greeks_test && ./build/greeks_test",
        "[3/3] Linking CXX executable greeks_test\n[==========] 58 tests ran. (211 ms total)\n[  PASSED  ] 58 tests.",
      )
      .said("0DTE theta is intrinsic minus premium now. 58 tests pass.")
      .prompt("kill the throw. nothing in the hot path throws, return codes. always.")
      .edited(
        "/srv/dev/volcano/src/greeks/theta.cpp",
        '  if (std::isnan(later)) throw PricingError("theta: past expiry");\n  return later - now;',
        "  if (std::isnan(later)) return std::unexpected(PriceErr::past_expiry);\n  return later - now;",
      )
      .said("`theta` returns `std::expected<double, PriceErr>`; five call sites adapted.")
      .prompt("bench")
      .ran(
        "./build/bench_greeks --benchmark_filter=theta",
        "-----------------------------------------------------\nBenchmark               Time             CPU   Iterations\n-----------------------------------------------------\nBM_theta/1            412 ns          411 ns      1702331\nBM_theta/4096     1690233 ns      1689100 ns          414",
      )
      .said("412 ns against 409 before. Within noise.")
      .prompt(
        `next. SPX dec wing.

09:31:02.114 WARN  svi slice=2026-12-18 rmse=0.0412 a=-0.031 b=0.49 rho=-0.9999 m=0.21 s=0.011
09:31:02.115 ERROR svi slice=2026-12-18 butterfly arb k=1.42 g=-0.18
09:31:02.115 INFO  surface fallback=yesterday slices=1
09:31:02.331 INFO  hb ok seq=991823`,
      )
      .thought("rho at the bound: the fit is dominated by something in the wing. Check the input quotes.")
      .called("Grep", { pattern: "struct Quote", output_mode: "content" })
      .gave("src/md/quote.hpp:12:struct Quote {")
      .ran(
        "./build/dump_slice --under SPX --expiry 2026-12-18 | tail -5",
        "k      bid    ask    mid    iv\n1.31   0.05   0.15   0.10   0.171\n1.36   0.00   0.10   0.05   0.189\n1.42   0.00   2.40   1.20   0.402\n1.47   0.00   2.40   1.20   0.431",
      )
      .said(
        "Root cause: `collect_quotes` in `src/surface/svi_calib.cpp` takes mids of quotes with a zero bid. At k=1.42 that is a stub of 0 against 2.40, mid 1.20, 40 vol, and it drags rho to its bound. Fix: skip zero-bid quotes, and those wider than 3x the median spread.",
      )
      .edited(
        "/srv/dev/volcano/src/surface/svi_calib.cpp",
        "out.push_back(q);",
        "if (q.bid > 0 && q.spread() < 3 * med) out.push_back(q);",
      )
      .ran(
        "./build/calib --under SPX --expiry 2026-12-18",
        "svi slice=2026-12-18 rmse=0.0031 a=0.004 b=0.11 rho=-0.71 m=0.05 s=0.09\narb: none",
      )
      .said("rmse 0.0412 → 0.0031, no arbitrage.")
      .prompt("would ssvi not give that for free")
      .said(
        "It gives absence of calendar and butterfly arbitrage by construction, with three global parameters and one per slice. The price is the fit: on this morning's chain SSVI has rmse 0.009 on SPX and 0.024 on TSLA.",
      )
      .prompt("exactly. raw svi stays, ssvi is too stiff for single names. weight by vega.")
      .edited(
        "/srv/dev/volcano/src/surface/svi_calib.cpp",
        "const double w = 1.0;",
        "const double w = q.vega;",
      )
      .said("Residuals are weighted by vega.")
      .prompt("regression")
      .ran(
        "ctest --test-dir build -L regression",
        "    Start 71: regression_eod\n1/1 Test #71: regression_eod ...................***Failed    0.02 sec\nopen golden/2026-02-27/manifest: No such file or directory\n0% tests passed, 1 tests failed out of 1",
        1,
      )
      .ran(
        "cat tools/README | grep -i -A3 golden",
        "Golden files are not in git. tools/fetch_golden.sh <date> copies them from\nthe archive; point VOLC_GOLDEN at the copy.",
      )
      .ran(
        "tools/fetch_golden.sh 2026-02-27 /tmp/golden && VOLC_GOLDEN=/tmp/golden ctest --test-dir build -L regression",
        "1/1 Test #71: regression_eod ...................***Failed   84.10 sec\n3 diffs in 41208 rows\n  SPX 261218C8800 iv 0.402 -> 0.166\n  SPX 261218C9100 iv 0.431 -> 0.172\n  KOSPI2 260312P310 price nan -> 0",
        1,
      )
      .said(
        "It runs with the golden files fetched first. Three diffs: two are the SPX wing, expected. The third one isn't: KOSPI2 used to be NaN (no forward that day) and is 0 now.",
      )
      .prompt("0 is worse than nan. why")
      .ran("git diff origin/main -- CMakeLists.txt src/CMakeLists.txt", "")
      .ran(
        "git log -3 --format='%h %an %s' -- cmake/flags.cmake",
        "91be0cc Tobias Lenz flags: fast-math for fft\n02ac771 Ana Duarte flags: lto",
      )
      .ran("grep -n fast-math cmake/flags.cmake", "14:add_compile_options(-O3 -march=native -ffast-math)")
      .said(
        "Since `91be0cc` everything is built with `-ffast-math`, set globally in `cmake/flags.cmake`. It implies `-ffinite-math-only`, so the compiler folds `std::isnan` to false and the guard for a missing forward is gone. My change only touched the same path.",
      )
      .prompt("fft target only. and static_assert it everywhere else.")
      .edited("/srv/dev/volcano/cmake/flags.cmake", "-march=native -ffast-math", "-march=native")
      .edited(
        "/srv/dev/volcano/src/fft/CMakeLists.txt",
        "add_library(fft",
        "set_source_files_properties(fft.cpp PROPERTIES COMPILE_OPTIONS -ffast-math)\nadd_library(fft",
      )
      .edited(
        "/srv/dev/volcano/src/core/config.hpp",
        "#pragma once",
        '#pragma once\n#ifdef __FAST_MATH__\n#error "fast-math outside of fft"\n#endif',
      )
      .ran(
        "ninja -C build && VOLC_GOLDEN=/tmp/golden ctest --test-dir build -L regression",
        "[212/212] Linking CXX executable volcano\n2 diffs in 41208 rows",
      )
      .said(
        "Only the two expected diffs are left. It's an `#error` on `__FAST_MATH__` in `core/config.hpp` rather than a static_assert, because the preprocessor is the only place where the flag shows.",
      )
      .prompt("ok. risk whines about 40G at startup. look, 5 min")
      .ran(
        "grep -E 'Vm(Size|RSS|HWM)|Huge' /proc/$(pgrep -o volcano)/status",
        "VmHWM:	 6120340 kB\nVmSize:	42011876 kB\nVmRSS:	 5902112 kB\nHugetlbPages:	       0 kB",
      )
      .said("The correlation matrix is the culprit: 60k by 60k doubles is 28 GB.")
      .prompt("its sparse. has been for 2 yrs. look again")
      .ran(
        "pmap -x $(pgrep -o volcano) | sort -k2n | tail -2",
        "00007f1c00000000 34359738 1048576 1048576 rw---   [ anon ]\ntotal            42011876 5902112",
      )
      .called("Grep", { pattern: "mmap\\(", output_mode: "content" })
      .gave(
        "src/core/arena.cpp:29:  base_ = ::mmap(nullptr, kReserve /* 32 GiB */, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);",
      )
      .said(
        "You're right, I was wrong. `Arena` in `core/arena.cpp` reserves 32 GiB of address space up front and commits pages on use; resident memory is 5.9 GB. What risk sees is virtual size.",
      )
      .prompt("good. ill tell them to read rss.")
      .prompt("american w/ discrete divs. still escrowed?")
      .called("Grep", { pattern: "escrow", output_mode: "content", "-i": true })
      .gave("src/pricers/div_model.cpp:88:  // escrowed dividend: spot less PV of divs up to expiry")
      .said("Yes, `div_model.cpp:88`.")
      .prompt("must become spot with jumps before q2 div season. VOL-2291. not today")
      .said("Left as is.")
      .prompt("commit. one per topic")
      .ran(
        "git commit -qm 'theta: decay to the close on expiry day' -- src/greeks && git commit -qm 'svi: leave out zero-bid quotes, weigh by vega' -- src/surface && git commit -qm 'fast-math for fft only' -- cmake src/fft src/core && git log --oneline -3",
        "e71c001 fast-math for fft only\nb0a41f2 svi: leave out zero-bid quotes, weigh by vega\n4d8822a theta: decay to the close on expiry day",
      )
      .said("Three commits.")
      .prompt("uat only. prod frozen till thu")
      .ran("./deploy.sh uat", "volcano e71c001 -> uat1 uat2  ok")
      .said("On uat1 and uat2.");
  },
  keep: [
    { kind: ["correction", "learning"], type: "semantic", words: ["desk convention"] },
    { kind: "preference", type: "semantic", words: ["nothing in the hot path throws"] },
    { kind: "fix", words: ["zero bid|zero-bid", "svi_calib.cpp"] },
    { kind: "decision", words: ["too stiff for single names"] },
    { kind: "command", words: ["tools/fetch_golden.sh", "VOLC_GOLDEN="] },
    { kind: "fix", words: ["-ffast-math", "isnan|flags.cmake"] },
    { kind: ["learning", "fix"], words: ["32 GiB", "arena.cpp"] },
    { kind: "intention", type: "prospective", words: ["spot with jumps"] },
  ],
  may: [
    { kind: ["fix", "learning"], words: ["past expiry|a81f2c0"] },
    { kind: "decision", words: ["fft target only"] },
    { kind: "decision", words: ["#error"] },
    { kind: ["intention", "learning"], words: ["prod frozen"] },
    { kind: ["learning", "decision"], words: ["weight by vega|weighted by vega"] },
    { kind: "learning", words: ["SSVI has rmse"] },
    { kind: ["learning", "preference"], words: ["0 is worse than nan"] },
    { kind: ["preference"], words: ["one per topic"] },
    { kind: ["correction", "learning"], words: ["its sparse"] },
  ],
  never: ["matrix is the culprit", "Within noise", "min(1d, tau / 2)", "hb ok"],
});

export default session;
