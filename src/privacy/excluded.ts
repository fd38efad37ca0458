/** Files whose content is never kept: what usually holds secrets, and what a configuration adds. */

/** Named by what they are called wherever they lie, as in a `.gitignore`. */
export const ALWAYS_EXCLUDED: readonly string[] = [
  ".env",
  ".env.*",
  "*.env",
  ".envrc",
  ".dev.vars",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.ppk",
  "*.kdbx",
  "*.agekey",
  "*.tfstate",
  "*.tfstate.*",
  "*.tfvars",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  ".ssh/",
  ".gnupg/",
  ".aws/credentials",
  ".aws/config",
  ".azure/",
  ".config/gcloud/",
  ".config/gh/hosts.yml",
  ".kube/config",
  ".docker/config.json",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".git-credentials",
  ".vault-token",
  ".terraform.d/credentials.tfrc.json",
  ".cargo/credentials*",
  ".gem/credentials",
  ".password-store/",
  "credentials.json",
  "service-account*.json",
  "secrets.y{a,}ml",
  "secrets.json",
];

/** What of these holds no secrets: `.env.example` is for everyone. */
const TEMPLATES = ["example", "sample", "template", "dist"];

/**
 * Says which paths are excluded. Patterns are as in a `.gitignore`, without exceptions, and begin at any folder unless they
 * begin with `/` or `~/`. Case makes no difference: on many disks it makes none either.
 */
export function exclusion(patterns: readonly string[], home: string): (path: string) => boolean {
  const globs = patterns.flatMap((pattern) => globsOf(pattern, home));
  return (path) => {
    const whole = path
      .replaceAll("\\", "/")
      .replace(/^~(?=\/)/, home)
      .toLowerCase();
    return (ALWAYS.test(whole) && !isTemplate(whole)) || globs.some((glob) => glob.match(whole));
  };
}

/** All of them at once: they are names and ends of names, tried for every file that a session touches. */
const ALWAYS = new RegExp(`(?:^|/)(?:${ALWAYS_EXCLUDED.map(sourceOf).join("|")})(?:/|$)`);

function sourceOf(pattern: string): string {
  return pattern
    .replace(/[.+]/g, "\\$&")
    .replace(/\*/g, "[^/]*")
    .replace(/\{(.*?)\}/g, (_, choices: string) => `(?:${choices.replaceAll(",", "|")})`)
    .replace(/\/$/, "(?=/)");
}
const isTemplate = (path: string): boolean =>
  path.slice(path.lastIndexOf("/") + 1).startsWith(".env") &&
  TEMPLATES.some((name) => path.endsWith(`.${name}`));

/** The thing itself and, as it may be a folder, all that lies in it. */
function globsOf(pattern: string, home: string): Bun.Glob[] {
  const isFolder = pattern.endsWith("/");
  const bare = pattern
    .trim()
    .replace(/\/+$/, "")
    .replace(/^~(?=\/|$)/, home)
    .toLowerCase();
  if (bare === "" || bare.startsWith("#") || bare.startsWith("!")) return [];
  const from = bare.startsWith("/") ? bare : `**/${bare.replace(/^\.\//, "")}`;
  return [...(isFolder ? [] : [from]), `${from}/**`].map((glob) => new Bun.Glob(glob));
}
