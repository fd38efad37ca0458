/** What was refused because it held a credential: how often, and of what kind the last one was. The texts are nowhere. */
import { CREDENTIAL_REFUSED } from "../../consolidate/remember.ts";
import type { Store } from "../../store/port.ts";

export interface RefusedCredentials {
  /** Of the last hundred refusals of the project. */
  readonly count: number;
  readonly last?: { readonly kind: string; readonly at: string };
}

export async function refusedCredentials(
  { memories }: Pick<Store, "memories">,
  project: string,
): Promise<RefusedCredentials> {
  const kept = (await memories.refusals(project)).flatMap(({ reason, at }) => {
    const kind = CREDENTIAL_REFUSED.exec(reason)?.[1];
    return kind === undefined ? [] : [{ kind, at }];
  });
  const [last] = kept;
  return { count: kept.length, ...(last ? { last } : {}) };
}
