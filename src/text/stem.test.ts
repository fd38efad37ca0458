import { expect, test } from "bun:test";
// @ts-expect-error -- the package has no types
import wink from "wink-porter2-stemmer";
import { stem } from "./stem.ts";

const WORDS =
  `ability abruptly accessed accesses accuracy activate adjustable administration agreed allowance analogously
analyses apologies applied archived arguments arsenal asynchronously authentication authorization backups baking batches
beautiful biases boundaries building bundled caching callable candies capabilities carefully categories cats changed cities
classification commits communication communities compatibility compilation conditional configuration congratulations
connectivity consistency consolidated constraints containers controlling cries databases debugging decidedly decisions
decoupled defensible definitely dependencies deployed deprecated deserialization differently digitizer discovered
dying earring easily editing effectively efficiency electricity embeddings enabling endpoints engineered errors eventually
exceed exceptional expired explicitly exponentially exporting failing falling feudalism files finalized flakiness flags
flying formality formalize formative frequently fully generalization generically geology goodness gradually happily hashes hidden
historical hopefulness hopping hoping idempotency identifiers idly illnesses immutable importance incremental indexing inferred
inning installation integration internationalization interruptible invoices irritant iterator keyed knightly
latency lazily libraries likely limited locked logging lookups luxuriated lying mapped matting mechanisms memoized merging
migrations misconfigured mocked modules monitoring mutable naming nationality negotiated nested news normally notifications
nullable numerically observability occurred offering only operational operator optimization optionally organization
oscillators paginated parallelism parsing partially patches pending permissions pipelines plied policies polling poorly possibly
predication prefixed preferences proceed processes profiling properly queries quickly radically rational rebuilt
recursively refactoring referenced registries relational releases reliability replacement repositories requested
resolutions responsiveness retries reversible revival rolled sanitized scheduling schemas sensibility sensitivity serialized
sensitiveness sessions singly sized skies skis slowly stable stably statically statuses strategies stressed subscriptions
succeed successfully synchronization tables tanned tested throttling ties timeouts tokens tracing transactional triggered
triplicate truly tying types ugly unavailable unchanged unification unstable updated usability usages usefully users validation
vaguely variables verification versions vietnamization virtual visibly waiting walked warnings weekly windows wordiness workflows
wrapped writing yearly yes youth`.split(/\s+/);

test("stems agree with the reference implementation", () => {
  expect(WORDS.map((word) => [word, stem(word)])).toEqual(WORDS.map((word) => [word, wink(word)]));
});

test("words in -u keep their last letter, which the npm package cuts off", () => {
  expect(["cpu", "gnu", "ubuntu", "lru"].map(stem)).toEqual(["cpu", "gnu", "ubuntu", "lru"]);
});

test("what is no plain lower-case word is returned as it is", () => {
  expect(["", "a", "is", "v2", "naïve", "базы", "it's", "Running"].map(stem)).toEqual([
    "",
    "a",
    "is",
    "v2",
    "naïve",
    "базы",
    "it's",
    "Running",
  ]);
});
