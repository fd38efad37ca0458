/** Makes the record files' own modules, and the one that writes files in one step, use the counting `node:fs`; see `counted-fs.ts`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { plugin } from "bun";

const counted = JSON.stringify(join(import.meta.dir, "counted-fs.ts"));

plugin({
  name: "counted-fs",
  setup(build) {
    build.onLoad(
      { filter: /[\\/]src[\\/](?:store[\\/]files[\\/][a-z-]+|host[\\/]atomic)\.ts$/ },
      ({ path }) => ({
        loader: "ts",
        contents: readFileSync(path, "utf8").replaceAll('"node:fs"', counted),
      }),
    );
  },
});
