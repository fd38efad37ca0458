/** Writes the JSON Schema files of records, for editors: `npm run schemas`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonSchemas } from "../src/record/schema.ts";

const folder = join(import.meta.dir, "..", "schemas");
mkdirSync(folder, { recursive: true });
for (const [name, schema] of jsonSchemas()) {
  writeFileSync(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
  console.log(`schemas/${name}`);
}
