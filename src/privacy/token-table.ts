/**
 * Credentials that are known by how they begin. Each line is a kind, what stands in every text that holds one (looked for
 * first: it spares making and running the expression), and the expression. None may need more steps than a text has
 * characters: repetitions are bounded or end where they began, and no two in a row take the same characters.
 */

export interface TokenRule {
  readonly kind: string;
  readonly hint: string;
  /** The source of an expression; made when a text holds the hint. */
  readonly source: string;
}

const rule = (kind: string, hint: string, source: string): TokenRule => ({ kind, hint, source });

/** Not in the middle of a word. A digit or an underscore before a prefix does not hide it. */
const HEAD = "(?<![A-Za-z])";
/** A letter or digit, or what many tokens are written with besides. */
const WORD = "[A-Za-z0-9_-]";
/** Characters of which some are a digit: words joined by hyphens are no token. */
const mixed = (min: number): string => `(?=[A-Za-z_-]{0,80}[0-9])${WORD}{${min},400}`;

const prefixed = (kind: string, prefix: string, rest: string): TokenRule =>
  rule(kind, prefix, `${HEAD}${prefix.replaceAll(".", "\\.")}${rest}`);

export const TOKEN_RULES: readonly TokenRule[] = [
  rule(
    "github token",
    "gh",
    `${HEAD}gh[opsur]_[A-Za-z0-9_]{36,255}|(?<!${WORD})ghs_\\d{1,20}_${WORD}{1,1000}\\.${WORD}{1,10000}\\.${WORD}{1,1000}`,
  ),
  prefixed("github token", "github_pat_", "[A-Za-z0-9_]{40,255}"),
  rule("gitlab token", "gl", `${HEAD}gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-${WORD}{20,300}`),
  ...["A3T", "AKIA", "AGPA", "AIDA", "AROA", "AIPA", "ANPA", "ANVA", "ASIA"].map((prefix) =>
    rule(
      "aws access key",
      prefix,
      `(?<![A-Za-z0-9])${prefix}[A-Z0-9]{${prefix.length === 3 ? 17 : 16}}(?![A-Za-z0-9])`,
    ),
  ),
  rule("slack token", "xox", `${HEAD}xox[a-z](?:\\.xox[a-z])?-[A-Za-z0-9][A-Za-z0-9-]{8,400}`),
  prefixed("slack token", "xapp-", "\\d-[A-Za-z0-9-]{10,400}"),
  rule(
    "slack webhook",
    "hooks.slack.com",
    "hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,200}",
  ),
  rule("discord webhook", "/api/webhooks/", "discord(?:app)?\\.com/api/webhooks/\\d{15,21}/[\\w-]{40,100}"),
  prefixed("model api key", "sk-ant-", `${WORD}{20,400}`),
  rule(
    "model api key",
    "sk-",
    `${HEAD}sk-(?:(?:proj|svcacct|admin|or-v1|lf)-${mixed(20)}|(?=[A-Za-z]{0,60}\\d)[A-Za-z0-9]{20,100}(?![\\w-]))`,
  ),
  prefixed("model api key", "gsk_", "[A-Za-z0-9]{40,100}"),
  prefixed("model api key", "xai-", "[A-Za-z0-9]{60,120}"),
  prefixed("model api key", "pplx-", "[A-Za-z0-9]{40,80}"),
  prefixed("model api key", "r8_", "[A-Za-z0-9]{37,40}"),
  prefixed("hugging face token", "hf_", "[A-Za-z0-9]{30,60}"),
  rule("google api key", "AIza", `(?<![A-Za-z0-9])AIza${WORD}{35}`),
  prefixed("google oauth token", "ya29.", `${WORD}{20,2000}`),
  prefixed("google client secret", "GOCSPX-", `${WORD}{20,60}`),
  prefixed("npm token", "npm_", "[A-Za-z0-9_]{36}"),
  prefixed("pypi token", "pypi-AgE", `${WORD}{40,400}`),
  prefixed("rubygems token", "rubygems_", "[a-f0-9]{40,60}"),
  prefixed("crates token", "cio", "[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
  prefixed("docker token", "dckr_", `(?:pat|oat)_${WORD}{20,80}`),
  rule("stripe key", "k_", `${HEAD}[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,250}`),
  prefixed("webhook secret", "whsec_", "[A-Za-z0-9+/=]{24,100}"),
  rule("shopify token", "shp", `${HEAD}shp(?:pa|ca|at|ss|tka)_[A-Za-z0-9]{32,64}`),
  rule("square token", "sq0", `${HEAD}sq0(?:atp|csp|idp)-${WORD}{22,60}`),
  prefixed("sendgrid key", "SG.", "\\w{1,128}(?:[.-]\\w{1,128}){1,8}"),
  prefixed("mailgun key", "key-", "[a-f0-9]{32}(?![A-Za-z0-9])"),
  prefixed("brevo key", "xkeysib-", "[a-f0-9]{60,70}-[A-Za-z0-9]{10,20}"),
  rule("twilio key", "SK", "(?<![A-Za-z0-9])SK[a-f0-9]{32}(?![A-Za-z0-9])"),
  rule("telegram token", ":AA", "(?<!\\d)\\d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![\\w-])"),
  rule("discord token", ".", "(?<![\\w-])[MNO][A-Za-z\\d]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}(?![\\w-])"),
  rule("grafana token", "gl", `${HEAD}gl(?:c_[A-Za-z0-9+/]{32,400}|sa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})`),
  prefixed("1password token", "ops_ey", "[A-Za-z0-9+/=]{100,1400}"),
  rule("vault token", "hv", `${HEAD}hv[sbr]\\.${WORD}{24,300}`),
  prefixed("terraform token", ".atlasv1.", `${WORD}{40,100}`),
  rule("vercel token", "vc", `${HEAD}vc[piark]_[A-Za-z0-9]{20,60}`),
  prefixed("databricks token", "dapi", "[A-Fa-f0-9]{32}"),
  prefixed("figma token", "figd_", `${WORD}{40,200}`),
  rule("cloudflare token", "cf", `${HEAD}cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}`),
  rule("tailscale key", "tskey-", `${HEAD}tskey-[a-z]{2,20}-[0-9A-Za-z_]{8,40}-[0-9A-Za-z_]{16,60}`),
  prefixed("linear key", "lin_api_", "[A-Za-z0-9_]{32,128}"),
  prefixed("notion token", "ntn_", "[A-Za-z0-9]{40,60}"),
  prefixed("notion token", "secret_", "(?=[A-Za-z]{0,40}\\d)[A-Za-z0-9]{43}(?![A-Za-z0-9])"),
  prefixed("digitalocean token", "do", "[opr]_v1_[a-f0-9]{64}"),
  prefixed("atlassian token", "ATATT3", "[A-Za-z0-9_=-]{60,300}"),
  prefixed("postman key", "PMAK-", "[a-f0-9]{24}-[a-f0-9]{34}"),
  prefixed("new relic key", "NRAK-", "[A-Z0-9]{27}"),
  prefixed("doppler token", "dp.", "(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{40,80}"),
  prefixed("supabase token", "sbp_", "[a-f0-9]{40}"),
  prefixed("planetscale token", "pscale_", `(?:tkn|pw|oauth)_[\\w.-]{32,80}`),
  prefixed("langsmith key", "lsv2_", "(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
  prefixed("sentry token", "sntr", `(?:ys_[A-Za-z0-9+/=_]{40,400}|yu_[a-f0-9]{64})`),
  prefixed("age key", "AGE-SECRET-KEY-1", "[A-Z0-9]{58}"),
  rule("azure key", "AccountKey=", "AccountKey=[A-Za-z0-9+/]{40,100}={0,2}"),
  rule("azure signature", "sig=", "[?&;]sig=[A-Za-z0-9%]{30,200}"),
  rule("signed address", "X-Amz-Signature=", "X-Amz-Signature=[a-f0-9]{64}"),
  rule("json web token", "eyJ", "(?<![\\w-])eyJ[\\w-]{8,4000}\\.eyJ[\\w-]{8,8000}\\.[\\w-]{10,2000}"),
];
