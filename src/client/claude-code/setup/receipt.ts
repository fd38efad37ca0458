/** What install did on this machine. Kept beside the installation, read by uninstall and by a later install. */
import { readFileSync } from "node:fs";

export interface Receipt {
  version: string;
  /** Our folder as it was registered. */
  marketplace: string;
  /** Top-level keys that install made in the person's settings to hold its entries. */
  createdKeys: string[];
  /** Files of Claude Code that did not exist before. */
  createdFiles: string[];
  /** Whether the command in the person's shell folder is ours. */
  command?: string;
  /** What install gave the client for its status line. */
  statusLine?: string;
}

export const emptyReceipt = (version: string, marketplace: string): Receipt => ({
  version,
  marketplace,
  createdKeys: [],
  createdFiles: [],
});

/** The receipt in a file; undefined where there is none or it cannot be understood. */
export function readReceipt(file: string): Receipt | undefined {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Partial<Receipt> | null;
    if (typeof value?.version !== "string" || typeof value.marketplace !== "string") return undefined;
    return {
      version: value.version,
      marketplace: value.marketplace,
      createdKeys: texts(value.createdKeys),
      createdFiles: texts(value.createdFiles),
      ...(isText(value.command) ? { command: value.command } : {}),
      ...(isText(value.statusLine) ? { statusLine: value.statusLine } : {}),
    };
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === "string";

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);
