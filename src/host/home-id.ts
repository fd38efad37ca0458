/**
 * Which home this is, where a database serves several: what is done for one, with files that only it has, is its own. Machines
 * that share a home folder share its id.
 */
import { hostname } from "node:os";
import { join } from "node:path";
import { keptRandom } from "./kept-random.ts";
import type { HostPaths } from "./paths.ts";
import { shortHash } from "./project.ts";

const NAME = "home-id";

export const homeFile = ({ data }: Pick<HostPaths, "data">): string => join(data, NAME);

/**
 * 16 hex digits, made at random the first time and kept beside the database that would be there. Where nothing can be kept,
 * the machine's name and the folder's have to do: homes that are thrown away may then be taken for each other.
 */
export const homeId = ({ data }: Pick<HostPaths, "data">): string =>
  keptRandom(data, NAME) ?? shortHash(`${hostname()}\n${data}`);
