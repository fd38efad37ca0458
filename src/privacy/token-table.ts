/**
 * Credentials that are known by how they begin. Each line is a kind, what one holds word for word, and the expression from
 * there on. None may need more steps than a text has characters: repetitions are bounded, and no two in a row take the same
 * characters, or they begin where no other can.
 */

export interface TokenRule {
  readonly kind: string;
  /** Looked for first. */
  readonly hint: string;
  /** The source of an expression that begins at the hint; made when a text holds it. */
  readonly source: string;
  /** Most characters of the token that stand before the hint. */
  readonly before: number;
}

/** A letter or digit, or what many tokens are written with besides. */
const WORD = "[A-Za-z0-9_-]";
/** Not in the middle of a word. A digit or an underscore before a prefix does not hide it. */
const HEAD = "(?<![A-Za-z])";
/** Not in the middle of anything. */
const ALONE = "(?<![A-Za-z0-9_-])";
/** Characters of which some are a digit: words joined by hyphens are no token. */
const mixed = (min: number): string => `(?=[A-Za-z_-]{0,80}[0-9])${WORD}{${min},400}`;

const rule = (kind: string, hint: string, source: string, before = 0): TokenRule => ({
  kind,
  hint,
  source,
  before,
});

/** Tokens with one of these prefixes, and the same rest. */
const prefixed = (
  kind: string,
  prefixes: string | readonly string[],
  rest: string,
  head = HEAD,
): TokenRule[] =>
  [prefixes].flat().map((prefix) => rule(kind, prefix, `${head}${prefix.replaceAll(".", "\\.")}${rest}`));

export const TOKEN_RULES: readonly TokenRule[] = [
  ...prefixed("github token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], "[A-Za-z0-9_]{36,255}"),
  // Of an installation: a number, then a JSON web token.
  rule("github token", "ghs_", `${ALONE}ghs_\\d{1,20}_${WORD}{1,1000}\\.${WORD}{1,10000}\\.${WORD}{1,1000}`),
  ...prefixed("github token", "github_pat_", "[A-Za-z0-9_]{40,255}"),
  ...prefixed(
    "gitlab token",
    ["glpat-", "gloas-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-", "glsoat-"],
    `${WORD}{20,300}`,
  ),
  ...prefixed(
    "aws access key",
    ["AKIA", "AGPA", "AIDA", "AROA", "AIPA", "ANPA", "ANVA", "ASIA"],
    "[A-Z0-9]{16}(?![A-Za-z0-9])",
    "(?<![A-Za-z0-9])",
  ),
  ...prefixed("aws access key", "A3T", "[A-Z0-9]{17}(?![A-Za-z0-9])", "(?<![A-Za-z0-9])"),
  ...prefixed("slack token", "xox", "[a-z](?:\\.xox[a-z])?-[A-Za-z0-9][A-Za-z0-9-]{8,400}"),
  ...prefixed("slack token", "xapp-", "\\d-[A-Za-z0-9-]{10,400}"),
  rule(
    "slack webhook",
    "hooks.slack.com",
    "hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,200}",
  ),
  rule("webhook address", "/api/webhooks/", "/api/webhooks/\\d{15,21}/[\\w-]{40,100}"),
  ...prefixed("model api key", "sk-ant-", `${WORD}{20,400}`),
  ...prefixed("model api key", ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-or-v1-", "sk-lf-"], mixed(20)),
  ...prefixed("model api key", "sk-", "(?=[A-Za-z]{0,60}\\d)[A-Za-z0-9]{20,100}(?![\\w-])"),
  ...prefixed("model api key", ["gsk_", "pplx-"], "[A-Za-z0-9]{40,100}"),
  ...prefixed("model api key", "xai-", "[A-Za-z0-9]{60,120}"),
  ...prefixed("model api key", "r8_", "[A-Za-z0-9]{37,40}"),
  ...prefixed("hugging face token", "hf_", "[A-Za-z0-9]{30,60}"),
  ...prefixed("google api key", "AIza", `${WORD}{35}`, "(?<![A-Za-z0-9])"),
  ...prefixed("google oauth token", "ya29.", `${WORD}{20,2000}`),
  ...prefixed("google client secret", "GOCSPX-", `${WORD}{20,60}`),
  ...prefixed("npm token", "npm_", "[A-Za-z0-9_]{36}"),
  ...prefixed("pypi token", "pypi-AgE", `${WORD}{40,400}`),
  ...prefixed("rubygems token", "rubygems_", "[a-f0-9]{40,60}"),
  ...prefixed("docker token", ["dckr_pat_", "dckr_oat_"], `${WORD}{20,80}`),
  ...prefixed("stripe key", ["sk_live_", "rk_live_", "sk_test_", "rk_test_"], "[A-Za-z0-9]{16,250}"),
  ...prefixed("webhook secret", "whsec_", "[A-Za-z0-9+/=]{24,100}"),
  ...prefixed("shopify token", ["shppa_", "shpca_", "shpat_", "shpss_"], "[A-Za-z0-9]{32,64}"),
  ...prefixed("square token", ["sq0atp-", "sq0csp-", "sq0idp-"], `${WORD}{22,60}`),
  ...prefixed("sendgrid key", "SG.", "\\w{1,128}(?:[.-]\\w{1,128}){1,8}", ALONE),
  ...prefixed("mailgun key", "key-", "[a-f0-9]{32}(?![A-Za-z0-9])"),
  ...prefixed("brevo key", "xkeysib-", "[a-f0-9]{60,70}-[A-Za-z0-9]{10,20}"),
  ...prefixed("twilio key", "SK", "[a-f0-9]{32}(?![A-Za-z0-9])", "(?<![A-Za-z0-9])"),
  rule("telegram token", ":AA", "(?<=(?<!\\d)\\d{8,10}):AA[A-Za-z0-9_-]{32,34}(?![\\w-])", 10),
  // They begin with a number in base 64.
  ...prefixed(
    "discord token",
    ["MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"],
    "[A-Za-z\\d]{22,26}\\.[\\w-]{6}\\.[\\w-]{27,40}(?![\\w-])",
    ALONE,
  ),
  ...prefixed("grafana token", "glc_", "[A-Za-z0-9+/]{32,400}"),
  ...prefixed("grafana token", "glsa_", "[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
  ...prefixed("1password token", "ops_ey", "[A-Za-z0-9+/=]{100,1400}"),
  ...prefixed("vault token", ["hvs.", "hvb.", "hvr."], `${WORD}{24,300}`),
  rule("terraform token", ".atlasv1.", `\\.atlasv1\\.${WORD}{40,100}`, 14),
  ...prefixed("vercel token", ["vcp_", "vci_", "vca_", "vcr_", "vck_"], "[A-Za-z0-9]{20,60}"),
  ...prefixed("databricks token", "dapi", "[A-Fa-f0-9]{32}"),
  ...prefixed("figma token", "figd_", `${WORD}{40,200}`),
  ...prefixed("cloudflare token", ["cfk_", "cfut_", "cfat_"], "[A-Za-z0-9]{40}[0-9a-f]{8}"),
  ...prefixed("tailscale key", "tskey-", "[a-z]{2,20}-[0-9A-Za-z_]{8,40}-[0-9A-Za-z_]{16,60}"),
  ...prefixed("linear key", "lin_api_", "[A-Za-z0-9_]{32,128}"),
  ...prefixed("notion token", "ntn_", "[A-Za-z0-9]{40,60}"),
  ...prefixed("notion token", "secret_", "(?=[A-Za-z]{0,40}\\d)[A-Za-z0-9]{43}(?![A-Za-z0-9])"),
  ...prefixed("digitalocean token", ["dop_v1_", "doo_v1_", "dor_v1_"], "[a-f0-9]{64}"),
  ...prefixed("atlassian token", "ATATT3", "[A-Za-z0-9_=-]{60,300}"),
  ...prefixed("postman key", "PMAK-", "[a-f0-9]{24}-[a-f0-9]{34}"),
  ...prefixed("new relic key", "NRAK-", "[A-Z0-9]{27}"),
  ...prefixed("doppler token", ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa."], "[\\w.-]{40,80}"),
  ...prefixed("supabase token", "sbp_", "[a-f0-9]{40}"),
  ...prefixed("planetscale token", ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], "[\\w.-]{32,80}"),
  ...prefixed("langsmith key", ["lsv2_pt_", "lsv2_sk_"], "[a-f0-9]{32}_[a-f0-9]{10}"),
  ...prefixed("sentry token", "sntrys_", "[A-Za-z0-9+/=_]{40,400}"),
  ...prefixed("sentry token", "sntryu_", "[a-f0-9]{64}"),
  ...prefixed("fly token", ["fm2_", "fm1r_", "fo1_"], "[A-Za-z0-9+/=_-]{30,1000}"),
  ...prefixed("age key", "AGE-SECRET-KEY-1", "[A-Z0-9]{58}"),
  rule("azure key", "AccountKey=", "AccountKey=[A-Za-z0-9+/]{40,100}={0,2}"),
  rule("azure signature", "sig=", "sig=(?<=[?&;]sig=)[A-Za-z0-9%]{30,200}"),
  rule("signed address", "X-Amz-Signature=", "X-Amz-Signature=[a-f0-9]{64}"),
  rule("json web token", "eyJ", `${ALONE}eyJ[\\w-]{8,4000}\\.eyJ[\\w-]{8,8000}\\.[\\w-]{10,2000}`),
];
