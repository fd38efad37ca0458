/** Random digits that are made once and then stay, in a file of the user's own. */
import { linkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { ownFolder, writeFresh } from "./private-files.ts";
import { isThere, mapFile } from "./quick-fs.ts";

const DIGITS = /^[0-9a-f]{16}$/;
/** More than the file ever holds. */
const FILE_MAX = 64;

/** 16 hex digits, the same with each call from any process; undefined where nothing can be kept in the folder. */
export const keptRandom = (folder: string, name: string): string | undefined =>
  read(join(folder, name)) ?? make(folder, name);

function read(path: string): string | undefined {
  const bytes = isThere(path) ? mapFile(path, FILE_MAX) : undefined;
  const said = bytes && new TextDecoder().decode(bytes).trim();
  return said !== undefined && DIGITS.test(said) ? said : undefined;
}

/** Of several that make it at once one does, and the file is whole as soon as it is there. */
function make(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex");
  const fresh = `${path}.${random}`;
  try {
    ownFolder(folder);
    writeFresh(fresh, `${random}\n`);
    try {
      // What is there and says nothing is of no use to anyone.
      if (isThere(path) && read(path) === undefined) unlinkSync(path);
      linkSync(fresh, path);
    } finally {
      unlinkSync(fresh);
    }
  } catch {
    // another was first, or nothing can be kept here
  }
  return read(path);
}
