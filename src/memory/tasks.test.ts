import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { WORKING_TTL_MS } from "./create.ts";
import { cleared, isOpen } from "./lifecycle.ts";
import { AT, sampleMemory } from "./samples.ts";
import { finished, follow, isUncleared, listOf, PRIORITY, subjectOf, type TaskChange } from "./tasks.ts";
import type { WorkingMemory } from "./types.ts";

const LIST = "todo:";
const MINUTE = 60_000;
const at = (minutes: number): Date => new Date(AT.now.getTime() + minutes * MINUTE);

/** A session's memories of one list, as the engine keeps them. */
class Session {
  memories: WorkingMemory[] = [];
  tell(changes: readonly TaskChange[], now: Date = AT.now, whole = false): void {
    const { changed, begun } = follow(this.memories, { changes, whole }, now);
    const next = new Map(this.memories.map((memory) => [memory.id, memory]));
    for (const memory of changed) next.set(memory.id, memory);
    for (const draft of begun) {
      const memory = sampleMemory(draft, { now });
      next.set(memory.id, memory);
    }
    this.memories = [...next.values()];
  }
  open(): WorkingMemory[] {
    return this.memories.filter(isUncleared);
  }
}

const task = (id: string, state?: TaskChange["state"], subject?: string): TaskChange => ({
  id: `${LIST}${id}`,
  ...(subject === undefined ? {} : { subject }),
  ...(state === undefined ? {} : { state }),
});

describe("a client's tasks", () => {
  test("begin as working memory of their ids, what is in progress before what waits", () => {
    const session = new Session();
    session.tell([task("a", "pending", "Write tests"), task("b", "active", "Add the route")]);
    expect(session.open().map(({ todo_id, priority }) => [todo_id, priority])).toEqual([
      ["todo:a", PRIORITY.waiting],
      ["todo:b", PRIORITY.active],
    ]);
    session.tell([task("a", "active"), task("b", "pending")]);
    expect(session.open().map(({ priority }) => priority)).toEqual([PRIORITY.active, PRIORITY.waiting]);
  });

  test("keep their subject where only a state or a description is told", () => {
    const session = new Session();
    session.tell([{ id: "1", subject: "Add the route", description: "POST /login", state: "pending" }]);
    session.tell([{ id: "1", description: "POST /login and /logout" }]);
    expect(session.open()[0]?.content).toBe("Add the route\nPOST /login and /logout");
    session.tell([{ id: "1", subject: "Add routes", state: "active" }]);
    expect(session.open()[0]?.content).toBe("Add routes\nPOST /login and /logout");
    expect(session.memories).toHaveLength(1);
  });

  test("are cleared when they are done, and kept", () => {
    const session = new Session();
    session.tell([task("a", "active", "Add the route")]);
    session.tell([task("a", "completed")], at(5));
    expect(session.memories).toHaveLength(1);
    expect(session.memories[0]).toMatchObject({
      cleared_at: at(5).toISOString(),
      cleared_reason: "completed",
    });
  });

  test("that are taken up again are another memory, which knows what it is about", () => {
    const session = new Session();
    session.tell([task("a", "active", "Add the route")]);
    session.tell([task("a", "completed")]);
    session.tell([task("a", "active")]);
    expect(session.memories).toHaveLength(2);
    expect(session.open().map(subjectOf)).toEqual(["Add the route"]);
  });

  test("of which only the state is told are not made up", () => {
    const session = new Session();
    session.tell([task("a", "active"), task("b", "completed", "Long done")]);
    expect(session.memories).toEqual([]);
  });

  test("that a whole list does not name any more are gone", () => {
    const session = new Session();
    session.tell([task("a", "pending", "A"), task("b", "pending", "B")], AT.now, true);
    session.tell([task("b", "pending", "B")], AT.now, true);
    expect(session.open().map(subjectOf)).toEqual(["B"]);
    expect(session.memories.find(({ cleared_reason }) => cleared_reason)?.cleared_reason).toBe("removed");
    session.tell([], AT.now, true);
    expect(session.open()).toEqual([]);
  });

  test("live on by activity on any of their list", () => {
    const session = new Session();
    session.tell([task("a", "pending", "A"), task("b", "pending", "B")]);
    session.tell([task("a", "active")], at(180));
    for (const memory of session.open())
      expect(Date.parse(memory.expires_at)).toBe(at(180).getTime() + WORKING_TTL_MS);
    expect(session.open().every((memory) => isOpen(memory, at(360)))).toBe(true);
  });

  test("are finished when none is open and one was done, and only once", () => {
    const session = new Session();
    session.tell([task("a", "pending", "A"), task("b", "pending", "B")]);
    session.tell([task("a", "completed")]);
    expect(finished(session.memories, LIST)).toEqual([]);
    session.tell([task("b", "removed")]);
    expect(finished(session.memories, LIST).map(subjectOf)).toEqual(["A"]);
    const told = session.memories.map((memory) => ({ ...memory, promoted_to: "episode" }));
    expect(finished(told, LIST)).toEqual([]);
    expect(
      finished(
        session.memories.map((memory) => cleared({ ...memory, cleared_reason: "removed" }, "x", AT.now)),
        LIST,
      ),
    ).toEqual([]);
  });
});

test("lists are told apart by what stands before the last colon", () => {
  expect(["7", "todo:ab", "plan:12:0", "task:auth:"].map(listOf)).toEqual([
    "",
    "todo:",
    "plan:12:",
    "task:auth:",
  ]);
});

describe("whatever a client tells, in whatever order", () => {
  const change = fc.record(
    {
      id: fc.constantFrom("todo:a", "todo:b", "todo:c"),
      subject: fc.constantFrom("Add the route", "Write tests", " ", "x\u0000\ny"),
      description: fc.constantFrom("", "of the login", "a\n\nb"),
      state: fc.constantFrom<TaskChange["state"]>("pending", "active", "completed", "removed"),
    },
    { requiredKeys: ["id"] },
  ) as fc.Arbitrary<TaskChange>;
  const news = fc.record({
    changes: fc.array(change, { maxLength: 4 }),
    whole: fc.boolean(),
    after: fc.integer({ min: -30, max: 300 }),
  });

  test("at most one memory of a task is open, none is deleted or opened again, and none expires earlier", () => {
    fc.assert(
      fc.property(fc.array(news, { maxLength: 12 }), (told) => {
        const session = new Session();
        let minutes = 0;
        for (const { changes, whole, after } of told) {
          minutes += after; // clocks run backwards, too
          const before = session.memories;
          session.tell(changes, at(minutes), whole);
          const now = new Map(session.memories.map((memory) => [memory.id, memory]));
          for (const old of before) {
            const memory = now.get(old.id);
            expect(memory).toBeDefined();
            expect(memory && memory.expires_at >= old.expires_at).toBe(true);
            if (old.cleared_at !== undefined) expect(memory).toEqual(old);
          }
          const open = session.open().map(({ todo_id }) => todo_id);
          expect(new Set(open).size).toBe(open.length);
          for (const { id, state } of changes) {
            const last = changes.findLast((other) => other.id === id && other.state !== undefined)?.state;
            if (state !== undefined && (last === "completed" || last === "removed"))
              expect(open).not.toContain(id);
          }
          expect(session.open().every(({ content }) => content.trim() !== "")).toBe(true);
        }
      }),
    );
  });
});
