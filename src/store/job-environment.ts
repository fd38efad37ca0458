/**
 * Environments by their labels, as jobs and seats name them: "" where nothing is set that matters, `settings` where only settings
 * of ours are, `settings.models` where anything is that says which models are asked, how, and on whose account.
 */

/** What a label says of settings alone. */
export const settingsOf = (env: string): string => env.split(".", 1)[0] ?? "";

/** What a worker in an environment does: its own jobs, and those that its settings are enough for. */
export const labelsDoneIn = (env: string): readonly [string, string] => [env, settingsOf(env)];
