/**
 * The environment of a process by a label, as far as the work that it asks for depends on it: sessions of several projects may
 * have one worker, and what the environment of one says is no other's business, least of all whom text goes to, and with whose
 * key. `store/job-environment.ts` says what a label is made of.
 *
 * A label is a hash under a key that stays on this machine, so that a database tells nobody what it was made of.
 */
import { MODEL_VARIABLES, SETTING_VARIABLES } from "../../config/variables.ts";
import { keptRandom } from "../../host/kept-random.ts";
import { shortHash } from "../../host/project.ts";
import type { ProjectView } from "../project-view.ts";

/** "" where nothing of it is set, as mostly. */
export function labelOf({ host: { env, paths }, config }: Pick<ProjectView, "host" | "config">): string {
  const names = Object.keys(env).join("\n");
  const told = (found: readonly string[] | null): string[] =>
    (found ?? []).flatMap((name) => (env[name] ? `${name}=${env[name]}` : []));
  const settings = told(names.match(SETTING_VARIABLES));
  const models = told(names.match(MODEL_VARIABLES));
  if (config.endpoint.key_env !== undefined) models.push(...told([config.endpoint.key_env]));
  // The same name may be another program elsewhere, and that one may ask whom it likes.
  if (config.review.executor === "claude")
    models.push(Bun.which(config.claude.command, { PATH: env.PATH ?? "" }) ?? "");
  if (settings.length + models.length === 0) return "";
  if (settings.length > 0) settings.push(paths.config, paths.state);
  const key = keptRandom(paths.state, "environment-key") ?? shortHash(paths.state);
  const rest = models.length > 0 ? `.${hashOf(models, key)}` : "";
  return `${settings.length > 0 ? hashOf(settings, key) : ""}${rest}`;
}

const hashOf = (said: string[], key: string): string =>
  new Bun.CryptoHasher("sha256", key).update(said.sort().join("\0")).digest("hex").slice(0, 12);
