/** What the hot entry weighs: the bytes of code that a hook process loads. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, HOT_EVENTS, loadedBy } from "../scripts/bundle.ts";

/** Bytes by event, of a bundle built for the purpose. */
export async function loadedBytes(): Promise<Map<string, number>> {
  const outdir = mkdtempSync(join(tmpdir(), "recollect-bench-bundle-"));
  try {
    const built = await bundle(outdir);
    return new Map(
      Object.entries(HOT_EVENTS).map(([event, sources]) => [
        `the ${event} hook`,
        loadedBy(built, sources).reduce((sum, { bytes }) => sum + bytes, 0),
      ]),
    );
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
