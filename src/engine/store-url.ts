/** Where the database is, if it is not the file on this machine. */
import type { Config } from "../config/types.ts";
import type { Host } from "./events.ts";

/** The environment's address, or the user's own setting. */
export const storeUrl = ({ host, config }: { host: Host; config: Config }): string | undefined =>
  host.env.RECOLLECT_DATABASE_URL || config.store.url;
