// Writes the configuration's JSON Schema for editors and the reference table of its documentation.
import { readFileSync, writeFileSync } from "node:fs";
import { configJsonSchema, configReference } from "../src/config/schema.ts";

const file = (path: string): URL => new URL(`../${path}`, import.meta.url);

writeFileSync(file("schemas/memory-config.schema.json"), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);

const page = readFileSync(file("docs/configuration.md"), "utf8");
writeFileSync(
  file("docs/configuration.md"),
  page.replace(
    /(<!-- keys: begin -->\n)[\s\S]*(\n<!-- keys: end -->)/,
    (_, begin, end) => `${begin}${configReference()}${end}`,
  ),
);
