/** How this program is started again. */
import type { SelfCommand } from "../engine/doctor/proofs.ts";

/** The running executable with the flags that keep it from reading the working directory's Bun and TypeScript settings. */
export const selfCommand = (): SelfCommand => ({
  executable: process.execPath,
  args: [
    "--config=/dev/null",
    "--no-env-file",
    "--no-install",
    "--tsconfig-override=/dev/null",
    process.argv[1] ?? Bun.main,
  ],
});
