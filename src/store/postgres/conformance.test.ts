import { describe } from "bun:test";
import { canServe, sharedPostgres } from "../../../test/support/postgres.ts";
import { storeConformance } from "../conformance.ts";
import { killedConformance } from "../killed-conformance.ts";
import { memoryConformance } from "../memory-conformance.ts";
import type { Store } from "../port.ts";
import { openPostgresStore } from "./open-postgres.ts";

describe.skipIf(!canServe())("a real server", () => {
  let url = "";
  const open = async (): Promise<Store> => {
    url = (await sharedPostgres()).freshUrl();
    return openPostgresStore({ url });
  };
  storeConformance({ name: "PostgreSQL", open, reopen: () => openPostgresStore({ url }) });
  memoryConformance({ name: "PostgreSQL", open });
  killedConformance({ name: "PostgreSQL", open: async () => ({ store: await open(), where: url }) });
});
