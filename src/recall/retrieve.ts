/**
 * The one recall over records and memories: found by text together, above an absolute floor, ranked by what they are worth,
 * trimmed to a hard budget of tokens, in lanes. It changes nothing; what was really shown is for the caller to note.
 */
import { checkBudget, DEFAULT_BUDGET } from "./budget.ts";
import { type Composed, type Composition, compose } from "./compose.ts";
import { withDisputes } from "./disputed.ts";
import { type FindRequest, findItems } from "./find.ts";
import { idOf } from "./item.ts";

export interface RetrieveRequest
  extends Omit<FindRequest, "limit">,
    Pick<Composition, "maxChars" | "working" | "framed" | "render"> {
  /** Tokens of the whole text, headings included: 0 for nothing; 8,000 unless told. */
  readonly budget?: number;
  /** Items at most, 0–1,000; 20 unless told. */
  readonly limit?: number;
  /** What has to be told whatever the query, before what it is about. */
  readonly besides?: Composition["found"];
}

const LIMIT = 20;

/** @throws RecordError INPUT_ERROR for a budget that is none; StoreError */
export async function retrieve(request: RetrieveRequest): Promise<Composed> {
  const { budget = DEFAULT_BUDGET, limit = LIMIT, besides = [] } = request;
  checkBudget(budget);
  if (budget === 0) return compose({ ...request, found: [], budget });
  const first = new Set(besides.map(({ item }) => idOf(item)));
  const found = (await findItems({ ...request, limit })).filter(({ item }) => !first.has(idOf(item)));
  return compose({ ...request, found: [...besides, ...(await withDisputes(request, found))], budget });
}
