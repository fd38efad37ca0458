import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type EngineStage, openEngine } from "../../../test/support/engine.ts";
import { mayCapture, mayRecall } from "../project-view.ts";
import { addStretch } from "./add-stretch.ts";
import { pause, resume, turnOff, turnOn } from "./choose.ts";
import { consentFolder, consentOf, offFile, pauseFile } from "./standing.ts";
import { isApart, stretchesFile, stretchesOf } from "./stretches.ts";

let stage: EngineStage;
beforeEach(() => {
  stage = openEngine();
});
afterEach(() => stage[Symbol.dispose]());

const later = (minutes: number): void => {
  stage.now = new Date(stage.now.getTime() + minutes * 60_000);
};
const after = (minutes: number): string => new Date(stage.now.getTime() + minutes * 60_000).toISOString();
const stands = () => consentOf(stage.host, stage.view().project.id);
const apart = (minute: number, session = "s") => {
  const at = after(minute);
  return isApart(stretchesOf(stage.host, stage.view().project.id), { session, began: at, ended: at });
};

describe("a pause", () => {
  test("keeps nothing and recalls, until it is ended", () => {
    expect([mayCapture(stage.view()), mayRecall(stage.view())]).toEqual([true, true]);
    pause(stage.host);
    expect([mayCapture(stage.view()), mayRecall(stage.view())]).toEqual([false, true]);
    expect(stands().state).toBe("paused");
    expect(resume(stage.host)).toBeDefined();
    expect(mayCapture(stage.view())).toBe(true);
    expect(resume(stage.host)).toBeUndefined();
  });

  test("for a time is over by itself", () => {
    pause(stage.host, after(60));
    expect(stands()).toMatchObject({ state: "paused", until: after(60) });
    later(59);
    expect(mayCapture(stage.view())).toBe(false);
    later(1);
    expect(mayCapture(stage.view())).toBe(true);
    expect(resume(stage.host)).toBeUndefined();
  });

  test("that goes on may be given another end, and has begun when it did", () => {
    const since = stage.now.toISOString();
    pause(stage.host, after(10));
    later(5);
    expect(pause(stage.host)).toEqual({ since });
    later(60);
    expect(mayCapture(stage.view())).toBe(false);
  });

  test("is what cannot be read", () => {
    for (const content of ["", "{", "[]", "null", '{"until":"soon"}', '{"until":5}', "x".repeat(5_000)]) {
      mkdirSync(consentFolder(stage.host), { recursive: true });
      writeFileSync(pauseFile(stage.host), content);
      expect([content.slice(0, 9), mayCapture(stage.view())]).toEqual([content.slice(0, 9), false]);
      expect(mayRecall(stage.view())).toBe(true);
    }
    expect(resume(stage.host)).toBeDefined();
    expect(mayCapture(stage.view())).toBe(true);
    mkdirSync(pauseFile(stage.host));
    expect(mayCapture(stage.view())).toBe(false);
  });

  test.skipIf(process.getuid?.() === 0)("is a folder that nobody may look into, and says so", () => {
    pause(stage.host);
    resume(stage.host);
    for (const folder of [consentFolder(stage.host), stage.host.paths.state]) {
      chmodSync(folder, 0o000);
      expect(stands()).toMatchObject({ state: "paused", problem: expect.stringContaining(folder) });
      expect(apart(-9_999)).toBe(true);
      chmodSync(folder, 0o700);
      expect(stands().state).toBe("on");
    }
  });

  test("is a file where the folder should be", () => {
    mkdirSync(stage.host.paths.state, { recursive: true });
    writeFileSync(consentFolder(stage.host), "");
    expect(stands().state).toBe("paused");
  });
});

describe("a project that is off", () => {
  test("keeps and recalls nothing, until it is on; others do both", () => {
    expect(turnOff(stage.view())).toBe(true);
    expect(turnOff(stage.view())).toBe(false);
    expect([mayCapture(stage.view()), mayRecall(stage.view())]).toEqual([false, false]);
    expect(consentOf(stage.host, "0123456789abcdef").state).toBe("on");
    expect(turnOn(stage.view())).toBe(true);
    expect(turnOn(stage.view())).toBe(false);
    expect([mayCapture(stage.view()), mayRecall(stage.view())]).toEqual([true, true]);
  });

  test("stays off when a pause ends", () => {
    turnOff(stage.view());
    pause(stage.host);
    resume(stage.host);
    expect(stands().state).toBe("off");
  });
});

describe("the files", () => {
  test("are the user's alone, and nothing of it stands in the repository", () => {
    pause(stage.host);
    turnOff(stage.view());
    resume(stage.host);
    turnOn(stage.view());
    pause(stage.host);
    turnOff(stage.view());
    const id = stage.view().project.id;
    for (const path of [pauseFile(stage.host), offFile(stage.host, id), stretchesFile(stage.host)])
      expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600]);
    expect(statSync(consentFolder(stage.host)).mode & 0o777).toBe(0o700);
    expect(existsSync(join(stage.project, ".claude"))).toBe(false);
  });

  test("are not written through links", () => {
    const elsewhere = join(stage.home, "elsewhere");
    mkdirSync(stage.host.paths.state, { recursive: true });
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, consentFolder(stage.host));
    expect(() => pause(stage.host)).toThrow("SECURITY_ERROR");
    rmSync(consentFolder(stage.host));
    mkdirSync(consentFolder(stage.host), { mode: 0o700 });
    writeFileSync(join(elsewhere, "precious"), "precious");
    symlinkSync(join(elsewhere, "precious"), pauseFile(stage.host));
    pause(stage.host);
    expect(readFileSync(join(elsewhere, "precious"), "utf8")).toBe("precious");
    symlinkSync(join(elsewhere, "precious"), stretchesFile(stage.host));
    expect(() => resume(stage.host)).toThrow();
    expect(readFileSync(join(elsewhere, "precious"), "utf8")).toBe("precious");
    expect(mayCapture(stage.view())).toBe(false);
  });
});

describe("what was said in between", () => {
  test("stays out of memory when the pause is over, by itself or not", () => {
    pause(stage.host);
    later(10);
    expect([apart(-11), apart(-9), apart(0), apart(1)]).toEqual([false, true, true, true]);
    resume(stage.host);
    expect([apart(-11), apart(-9), apart(1)]).toEqual([false, true, false]);
    later(10);
    pause(stage.host, after(5));
    later(10);
    expect([apart(-25), apart(-15), apart(-7), apart(-4)]).toEqual([true, false, true, false]);
    pause(stage.host);
    resume(stage.host);
    expect([apart(-25), apart(-15), apart(-7), apart(-4)]).toEqual([true, false, true, false]);
  });

  test("stays out of memory where the project was off, in that project alone", () => {
    turnOff(stage.view());
    later(10);
    expect(apart(0)).toBe(true);
    turnOn(stage.view());
    expect([apart(-5), apart(5)]).toEqual([true, false]);
    const at = after(-5);
    expect(isApart(stretchesOf(stage.host, "0123456789abcdef"), { session: "s", began: at, ended: at })).toBe(
      false,
    );
  });

  test("is all there was before a line that cannot be read", () => {
    stage.now = new Date();
    addStretch(stage.host, { to: after(-100), session: "other" });
    expect(apart(-10)).toBe(false);
    writeFileSync(stretchesFile(stage.host), '{"from":"20', { flag: "a" });
    addStretch(stage.host, { to: after(-100), session: "other" });
    expect([apart(-10), apart(10)]).toEqual([true, false]);
    expect(stretchesOf(stage.host, "x")).toHaveLength(3);
  });

  test("is a turn of which any part lies in it", () => {
    const time = (n: number): string => new Date(n * 1_000).toISOString();
    const moment = fc.integer({ min: 0, max: 50 });
    const span = fc.tuple(moment, moment).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    fc.assert(
      fc.property(fc.array(span, { maxLength: 4 }), span, (taken, [began, ended]) => {
        const stretches = taken.map(([from, to]) => ({ from: time(from), to: time(to) }));
        const touched = taken.some(([from, to]) => from <= ended && began <= to);
        const given = { session: "s", began: time(began), ended: time(ended) };
        expect(isApart(stretches, given)).toBe(touched);
        expect(
          isApart(
            stretches.map((each) => ({ ...each, session: "other" })),
            given,
          ),
        ).toBe(false);
      }),
    );
  });
});
