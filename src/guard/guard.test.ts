// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell commands
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import fc from "fast-check";
import { type GuardedProject, type GuardVerdict, guardOf, type ToolCall, writesOfCall } from "./guard.ts";
import { looksLikeWriting, RULED_COMMANDS } from "./write-commands.ts";

let base: string;
let project: string;
let env: { [name: string]: string };

/** A link to a record, called like a staging file. */
const disguise = (): string => join(tmpdir(), `.memory-draft-${basename(base)}.json`);

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "guard-")));
  project = join(base, "project");
  env = { HOME: join(base, "home"), MEM: ".claude/memory", CLAUDE_PROJECT_DIR: project };
  for (const folder of [
    "project/.claude/memory/decisions",
    "project/src",
    "home/.claude/memory",
    "state/staging",
  ])
    mkdirSync(join(base, folder), { recursive: true });
  writeFileSync(join(project, ".claude/memory/decisions/a.json"), "{}");
  symlinkSync(join(project, ".claude/memory"), join(project, "notes"));
  symlinkSync(join(project, ".claude/memory/decisions"), join(project, "src/deep"));
  symlinkSync(join(project, ".claude/memory/decisions/new.json"), join(project, "dangling"));
  symlinkSync(join(project, ".claude/memory/decisions/a.json"), disguise());
});
afterAll(() => {
  rmSync(disguise(), { force: true });
  rmSync(base, { recursive: true, force: true });
});

type WriteCheck = GuardedProject & ToolCall;
const check = (more: Partial<WriteCheck>): GuardVerdict => {
  const whole = {
    paths: [],
    projectDir: project,
    memoryRoot: ".claude/memory",
    cwd: project,
    staging: join(base, "state/staging"),
    env,
    ...more,
  };
  return guardOf(whole)(writesOfCall(whole));
};
const shell = (shellCommand: string, more: Partial<WriteCheck> = {}): boolean =>
  check({ shellCommand, ...more }).allowed;
const path = (...paths: string[]): boolean => check({ paths }).allowed;

describe("paths", () => {
  test("everything in the memory folder is refused, the configuration and the folder itself included", () => {
    for (const name of ["", "/", "/decisions/a.json", "/memory-config.json", "/index.md", "/new/folder/x"]) {
      expect(path(`${project}/.claude/memory${name}`)).toBe(false);
      expect(path(`.claude/memory${name}`)).toBe(false);
    }
  });

  test("its neighbours are not", () => {
    for (const name of [
      "README.md",
      ".claude/settings.json",
      ".claude/memory.md",
      ".claude/memory2/x.json",
      "memory/x.json",
    ])
      expect(path(name)).toBe(true);
  });

  test("`..`, `.` and double slashes do not hide it", () => {
    expect(path("src/../.claude/./memory//x.json")).toBe(false);
    expect(path("../project/.claude/memory/x.json")).toBe(false);
    expect(path(".claude/memory/../settings.json")).toBe(true);
  });

  test("links do not hide it, be they folders, files or dangling", () => {
    expect(path("notes/x.json")).toBe(false);
    expect(path("src/deep/x.json")).toBe(false);
    expect(path("dangling")).toBe(false);
    expect(path("src/deep/../index.md")).toBe(false);
  });

  test("a memory root elsewhere is guarded, and so is the configuration's place", () => {
    const at = { memoryRoot: "docs/knowledge" };
    expect(check({ ...at, paths: ["docs/knowledge/decisions/x.json"] }).allowed).toBe(false);
    expect(check({ ...at, paths: [".claude/memory/memory-config.json"] }).allowed).toBe(false);
    expect(check({ ...at, paths: ["docs/guide.md"] }).allowed).toBe(true);
  });

  test("the case of letters is no way around on macOS and Windows", () => {
    const paths = [".Claude/MEMORY/x.json"];
    expect(check({ paths, platform: "darwin" }).allowed).toBe(false);
    expect(check({ paths, platform: "win32" }).allowed).toBe(false);
    expect(check({ paths, platform: "linux" }).allowed).toBe(true);
  });

  test("another project's memory is guarded too; the home's own .claude is the client's", () => {
    expect(path(join(base, "other/.claude/memory/decisions/x.json"))).toBe(false);
    expect(path(join(base, "home/.claude/memory/notes.md"))).toBe(true);
  });

  test("staging files in the temporary folder and our own staging folder are open", () => {
    for (const name of [
      ".memory-write-pending.json",
      ".memory-write-pending-7.json",
      ".memory-draft-decision-1.json",
      ".memory-triage-context-decision.txt",
    ])
      expect(path(join(tmpdir(), name))).toBe(true);
    expect(path(join(base, "state/staging/session/draft.json"))).toBe(true);
    expect(
      check({
        paths: [join(project, ".claude/memory/stage/x.json")],
        staging: join(project, ".claude/memory/stage"),
      }).allowed,
    ).toBe(true);
  });

  test("a link in the temporary folder to a record is no staging file", () => {
    expect(path(disguise())).toBe(false);
  });

  test("the refusal says which way is open", () => {
    const verdict = check({ paths: [".claude/memory/decisions/x.json"] });
    expect(verdict).toMatchObject({ allowed: false });
    if (verdict.allowed) return;
    expect(verdict.reason).toContain(join(project, ".claude/memory/decisions/x.json"));
    expect(verdict.reason).toContain("memory_save");
    expect(verdict.reason).toContain("recollect write");
  });
});

describe("shell commands that write into the memory folder are refused", () => {
  test.each([
    "echo {} > .claude/memory/decisions/x.json",
    "echo {}>>.claude/memory/index.md",
    "echo {} >| .claude/memory/x.json",
    "make 2> .claude/memory/log",
    "make &> .claude/memory/log",
    "make >& .claude/memory/log",
    "> .claude/memory/decisions/a.json",
    "cat <<'EOF' > .claude/memory/decisions/x.json\n{\"a\": 1}\nEOF",
    "cat > .claude/memory/decisions/x.json <<-EOF\n\t{}\n\tEOF\necho done",
    "echo x | tee -a .claude/memory/index.md",
    "cp README.md .claude/memory/decisions/x.json",
    "cp -t .claude/memory/decisions a.json",
    "cp -r backup/memory .claude/",
    "cp -r backup/.claude .",
    "cp -a ../backup/project ..",
    "cp --recursive -t . backup/.claude",
    "cp -R backup/.claude/. .claude",
    "cp -R backup/claude/ .claude",
    "cp -rT backup/claude .claude",
    "rsync -a backup/.claude .",
    "rsync -a backup/.claude/ .claude/",
    "rsync -rv ../backup/project/ ../project",
    "mv draft.json .claude/memory/decisions/",
    "mv .claude/memory/decisions/a.json /tmp/",
    "mv .claude old",
    "ln -s /tmp/x .claude/memory/x.json",
    "ln .claude/memory/decisions/a.json /tmp/second-name",
    "rm .claude/memory/decisions/a.json",
    "rm -rf .claude",
    "rm -rf .",
    "rm -fr -- .claude/memory",
    "rm -rf .claude/*",
    "rm -rf .cl*",
    "rm .claude/memory/*.json",
    "rm .claude/{memory,other}/index.md",
    "rmdir .claude/memory/runbooks",
    "install -m 644 x.json .claude/memory/decisions/x.json",
    "rsync -a backup/ .claude/memory/",
    "rsync -a --delete empty/ .claude/",
    "dd if=/dev/zero of=.claude/memory/decisions/a.json",
    "sed -i s/active/retired/ .claude/memory/decisions/a.json",
    "sed -i.bak -e s/a/b/ .claude/memory/decisions/*.json",
    "sed -Ei 's/a/b/' .claude/memory/decisions/a.json",
    "sed --in-place 's/a/b/' .claude/memory/decisions/a.json",
    "perl -pi -e 's/a/b/' .claude/memory/decisions/a.json",
    "perl -i.bak -pe 's/a/b/' .claude/memory/decisions/a.json",
    "truncate -s 0 .claude/memory/index.md",
    "touch .claude/memory/x",
    "mkdir -p .claude/memory/new",
    "chmod 777 .claude/memory",
    "patch .claude/memory/decisions/a.json < fix.diff",
    "patch -p1 <<EOF\n--- a/.claude/memory/index.md\n+++ b/.claude/memory/index.md\n@@ -1 +1 @@\n-a\n+b\nEOF",
    "git checkout -- .claude/memory/decisions/a.json",
    "git checkout HEAD~1 .claude/memory",
    "git restore .claude/memory",
    "git rm -r .claude/memory/decisions",
    "git mv .claude/memory/decisions/a.json b.json",
    "git clean -fdx",
    "git -C .claude clean -fd memory",
    "find .claude/memory -name '*.json' -delete",
    "find . -name '*.json' -delete",
    "find . -mtime +30 -exec rm {} \\;",
    "find . -path './.claude/memory/*' -delete",
    "find .claude -type f -exec sed -i s/a/b/ {} +",
    "find . -name .claude -exec rm -rf {} +",
    "find .claude/memory -name '*.json' | xargs rm",
    "find . -type f -print0 | xargs -0 sed -i s/a/b/",
    "ls .claude/memory/decisions/*.json | xargs -I{} mv {} /tmp/",
    "grep -rl foo .claude/memory | xargs sed -i s/foo/bar/",
    "grep -rl foo . | xargs sed -i s/foo/bar/",
    "sed -i s/foo/bar/ $(grep -rl foo .claude/memory)",
    "cd .claude && cp ../README.md memory/decisions/x.json",
    "cd .claude/memory && rm index.md",
    "cd .claude; cd memory; echo > $x",
    "pushd .claude/memory; touch x",
    "(cd .claude/memory && touch x)",
    "rm ./.claude/../.claude/memory/index.md",
    'D=.claude/memory; rm "$D/index.md"',
    "export D=.claude/memory && rm ${D}/index.md",
    "rm $MEM/index.md",
    "rm ${UNSET:-.claude/memory}/index.md",
    "rm $UNSET/.claude/memory/index.md",
    'rm "$(git rev-parse --show-toplevel)/.claude/memory/index.md"',
    "rm `pwd`/.claude/memory/index.md",
    "echo x > $PWD/.claude/memory/x",
    "rm ~/../project/.claude/memory/index.md",
    'for f in .claude/memory/decisions/*.json; do rm "$f"; done',
    "for f in $(ls .claude/memory); do echo > .claude/memory/$f; done",
    'ls .claude/memory/*.json | while read f; do rm "$f"; done',
    "while read f; do rm $f; done < <(find .claude/memory -type f)",
    'files=(.claude/memory/*.json); rm "${files[@]}"',
    "if true; then rm .claude/memory/index.md; fi",
    "f() { rm .claude/memory/index.md; }; f",
    "case $x in a) rm .claude/memory/index.md ;; esac",
    "true && { echo x; } > .claude/memory/x",
    "echo $(rm .claude/memory/index.md)",
    "bash -c 'rm .claude/memory/index.md'",
    'bash -lc "cd .claude && rm -r memory"',
    "sh <<EOF\nrm .claude/memory/index.md\nEOF",
    "echo 'rm .claude/memory/index.md' | sh",
    'eval "rm .claude/memory/index.md"',
    "sudo -u root rm .claude/memory/index.md",
    "env A=1 rm .claude/memory/index.md",
    "timeout 5 rm .claude/memory/index.md",
    "A=1 nohup rm .claude/memory/index.md &",
    "/bin/rm .claude/memory/index.md",
    "\\rm .claude/memory/index.md",
    "r''m .claude/mem\"ory\"/index.md",
    "rm .claude/memory\\/index.md",
    "rm $'.claude/memory/index.md'",
    "rm \\\n  .claude/memory/index.md",
    "true # comment\nrm .claude/memory/index.md",
    "python3 -c \"open('.claude/memory/x.json','w').write('{}')\"",
    "python3 -c \"import os; os.remove(os.path.join('.claude','memory','index.md'))\"",
    "python3 - <<'EOF'\nfrom pathlib import Path\nPath('.claude/memory/x.json').write_text('{}')\nEOF",
    "node -e \"require('fs').writeFileSync('.claude/memory/x.json','{}')\"",
    "bun -e \"await Bun.write('.claude/memory/x.json','{}')\"",
    "cd .claude/memory && python3 -c \"open('x.json','w')\"",
    "node -e \"require('child_process').execSync('rm .claude/memory/index.md')\"",
    "perl -e 'unlink \".claude/memory/index.md\"'",
    "curl -o .claude/memory/x.json https://example.org/x",
    "wget -P .claude/memory https://example.org/x",
    "tar -xzf x.tgz -C .claude/memory",
    "jq . a.json | sponge .claude/memory/decisions/a.json",
    "sort -o .claude/memory/index.md .claude/memory/index.md",
    "npx prettier --write .claude/memory/decisions/a.json",
    "tee .claude/memory/a >(cat) < b",
    "rm notes/index.md",
    "echo 'unclosed > .claude/memory/x",
    "cat <<EOF > .claude/memory/x\nno end",
    'rm -rf "$CLAUDE_PROJECT_DIR"/.claude/memory',
    "find .claude/memory -exec sh -c 'rm \"$1\"' _ {} \\;",
  ])("%s", (command) => {
    expect(shell(command)).toBe(false);
  });
});

describe("shell commands that read, or write elsewhere, are not", () => {
  test.each([
    "cat .claude/memory/index.md",
    "cat .claude/memory/decisions/*.json | jq .title > /tmp/titles.txt",
    "grep -rn sqlite .claude/memory 2>/dev/null",
    "grep -rn sqlite .claude/memory 2>&1 | head",
    "ls -la .claude/memory > listing.txt",
    "find .claude/memory -name '*.json' | wc -l",
    "find .claude/memory -name '*.json' -exec cat {} \\;",
    "find . -name '*.pyc' -delete",
    "find . -name node_modules -type d -prune -exec rm -rf {} +",
    "find . -type f -not -path './.claude/*' -exec sed -i s/a/b/ {} +",
    "find . -type d -empty -delete",
    "find src -type f -exec sed -i s/a/b/ {} +",
    "find . -name '*.orig' | xargs rm -f",
    "grep -rl --exclude-dir=.claude foo . | xargs sed -i s/foo/bar/",
    "grep -rl --include='*.ts' foo . | xargs sed -i s/foo/bar/",
    "git add .claude/memory && git commit -m 'Save memory'",
    "git diff HEAD -- .claude/memory > /tmp/memory.diff",
    "git log -p .claude/memory/decisions/a.json",
    "git rm --cached .claude/memory/index.md",
    "git restore --staged .claude/memory",
    "git checkout -b feature/memory",
    "git checkout main",
    "git clean -fdx -e .claude",
    "git clean -nfd",
    "git stash",
    "cp .claude/memory/index.md /tmp/",
    "cp -r .claude/memory backup",
    "cp -r .claude ../backup",
    "cp -r src dist",
    "cp -r src/. dist/",
    "cp -a node_modules/pkg/dist/ public/",
    "cp -r ../template/. .",
    "cp -r ../template/* .",
    `cp -r ../template/. $CLAUDE_PROJECT_DIR`,
    "cp -R ../other/src .",
    "cp backup/.claude .",
    "rsync -a dist/ public/",
    "rsync -a ../template/ .",
    "rsync -a ./ /tmp/backup/",
    "rsync -an backup/.claude/ .claude/",
    "rsync -a --exclude .claude ../backup/project ..",
    "rsync -a .claude/memory/ /tmp/backup/",
    "tar -czf /tmp/memory.tgz .claude/memory",
    "diff .claude/memory/a .claude/memory/b || true",
    "sed -n 1,5p .claude/memory/index.md",
    "sed s/a/b/ .claude/memory/index.md > /tmp/x",
    "sed -i 's#docs#.claude/memory#' README.md",
    "echo 'see .claude/memory > decisions' >> README.md",
    "cat <<EOF > NOTES.md\nrecords are in > .claude/memory/decisions\nrm .claude/memory/index.md\nEOF",
    "python3 -c \"import json; print(json.load(open('.claude/memory/decisions/a.json'))['title'])\"",
    "python3 -c \"import sys; sys.stdout.write(open('.claude/memory/index.md', 'r').read())\"",
    "node -e \"console.log(require('fs').readFileSync('.claude/memory/index.md','utf8').replace('a','b'))\"",
    "python3 -c \"open('out.txt','w').write('x')\"",
    "recollect write --action create --target .claude/memory/decisions/x.json --input /tmp/.memory-draft-x.json",
    "recollect search sqlite > /tmp/found.txt",
    "npx recollect retire decisions/a.json",
    "echo x > /tmp/.memory-draft-decision-1.json",
    "rm $FILE",
    'rm -rf "$BUILD_DIR"',
    "rm -rf $OUT/dist/index.md",
    "rm -rf node_modules dist *",
    "rm -rf src/*",
    "mv src/a.ts src/b.ts",
    "touch -r .claude/memory/index.md src/stamp",
    "[[ a > .claude/memory/x ]] && echo yes",
    "(( 3 > 2 )) && echo yes",
    "for ((i=0; i<3; i++)); do echo $i > out$i.txt; done",
    'for f in .claude/memory/decisions/*.json; do cp "$f" /tmp/${f##*/}; done',
    "cd .claude/memory && cat index.md > /tmp/x",
    "cd .claude/memory && git log && cd - && ls",
    "(cd .claude/memory && ls) ; touch x",
    'cat .claude/memory/index.md | while read line; do echo "$line" >> out.txt; done',
    "echo \"it's fine\" > a.txt # don't mind",
    "ls 2>/dev/null >/dev/null",
    "chmod +x scripts/run.sh",
    "npx prettier --write src",
    "",
    "   \n\n",
  ])("%s", (command) => {
    expect(shell(command)).toBe(true);
  });
});

test("a folder deep in the project is where relative paths start", () => {
  expect(shell("rm index.md", { cwd: join(project, ".claude/memory") })).toBe(false);
  expect(shell("rm ../memory/index.md", { cwd: join(project, ".claude/memory/decisions") })).toBe(false);
  expect(shell("rm $x", { cwd: join(project, ".claude/memory") })).toBe(false);
  expect(shell("rm -rf *", { cwd: join(project, ".claude") })).toBe(false);
  expect(shell("cat index.md > /tmp/y", { cwd: join(project, ".claude/memory") })).toBe(true);
  expect(shell("rm index.md", { cwd: join(project, "notes") })).toBe(false);
});

test("a memory root of one word is told from words in code", () => {
  const at = { memoryRoot: "knowledge" };
  expect(shell("python3 -c \"open('knowledge/x.json','w')\"", at)).toBe(false);
  expect(shell("python3 -c \"open('x.txt','w').write('some knowledge')\"", at)).toBe(true);
  expect(shell("rm -rf *", at)).toBe(false);
});

test("whatever a command looks like, the guard answers", () => {
  const piece = fc.constantFrom(
    "rm",
    "-rf",
    ".claude/memory",
    "'",
    '"',
    "`",
    "$(",
    "${",
    ")",
    "}",
    "((",
    "<<EOF",
    "\n",
    ">",
    "|",
    "&&",
    ";",
    "{a,b}",
    "\\",
    "$x",
    "#",
    "find",
    "-exec",
    "xargs",
    "case",
    "in",
    "esac",
    "for",
    "cd",
    "..",
    "~",
    " ",
    "*",
    "[",
    "$'\\x",
    "EOF",
    "if",
    "bash -c",
    "eval",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(" ")),
      ),
      (command) => {
        expect(typeof shell(command)).toBe("boolean");
      },
    ),
    { numRuns: 500 },
  );
});

test("braces within braces, long commands and deep nesting come to an end", () => {
  expect(shell(`rm ${"{a,b}".repeat(30)}`)).toBe(true);
  expect(shell(`echo ${"x ".repeat(150_000)} > .claude/memory/x`)).toBe(false);
  expect(shell(`${"$(".repeat(500)}rm .claude/memory/x${")".repeat(500)}`)).toBe(false);
  expect(shell(`${"eval ".repeat(50)}rm .claude/memory/x`)).toBe(false);
  expect(shell(`rm ${"*".repeat(5_000)}a`)).toBe(true);
  expect(shell(`rm ${"**/".repeat(500)}a.ts`)).toBe(true);
  expect(shell(`${'"$('.repeat(40_000)}rm .claude/memory/x`)).toBe(false);
  expect(shell("rm\vx \f \u00a0 > y")).toBe(true);
});

test("every command that has a rule is seen at first sight", () => {
  for (const name of RULED_COMMANDS) {
    expect(looksLikeWriting(name === "git" ? "git restore x" : `${name} x`)).toBe(true);
  }
});
