import { describe, expect, test } from "bun:test";
import type { Observation } from "../observation.ts";
import type { Segment, Step } from "../segment.ts";
import { observe } from "./observe.ts";

const AT = "2026-03-02T09:00:00.000Z";
const said = (text: string): Step => ({ kind: "said", text, at: AT });
const ran = (command: string, output = "", outcome: "ok" | "failed" = "ok"): Step => ({
  kind: "tool",
  action: { kind: "command", command },
  outcome,
  output,
  at: AT,
});
const failed = (command: string, output: string): Step => ran(command, output, "failed");
const edited = (path: string, before = "a", after = "b"): Step => ({
  kind: "tool",
  action: { kind: "edit", path: `/p/${path}`, before, after },
  outcome: "ok",
  output: "",
  at: AT,
});

let turns = 0;
function turn(request: string, ...steps: Step[]): Segment {
  turns += 1;
  const answer = steps.findLast((step) => step.kind === "said");
  return {
    id: `s${turns}`,
    turn: turns,
    began: AT,
    ended: AT,
    request,
    synthetic: false,
    steps,
    answer: answer?.kind === "said" ? answer.text : "",
    interrupted: false,
  };
}

const context = (segments: readonly Segment[]) => ({ done: segments.length, projectDir: "/p" });
const all = (...segments: Segment[]): readonly Observation[] =>
  observe(segments, {}, context(segments)).observations;
const of = (kind: string, found: readonly Observation[]): string[] =>
  found.filter((one) => one.kind === kind).map(({ draft }) => JSON.stringify(draft));

describe("trouble that is told, explained and mended in turns of their own", () => {
  const talk = (): Segment[] => [
    turn(
      "Three reviews say the widget shows yesterday's tides until the app is opened. Find out why.",
      said(
        "The widget runs in its own container, so it never sees what the app stored in `UserDefaults.standard`.",
      ),
    ),
    turn(
      "that explains it. put it into the group container",
      edited("Shared/TideCache.swift", "UserDefaults.standard", "UserDefaults(suiteName: container)"),
      said("Done."),
    ),
    turn("thanks"),
  ];

  test("is one memory: problem, cause, files", () => {
    const [fix, ...others] = of("fix", all(...talk()));
    expect(others).toEqual([]);
    for (const part of ["yesterday's tides", "runs in its own container", "Shared/TideCache.swift"])
      expect(fix).toContain(part);
  });

  test("is the same however the reading was cut", () => {
    const segments = talk();
    const whole = observe(segments, {}, context(segments)).observations;
    let carry = {};
    const parts = segments.flatMap((segment, at) => {
      const next = segments.slice(at, at + 2);
      const read = observe(next, carry, { done: 1, projectDir: "/p" });
      carry = JSON.parse(JSON.stringify(read.carry));
      return read.observations.filter((one) => one.segment === segment.id);
    });
    expect(of("fix", parts)).toEqual(of("fix", whole));
  });

  test("is not over while the person says that it is as bad as before", () => {
    const [guess, after, , ...rest] = [
      turn(
        "customers get two labels since 8:40",
        said("The worker takes 32 at once, so the lock is lost before the message is completed."),
        edited("src/worker.ts", "32", "8"),
      ),
      turn("still doubles. so that's not it"),
      turn("ok"),
    ];
    expect(of("fix", all(guess as Segment, after as Segment, ...rest))).toEqual([]);
  });

  test("has no cause in a guess, a plan or a list of candidates", () => {
    const found = all(
      turn(
        "the import fails since yesterday, why?",
        said(
          "Some hypotheses:\n\n1. The parser never closes the file, so handles run out.\n2. It might be the proxy.",
        ),
        edited("src/import.ts"),
        said("I'll add a log so that we see it."),
      ),
      turn("ok"),
    );
    expect(of("fix", found)).toEqual([]);
  });

  test("is none where the person only tells how things are", () => {
    const found = all(
      turn(
        "One more thing for the mail worker: the provider told us they cut us off at 100 mails a minute.",
        edited("src/mails.ts"),
        said("It turns out the provider has a hard rate limit, so the worker sends at most 90 a minute now."),
      ),
      turn("ok"),
    );
    expect(of("fix", found)).toEqual([]);
  });
});

describe("a slip in fresh work", () => {
  test("is none, though the agent tells of it", () => {
    const found = all(
      turn(
        "stack the requests panel by status",
        edited("dashboards/api.json"),
        failed("make dashboards", "RUNTIME ERROR: expected a comma before next field."),
        said("I dropped a comma in the edit."),
        edited("dashboards/api.json"),
        ran("make dashboards", "configured"),
        said("Stacked by status code."),
      ),
    );
    expect(of("fix", found)).toEqual([]);
  });
});

describe("the line that is told of a failure", () => {
  test("is the error, not that something failed", () => {
    const [fix] = of(
      "fix",
      all(
        turn(
          "Build and test.",
          failed(
            "xcodebuild test -scheme T",
            "Testing failed:\n\tStoreTests.testReads: SQLite error 5: database is locked\n** TEST FAILED **",
          ),
          said(
            "The app opens a `DatabasePool` and the widget a `DatabaseQueue`, and the queue takes the file out of WAL mode.",
          ),
          edited("Shared/TideStore.swift", "DatabaseQueue", "DatabasePool"),
          ran("xcodebuild test -scheme T", "** TEST SUCCEEDED **"),
        ),
      ),
    );
    expect(fix).toContain("SQLite error 5: database is locked");
    expect(fix).toContain("takes the file out of WAL mode");
  });
});

describe("a call that works where others did not", () => {
  const commands = (...segments: Segment[]): string[] => of("command", all(...segments));

  test("is the same program with other flags, whatever was asked of it", () => {
    const query = "select count(*) from labels where created_at > '2026-03-02'";
    const [kept, ...others] = commands(
      turn(
        "how many doubles?",
        failed(`sqlcmd -S sql-f -d labels -Q "${query}"`, "Error: Login failed for user ''."),
        ran(`sqlcmd -G -S sql-f.database.example -d labels -Q "${query}"`, "317"),
      ),
    );
    expect(others).toEqual([]);
    expect(kept).toContain("sqlcmd -G -S sql-f.database.example");
  });

  test("is kept although files were changed before it passed, where it got past the first complaint", () => {
    const call = "DOCKER_HOST=unix:///c.sock ./gradlew :api:test";
    const [kept] = commands(
      turn(
        "make the bookings idempotent",
        failed(
          "./gradlew :api:test --tests '*Keys*'",
          "IllegalStateException: Could not find a valid Docker environment",
        ),
        failed(
          `${call} --tests '*Keys*'`,
          "ExposedSQLException: ERROR: duplicate key value violates unique constraint",
        ),
        edited("api/Keys.kt"),
        ran(call, "BUILD SUCCESSFUL"),
      ),
    );
    expect(kept).toContain(call);
    expect(kept).toContain("Could not find a valid Docker environment");
  });

  test("is what the person told after a call in vain", () => {
    const [kept] = commands(
      turn(
        "check that it deploys",
        failed("vercel --prod", 'Error: Command "vercel build" exited with 1: Module not found'),
      ),
      turn(
        "the cli never worked with the workspace. push to the release branch, it deploys from there",
        ran("git push origin main:release", "ok"),
      ),
    );
    expect(kept).toContain("git push origin main:release");
  });

  test.each([
    [
      "another question",
      'clickhouse-client -q "select avg(len) from sessions"',
      'clickhouse-client -q "select median(len) from sample"',
    ],
    ["another subcommand", "kubectl apply -f dashboards/", "kubectl -n monitoring logs deploy/grafana"],
    ["another program", "make dashboards", "git status --short"],
  ])("is not %s", (_, wrong, right) => {
    expect(
      commands(turn("next", failed(wrong, "Exception: Memory limit exceeded"), ran(right, "ok"))),
    ).toEqual([]);
  });
});

describe("an outcome", () => {
  const outcomes = (...segments: Segment[]): string[] => of("outcome", all(...segments));
  const files = ["src/a.ts", "src/b.ts", "src/c.ts", "src/d.ts"].map((path) => edited(path));

  test("is told once, where the work is committed, with what was asked first and the agent's summary", () => {
    const [kept, ...others] = outcomes(
      turn(
        "Add an approval to payouts over ten thousand.",
        ...files.slice(0, 2),
        said("The table is there."),
      ),
      turn(
        "yes do that",
        ...files.slice(2),
        said("`c.ts` asks for it and `d.ts` skips what waits, with 12 new tests."),
      ),
      turn("commit", ran('git commit -am "Approve large payouts"', "[main 1]"), said("Committed.")),
      turn("what's for lunch"),
    );
    expect(others).toEqual([]);
    for (const part of ["Add an approval to payouts", "Approve large payouts", "12 new tests", "src/a.ts"])
      expect(kept).toContain(part);
    expect(kept).not.toContain("yes do that");
  });

  test("is none while the work goes on, nor of a tweak", () => {
    expect(
      outcomes(
        turn("put the latencies into one panel", ...files.slice(0, 2), said("They are one panel.")),
        turn("next"),
      ),
    ).toEqual([]);
    expect(
      outcomes(
        turn("p99 in orange?", edited("api.json"), said("It's orange.")),
        turn("commit", ran('git commit -am "dashboards"'), said("Committed.")),
      ),
    ).toEqual([]);
  });
});

test("what is kept in mind stays small, however long a session goes on", () => {
  let carry = {};
  for (let n = 0; n < 200; n += 1) {
    const segment = turn(
      `the job number ${n} fails with a timeout since yesterday, why?`,
      failed(`npm run job-${n}`, `Error: job ${n} timed out`),
      said(`Job ${n} reads the whole table before it starts, so it never ends in time. ${"x".repeat(300)}`),
      edited(`src/job-${n}.ts`),
    );
    carry = observe([segment], carry, { done: 1, projectDir: "/p" }).carry;
  }
  expect(JSON.stringify(carry).length).toBeLessThan(30_000);
});
