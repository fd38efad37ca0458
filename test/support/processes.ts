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

/** Looks that have to find none: while a process becomes another program its environment cannot be seen. */
const LOOKS = 10;

/** Waits until none of them is left. Throws when that takes longer than half a minute. */
export async function allGone(home: string): Promise<void> {
  const late = Date.now() + 30_000;
  for (let unseen = 0; unseen < LOOKS; ) {
    const left = processesOf(home);
    if (left.length > 0 && Date.now() > late) throw new Error(`still running: ${left.join(", ")}`);
    unseen = left.length > 0 ? 0 : unseen + 1;
    await Bun.sleep(10);
  }
}
