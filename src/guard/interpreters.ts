/** Code that is handed to an interpreter on the command line: whether it may write a file. */
import { readOptions } from "./options.ts";

const INTERPRETER =
  /^(?:python[\d.]*|pypy3?|node|bun|deno|ruby|perl|php|lua|osascript|tsx|ts-node|Rscript|pwsh|powershell|sqlite3)$/;

export const isInterpreter = (name: string): boolean => INTERPRETER.test(name);

/** The code among an interpreter's arguments; "" when it runs a file. */
export function inlineCode(name: string, args: readonly string[]): string {
  if (name === "deno" && args[0] === "eval") return args.slice(1).join(" ");
  if (name === "sqlite3") return args.slice(1).join(" ");
  const letters = /^(?:python|pypy|pwsh|powershell)/.test(name) ? "c" : "eEpr";
  const options = readOptions(args, `${letters}WXIMm`, ["eval", "print", "command"], "+");
  const code = [...letters, "eval", "print", "command"].flatMap((option) => options.given.get(option) ?? []);
  return code.length > 0 ? [...code, ...options.operands].join("\n") : "";
}

const CALLS = [
  String.raw`(?<!\b(?:stdout|stderr)\.)\bwrite(?:_text|_bytes|lines|File\w*|Sync)?\s*\(`,
  String.raw`\b(?:append(?:File|_)\w*|createWriteStream|unlink\w*|rmtree|rmSync|rmdir\w*|rename\w*|renames|mkdir\w*|makedirs|truncate\w*|touch|symlink\w*|hardlink\w*|copyFile\w*|cpSync|putFile)\b`,
  String.raw`\b(?:os|fs|fsp|promises|FileUtils|File|Path|shutil|Deno|Bun)\.(?:remove\w*|replace|rm\w*|move|mv|cp\w*|copy\w*|delete|write\w*|link\w*)\b`,
  String.raw`\bopen\s*\(.*?,\s*(?:mode\s*=\s*)?["'][rbt]*[waxr+]*[wax+]`,
  String.raw`\bfile_put_contents\b|\bfopen\s*\([^)]*["'][wacx]`,
  String.raw`\b(?:system|exec\w*|spawn\w*|run|popen|call|check_\w+)\b[^]*\b(?:rm|mv|cp|tee|sed|touch|truncate|ln|dd|install|rsync)\b`,
  String.raw`\bopen\b[^;\n]*["']\s*\+?>{1,2}`,
  String.raw`\b(?:Set-Content|Add-Content|Out-File|Remove-Item|Move-Item|Copy-Item|New-Item)\b`,
  String.raw`^\.(?:output|once|save|backup|dump)\b`,
];

const WRITES = new RegExp(CALLS.join("|"), "im");

/** Whether code calls something that writes, removes or moves files. */
export const mayWrite = (code: string): boolean => WRITES.test(code);
