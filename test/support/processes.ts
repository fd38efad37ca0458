/** Processes of this machine, found by their environment (Linux). */
import { readdirSync, readFileSync } from "node:fs";

/** Ids of the processes whose home folder this is. */
export const processesOf = (home: string): string[] =>
  readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`HOME=${home}`);
    } catch {
      return false;
    }
  });

/** Waits until none of them is left. Throws when that takes longer than half a minute. */
export async function allGone(home: string): Promise<void> {
  const late = Date.now() + 30_000;
  for (let left = processesOf(home); left.length > 0; left = processesOf(home)) {
    if (Date.now() > late) throw new Error(`still running: ${left.join(", ")}`);
    await Bun.sleep(10);
  }
}
