import { type LabelledSession, labelled } from "../../../session.ts";

/** Forecasting the load of heat pumps for an energy start-up of three: polars, DuckDB and LightGBM; compacted once. */
const session: LabelledSession = labelled({
  name: "heatpump-load-forecast",
  project: "/home/anya/warmgrid",
  talk: (t) => {
    t.prompt("forecast job died last night again, dmitri is asking. look at the log in s3 or wherever")
      .ran(
        "aws s3 cp s3://warmgrid-ops/logs/forecast/2026-11-20.log - | tail -6",
        'Traceback (most recent call last):\n  File "/app/warmgrid/features.py", line 88, in build\n    df = meters.join(weather, on="ts", how="left", validate="m:1")\npolars.exceptions.ComputeError: join keys did not fulfill m:1 validation',
      )
      .said("The join of meters with weather finds duplicate timestamps on the weather side. I'll see which.")
      .ran(
        "duckdb -c \"select ts, count(*) n from 's3://warmgrid-raw/weather/2026-11-2*.parquet' group by ts having n > 1 limit 4\"",
        "┌─────────────────────┬───┐\n│         ts          │ n │\n├─────────────────────┼───┤\n│ 2026-11-20 06:00:00 │ 2 │\n│ 2026-11-20 07:00:00 │ 2 │\n└─────────────────────┴───┘",
      )
      .said(
        "Root cause: the weather provider's 06 UTC run now overlaps the 00 UTC run, so hours appear twice with different `issued_at`. In `features.py` I'll keep only the latest `issued_at` per hour.",
      )
      .edited(
        "/home/anya/warmgrid/warmgrid/features.py",
        'df = meters.join(weather, on="ts"',
        'weather = weather.sort("issued_at").unique("ts", keep="last")\n    df = meters.join(weather, on="ts"',
      )
      .ran("uv run pytest -q tests/test_features.py", "....... [100%]\n7 passed in 2.01s")
      .prompt(
        "hold on. latest issued is cheating no? in backtests we would use forecasts that didnt exist yet",
      )
      .said(
        "You're right, I missed that. In a backtest only runs issued before the forecast's origin may be used, otherwise the features see the future.",
      )
      .prompt(
        "yes so filter issued_at <= origin always. live too. it's the one rule here, nothing from after the origin, ever",
      )
      .edited(
        "/home/anya/warmgrid/warmgrid/features.py",
        'weather = weather.sort("issued_at")',
        'weather = weather.filter(pl.col("issued_at") <= origin).sort("issued_at")',
      )
      .ran("uv run pytest -q", "............................ [100%]\n58 passed in 19.40s")
      .said("The filter is in, with a test that a later run is ignored; 58 pass.")
      .prompt("great rerun last night's")
      .ran("uv run warmgrid forecast --date 2026-11-20", "Error: WG_SITE_KEY is not set", 1)
      .ran(
        "uv run --env-file .env.ops warmgrid forecast --date 2026-11-20",
        "sites=412 horizon=48h written=s3://warmgrid-out/2026-11-20.parquet",
      )
      .said(
        "Rerun for all 412 sites. By hand it needs `uv run --env-file .env.ops warmgrid forecast --date …`, since `.env` has no site key.",
      )
      .prompt("ok told dmitri. now mape is awful for the small sites, like 80%? why")
      .ran(
        'uv run python -c "from warmgrid.report import by_size; print(by_size())"',
        "shape: (3, 3)\n┌────────┬───────┬───────┐\n│ size   ┆ mape  ┆ mae   │\n╞════════╪═══════╪═══════╡\n│ small  ┆ 0.81  ┆ 0.42  │\n│ medium ┆ 0.17  ┆ 1.10  │\n│ large  ┆ 0.09  ┆ 3.87  │\n└────────┴───────┴───────┘",
      )
      .said(
        "MAPE explodes when the load is near zero, which small sites are for half the summer. MAE is only 0.42 kW there. Pinball loss or a scaled error would be fairer.",
      )
      .prompt("mm could use wape. or mase. the customer contract says mape though, ugh. lets think")
      .prompt(
        "ok: internally wape, and for the customer mape only over hours above 1kw, legal already agreed to that wording with Enwo",
      )
      .edited(
        "/home/anya/warmgrid/warmgrid/report.py",
        "mape = (err / y).abs().mean()",
        "wape = err.abs().sum() / y.sum()\nmape = (err / y).filter(y > 1.0).abs().mean()",
      )
      .said("`report.py` gives WAPE for us and MAPE above 1 kW for Enwo.")
      .compacted(
        "1. Primary request: repair the nightly forecast job and understand the errors of small sites.\n2. Done: weather duplicates handled in features.py; report.py has WAPE and the contractual MAPE.\n3. Findings:\n   - Meter timestamps are the END of the quarter hour, weather timestamps are the START; features.py shifts meters by 15 minutes.\n   - Sites from the Lodz rollout report in Wh instead of kWh until firmware 2.3.\n   - LightGBM was kept over the transformer because training all sites takes 4 minutes instead of 3 hours.\n4. Pending:\n   - Holidays of Slovakia are missing from the calendar feature; to be added before the Bratislava pilot in January.\n5. Current: looking at the DST night of October.",
      )
      .prompt("so the dst night")
      .ran("uv run python -c \"from warmgrid.report import day; print(day('2026-10-25').height)\"", "100")
      .said(
        "100 quarter hours, as it should be on the 25-hour day. The night is complete; the error there comes from one site, 0387.",
      )
      .prompt("0387 is the bakery, ignore")
      .said("Leaving it.")
      .prompt("can u try adding wind as a feature real quick, marek swears it matters")
      .edited(
        "/home/anya/warmgrid/warmgrid/features.py",
        'FEATURES = ["temp", "hour", "dow"]',
        'FEATURES = ["temp", "wind", "hour", "dow"]',
      )
      .ran("uv run warmgrid backtest --weeks 8", "wape=0.1312 (was 0.1318)")
      .said("WAPE goes from 0.1318 to 0.1312 over eight weeks, which is within the noise of reruns.")
      .prompt("lol sorry marek. revert")
      .ran("git checkout warmgrid/features.py", "Updated 1 path from the index", 0)
      .thought("Careful: features.py had uncommitted changes? The fix was committed? Check.")
      .ran(
        "git diff HEAD~1 --stat; git log --oneline | head -2",
        " warmgrid/report.py | 6 ++++--\n4b1d8fe Weather: latest run before the origin\n9a77c02 Bump polars",
      )
      .said("Reverted; the fix of `features.py` was committed before, so it's still there.")
      .prompt(
        "and pls plots always with local time on the x axis not utc, the ops ppl misread the last ones and turned a boiler off 💀",
      )
      .edited(
        "/home/anya/warmgrid/warmgrid/plots.py",
        "ax.plot(df.ts, df.y)",
        'ax.plot(df.ts.dt.convert_time_zone("Europe/Warsaw"), df.y)',
      )
      .said("Plots are in Europe/Warsaw now, storage stays UTC.")
      .prompt("whats a pinball loss btw")
      .said(
        "A loss for quantiles: it punishes under- and overshooting with different weights, so minimising it gives e.g. the 90th percentile.",
      )
      .prompt("ah cool. might want p90 for the grid ppl eventually. not now")
      .prompt("push, done for today")
      .ran(
        "git commit -qam 'WAPE, contractual MAPE, local time in plots' && git push",
        "4b1d8fe..c2209aa  main -> main",
      )
      .said("Pushed.");
  },
  keep: [
    { kind: "fix", words: ["issued_at|m:1", "features.py"] },
    {
      kind: ["correction", "preference", "decision"],
      words: ["nothing from after the origin|issued_at <= origin|didnt exist yet"],
    },
    { kind: ["command", "learning"], words: ["--env-file .env.ops"] },
    { kind: ["decision", "learning"], words: ["internally wape", "above 1kw"] },
    { kind: ["learning", "summary"], words: ["END of the quarter hour"] },
    { kind: ["learning", "summary"], words: ["Wh instead of kWh"] },
    { kind: ["decision", "summary"], words: ["LightGBM", "transformer"] },
    { kind: ["intention", "summary"], type: "prospective", words: ["Slovakia"] },
    { kind: "preference", type: "semantic", words: ["local time on the x axis"] },
  ],
  may: [
    { kind: ["learning"], words: ["MAPE explodes"] },
    { kind: ["learning", "decision"], words: ["0.1318|sorry marek"] },
    { kind: ["intention"], words: ["p90"] },
    { kind: ["learning"], words: ["bakery"] },
    { kind: ["decision", "learning"], words: ["storage stays UTC"] },
    { kind: ["learning", "decision", "outcome"], words: ["`report.py` gives WAPE"] },
    { kind: ["outcome", "summary"], words: ["weather duplicates handled"] },
    { kind: ["correction", "learning"], words: ["features see the future"] },
  ],
  never: [
    "dmitri is asking",
    "lets think",

    "punishes under",
    "marek swears",
    "Pinball loss or a scaled",
  ],
});

export default session;
