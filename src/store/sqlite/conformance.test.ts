import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeConformance } from "../conformance.ts";
import { killedConformance } from "../killed-conformance.ts";
import { memoryConformance } from "../memory-conformance.ts";
import type { Store } from "../port.ts";
import { openSqliteStore } from "./open.ts";

const dir = mkdtempSync(join(tmpdir(), "recollect-conformance-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

let count = 0;
const path = (): string => join(dir, `${count}.db`);

const open = async (): Promise<Store> => {
  count += 1;
  return openSqliteStore({ path: path() });
};

storeConformance({
  name: "SQLite",
  open,
  reopen: async () => openSqliteStore({ path: path() }),
});

memoryConformance({ name: "SQLite", open });

killedConformance({ name: "SQLite", open: async () => ({ store: await open(), where: path() }) });
