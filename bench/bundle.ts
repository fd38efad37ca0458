/** What the hooks that someone waits for weigh: the bytes of code that such a process loads. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, HOT_EVENTS } from "../scripts/bundle.ts";

/** Bytes by hook, of bundles built for the purpose. */
export async function loadedBytes(): Promise<Map<string, number>> {
  const outdir = mkdtempSync(join(tmpdir(), "recollect-bench-bundle-"));
  try {
    const { hooks } = await bundle(outdir);
    return new Map(HOT_EVENTS.map((event) => [`the ${event} hook`, hooks.get(event)?.bytes ?? Number.NaN]));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
