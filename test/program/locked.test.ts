/** Someone writes for a while: what nobody waits for waits, and what someone waits for goes on without. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { openStage, pluginOfThisFile } from "./support.ts";

const plugin = pluginOfThisFile();
/** Longer than a prompt waits, shorter than a session's start does. */
const HELD_MS = 700;

test("a session starts, and a turn ends, while another process writes", async () => {
  using stage = openStage(plugin());
  await stage.hook("SessionStart", { source: "startup" });
  for (const [event, payload] of [
    ["SessionStart", { source: "startup", session_id: "second" }],
    ["Stop", { session_id: "second", transcript_path: `${stage.home}/none.jsonl` }],
  ] as const) {
    const db = new Database(stage.database);
    db.run("BEGIN IMMEDIATE");
    const answered = stage.hook(event, payload);
    await Bun.sleep(HELD_MS);
    db.run("ROLLBACK");
    db.close();
    await answered;
  }
  expect(stage.trace()).toEqual([]);
});
