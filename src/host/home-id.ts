/**
 * Which home this is, where a database serves several: what is done for one, with files that only it has, is its own. Machines
 * that share a home folder share its id.
 */
import { linkSync, unlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { HostPaths } from "./paths.ts";
import { ownFolder, writeFresh } from "./private-files.ts";
import { shortHash } from "./project.ts";
import { isThere, mapFile } from "./quick-fs.ts";

const ID = /^[0-9a-f]{16}$/;
/** More than the file ever holds. */
const FILE_MAX = 64;

export const homeFile = ({ data }: Pick<HostPaths, "data">): string => join(data, "home-id");

/**
 * 16 hex digits, made at random the first time and kept beside the database that would be there. Where nothing can be kept,
 * the machine's name and the folder's have to do: homes that are thrown away may then be taken for each other.
 */
export function homeId(paths: Pick<HostPaths, "data">): string {
  return read(paths) ?? make(paths) ?? shortHash(`${hostname()}\n${paths.data}`);
}

function read(paths: Pick<HostPaths, "data">): string | undefined {
  const path = homeFile(paths);
  const bytes = isThere(path) ? mapFile(path, FILE_MAX) : undefined;
  const said = bytes && new TextDecoder().decode(bytes).trim();
  return said !== undefined && ID.test(said) ? said : undefined;
}

/** Of several that make it at once one does, and the file is whole as soon as it is there. */
function make(paths: Pick<HostPaths, "data">): string | undefined {
  const path = homeFile(paths);
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex");
  const fresh = `${path}.${random}`;
  try {
    ownFolder(paths.data);
    writeFresh(fresh, `${random}\n`);
    try {
      // What is there and says nothing is of no use to anyone.
      if (isThere(path) && read(paths) === undefined) unlinkSync(path);
      linkSync(fresh, path);
    } finally {
      unlinkSync(fresh);
    }
  } catch {
    // another was first, or nothing can be kept here
  }
  return read(paths);
}
