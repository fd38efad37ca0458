/**
 * Environment variables that work done apart from a session depends on: what finds their names among lines of names. All lines
 * are searched at once, since hooks run interpreted.
 */

/** Our settings, and where others of them lie while the database may be the same. */
export const SETTING_VARIABLES: RegExp =
  /^(?:RECOLLECT_(?:.+__.+|MEMORY_ROOT|AUTO_COMMIT|MAX_MEMORIES_PER_CATEGORY|DATABASE)|XDG_(?:CONFIG|DATA|STATE)_HOME)$/gm;

/**
 * Whom models are asked at, through what, and on whose account, by an endpoint's driver or by the user's own `claude`:
 * https://code.claude.com/docs/en/env-vars. Nothing that the client sets for each session anew.
 */
export const MODEL_VARIABLES: RegExp =
  /^(?:(?:https?|all|no)_proxy|(?:ANTHROPIC|OPENAI|AWS|AZURE|GOOGLE|CLOUD_ML|VERTEX)_.+|CLAUDE_CONFIG_DIR|CLAUDE_CODE_(?:OAUTH_TOKEN|(?:USE|SKIP|CLIENT)_.+)|NODE_(?:EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED)|SSL_CERT_.+)$/gim;
