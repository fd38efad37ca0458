/** A session written by hand, and what of it should be kept: the set that capture is measured with. */
import type { ObservationKind } from "../../src/capture/observation.ts";
import type { MemoryType } from "../../src/memory/types.ts";
import { type Transcript, transcript } from "../../test/support/transcript.ts";

/** Something that should be kept. */
export interface Wanted {
  /** What it is; the first is the category that it counts for, any of them is right. */
  readonly kind: ObservationKind | readonly ObservationKind[];
  /** Any of these types is right; any at all where none is named. */
  readonly type?: MemoryType | readonly MemoryType[];
  /** Each has to be in what is kept, case aside; `a|b` is either. */
  readonly words: readonly string[];
  /** From and to, 1–10. */
  readonly importance?: readonly [number, number];
}

export interface LabelledSession {
  readonly name: string;
  /** Held out: no rule was fitted to it. */
  readonly held: boolean;
  readonly project: string;
  readonly main: Transcript;
  /** What subagents did, by id. */
  readonly agents: ReadonlyMap<string, Transcript>;
  readonly keep: readonly Wanted[];
  /** Neither wanted nor noise: reasonable people differ. */
  readonly may: readonly Wanted[];
  /** May stand in nothing that is kept. */
  readonly never: readonly string[];
}

export interface Script {
  readonly name: string;
  readonly held?: true;
  readonly project: string;
  readonly talk: (t: Transcript) => void;
  readonly agents?: { readonly [id: string]: (t: Transcript) => void };
  readonly keep?: readonly Wanted[];
  readonly may?: readonly Wanted[];
  readonly never?: readonly string[];
}

export function labelled({ name, held, project, talk, agents, keep, may, never }: Script): LabelledSession {
  const begun = (agent?: string): Transcript =>
    transcript({
      session: name,
      cwd: project,
      began: "2026-03-02T09:00:00Z",
      seed: agent ?? name,
      ...(agent === undefined ? {} : { agent }),
    });
  const main = begun();
  talk(main);
  const others = Object.entries(agents ?? {}).map(([id, play]): [string, Transcript] => {
    const own = begun(id);
    play(own);
    return [id, own];
  });
  return {
    name,
    held: held === true,
    project,
    main,
    agents: new Map(others),
    keep: keep ?? [],
    may: may ?? [],
    never: never ?? [],
  };
}
