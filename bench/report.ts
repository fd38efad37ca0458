/** What a bench found, held against its limits: printed as lines, or as JSON with `--json`; `--check` makes a miss an error. */

export interface Row {
  readonly what: string;
  /** Measured value with its unit, ready to print. */
  readonly measured: string;
  readonly value: number;
  readonly limit: number;
  readonly detail: string;
}

/** @param how how it was measured, for the last line */
export function report(rows: readonly Row[], how: string): void {
  const passed = rows.filter(({ value, limit }) => value <= limit).length;
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify(rows, null, 2));
  } else {
    const width = Math.max(...rows.map(({ what }) => what.length));
    for (const { what, measured, value, limit, detail } of rows) {
      const verdict = value <= limit ? "ok  " : "OVER";
      console.log(`${verdict} ${what.padEnd(width)}  ${measured.padStart(8)}  (limit ${limit})  ${detail}`);
    }
    console.log(`\n${passed} of ${rows.length} within their limits; ${how}`);
  }
  if (process.argv.includes("--check") && passed < rows.length) process.exit(1);
}
