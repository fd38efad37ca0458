import { describe, expect, test } from "bun:test";
import { BUILT_PLUGIN } from "./plugin.ts";
import { CLIENTS, clearScenesAfterEach, LIMIT, scene } from "./scenario.ts";
import { HAS_TMUX, openTerminal } from "./terminal.ts";

clearScenesAfterEach();

for (const client of CLIENTS) {
  describe(`the first session, Claude Code ${client.version}`, () => {
    test.skipIf(!HAS_TMUX)(
      "tells the person what is kept and where, once, and the model nothing of it",
      async () => {
        const { sandbox, model } = scene(() => ({ text: "Hello." }));
        const open = () => openTerminal({ client, sandbox, port: model.port, plugin: BUILT_PLUGIN });
        const first = await open();
        try {
          await first.see(/recollect pause/);
          await first.see(/recollect off/);
          await first.ready();
          await first.say("Say hello");
          await first.see(/Hello\./);
        } finally {
          await first.close();
        }
        expect(JSON.stringify(model.main)).not.toContain("recollect pause");
        const second = await open();
        try {
          await second.ready();
          await second.say("Say hello");
          expect(await second.see(/Hello\./)).not.toContain("recollect pause");
        } finally {
          await second.close();
        }
      },
      LIMIT,
    );
  });
}
