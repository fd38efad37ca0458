/** What a tool call means to write, as far as its input tells. */
export type IntendedWrite =
  | {
      kind: "path";
      /** Absolute; `..` and links are still in it. */
      path: string;
      /** Whether everything below it goes with it: removed, moved or replaced. */
      tree: boolean;
    }
  | {
      /** Like `path`, with the wildcards of `wildcards.ts` in it. */
      kind: "glob";
      path: string;
      tree: boolean;
    }
  | {
      /** The end of a path whose beginning cannot be told, from its first slash on. */
      kind: "suffix";
      path: string;
    }
  | {
      /** Code that writes somewhere: only its words can tell where. */
      kind: "text";
      text: string;
      /** Absolute folder that it runs in. */
      cwd: string;
    };
