import { type LabelledSession, labelled } from "../../../session.ts";

/** A temperature logger for vaccine boxes loses readings: debugging with a board on the table; C, Zephyr, Bluetooth. */
const session: LabelledSession = labelled({
  name: "vaccine-cold-chain",
  project: "/home/tendai/coldlog-fw",
  talk: (t) => {
    t.prompt(
      "3 of the pilot boxes in Mutare come back with holes in the temperature log. always around 2-3 hours missing. log from one below",
    )
      .prompt(
        "[00:00:00.412,000] <inf> main: coldlog 2.3.1\n[00:00:00.418,000] <inf> nvs: 8 Sectors of 4096 bytes\n[02:14:09.031,000] <wrn> store: queue full, dropping 1\n[02:14:39.031,000] <wrn> store: queue full, dropping 2\n[04:40:12.900,000] <inf> ble: connected\n[04:40:14.120,000] <inf> store: resumed",
      )
      .said(
        "The queue between sampling and storage fills up, and only drains when a phone connects. I'll look at the storage thread.",
      )
      .called("Grep", { pattern: "k_msgq|nvs_write", path: "src" })
      .gave(
        "src/store.c:22:K_MSGQ_DEFINE(samples, sizeof(struct sample), 64, 4);\nsrc/store.c:71:\trc = nvs_write(&fs, id, &s, sizeof(s));\nsrc/sample.c:40:\tk_msgq_put(&samples, &s, K_NO_WAIT);",
      )
      .read(
        "/home/tendai/coldlog-fw/src/store.c",
        "static void store_thread(void)\n{\n\twhile (1) {\n\t\tk_msgq_get(&samples, &s, K_FOREVER);\n\t\tk_sem_take(&flash_lock, K_FOREVER);\n\t\trc = nvs_write(&fs, id, &s, sizeof(s));\n\t\tk_sem_give(&flash_lock);\n\t}\n}",
      )
      .said(
        "One suspicion: the garbage collection of NVS takes long when sectors are full, and the thread starves. Let me measure how long `nvs_write` takes.",
      )
      .ran(
        "west build -b nrf52840dk_nrf52840 && west flash",
        "FATAL ERROR: required program nrfjprog not found; install it or add its location to PATH",
        1,
      )
      .prompt("use the jlink runner, we have no nrfjprog on linux here")
      .ran(
        "west flash --runner jlink",
        "-- runners.jlink: Flashing file: build/zephyr/zephyr.hex\nFlash download: Program & Verify speed: 84 KB/s\nO.K.",
      )
      .said("Flashed with `west flash --runner jlink`. Now the measurement.")
      .edited(
        "/home/tendai/coldlog-fw/src/store.c",
        "rc = nvs_write",
        "uint32_t t0 = k_cycle_get_32();\n\t\trc = nvs_write",
      )
      .ran(
        "west build && west flash --runner jlink && timeout 60 picocom -b 115200 /dev/ttyACM0",
        "<dbg> store: write 3 ms\n<dbg> store: write 2 ms\n<dbg> store: gc 41 ms\n<dbg> store: write 3 ms",
      )
      .said(
        "Garbage collection takes 41 ms at worst. That can't explain hours, so my suspicion about NVS was wrong.",
      )
      .prompt("look at flash_lock, Blessing added it for the dfu i think")
      .called("Grep", { pattern: "flash_lock", path: "src" })
      .gave(
        "src/dfu.c:15:K_SEM_DEFINE(flash_lock, 1, 1);\nsrc/dfu.c:88:\tk_sem_take(&flash_lock, K_FOREVER);\nsrc/dfu.c:117:\tk_sem_give(&flash_lock);\nsrc/store.c:70:\tk_sem_take(&flash_lock, K_FOREVER);",
      )
      .read(
        "/home/tendai/coldlog-fw/src/dfu.c",
        "static int dfu_begin(void)\n{\n\tk_sem_take(&flash_lock, K_FOREVER);\n\t...\n}\nstatic void dfu_end(int rc)\n{\n\tif (rc == 0) {\n\t\tmark_pending();\n\t}\n\tk_sem_give(&flash_lock);\n}\nstatic void on_disconnect(void)\n{\n\tdfu_active = false;\n}",
      )
      .thought(
        "If the phone disconnects in the middle of an update, on_disconnect doesn't give the semaphore.",
      )
      .said(
        "**Root cause:** when the phone walks away during an update, `on_disconnect` in `dfu.c` never gives `flash_lock` back, so the storage thread waits until the next connection. The update resumes then, ends, and everything goes on as if nothing had been.",
      )
      .prompt("yes!! that fits. the nurses try the update from the motorbike and drive off. fix it")
      .edited(
        "/home/tendai/coldlog-fw/src/dfu.c",
        "\tdfu_active = false;",
        "\tif (dfu_active) {\n\t\tdfu_active = false;\n\t\tk_sem_give(&flash_lock);\n\t}",
      )
      .wrote(
        "/home/tendai/coldlog-fw/tests/dfu_abort/src/main.c",
        "ZTEST(dfu_abort, test_lock_released_on_disconnect) { }",
      )
      .ran(
        "west twister -T tests -p native_sim",
        "ERROR   - native_sim: 32-bit libraries missing: /usr/include/stdio.h:27: fatal error: bits/libc-header-start.h: No such file or directory",
        1,
      )
      .said(
        "The 32-bit headers are missing on this machine; the 64-bit variant of the simulator doesn't need them.",
      )
      .ran(
        "west twister -T tests -p native_sim/native/64",
        "INFO    - 14 of 14 executed test configurations passed (100.00%), 0 built (not run), 0 failed",
      )
      .said("All 14 configurations pass, the new abort test among them.")
      .prompt("ok. and should the queue be bigger also? 64 samples is half an hour")
      .said(
        "It would help as a second line of defence. Each sample is 12 bytes:\n\n| Samples | Time at 30 s | RAM |\n|---|---|---|\n| 64 | 32 min | 0.8 kB |\n| 256 | 2 h 8 min | 3 kB |\n| 720 | 6 h | 8.6 kB |\n\nWith 256 there is still 21 kB of RAM left.",
      )
      .prompt(
        "lets take 720. the ministry accepts a gap of max 15 minutes and for a gap of more they must throw away the whole box",
      )
      .edited("/home/tendai/coldlog-fw/src/store.c", "64, 4", "720, 4")
      .ran(
        "west build",
        "Memory region         Used Size  Region Size  %age Used\n           FLASH:      201344 B         1 MB     19.20%\n             RAM:      242112 B       256 KB     92.36%",
      )
      .said(
        "Hmm, RAM is at 92 % with 720 samples; I had misread the map and there is less left than I said. The Bluetooth buffers take 60 kB.",
      )
      .prompt("no then go back. 256. we need ram for the second sensor")
      .edited("/home/tendai/coldlog-fw/src/store.c", "720, 4", "256, 4")
      .said("The queue holds 256 samples now.")
      .prompt("what happens in the log when it drops anyway, does the reader see it?")
      .said("No. A dropped sample leaves nothing behind; the app draws a straight line over the hole.")
      .prompt(
        "thats dangerous. dropped samples have to be written as a gap record, never interpolate! this is a rule of WHO prequalification, auditors check it",
      )
      .edited(
        "/home/tendai/coldlog-fw/src/store.c",
        'LOG_WRN("queue full',
        'put_gap(dropped);\n\tLOG_WRN("queue full',
      )
      .edited("/home/tendai/coldlog-fw/src/record.h", "REC_SAMPLE = 1,", "REC_SAMPLE = 1,\n\tREC_GAP = 2,")
      .said("Drops are now stored as `REC_GAP` with the number of samples lost.")
      .prompt("does old app crash with record type 2?")
      .read(
        "/home/tendai/coldlog-fw/doc/protocol.md",
        "Record types: 1 sample. Readers MUST skip unknown types using the length byte.",
      )
      .said(
        "By the protocol readers skip types they don't know. I can't see the app's source from here, so I haven't verified it.",
      )
      .prompt("I ask Farai, he has the app. before we release 2.3.2 this must be confirmed")
      .said("Noted. Shall I prepare the release notes?")
      .prompt("yes but short. and no word about WHO in there, the notes are public")
      .wrote(
        "/home/tendai/coldlog-fw/doc/releases/2.3.2.md",
        "# 2.3.2\n- Storage continues after an aborted update\n- Gaps are recorded",
      )
      .ran(
        "git add -A && git commit -m 'store: go on after an aborted update; record gaps'",
        "[fix/gaps 77c1e0d] store: go on after an aborted update; record gaps\n 6 files changed, 71 insertions(+), 4 deletions(-)",
      )
      .said(
        "Committed as 77c1e0d.\n\n**What changed**\n- `dfu.c`: the lock is given back on disconnect\n- `store.c`: queue of 256 samples, gap records\n- `record.h`: new record type\n- `tests/dfu_abort`: covers the abort\n\n**Still open**\n- Confirmation that the old app tolerates record type 2",
      )
      .prompt("good work. how is the battery by the way")
      .said("Nothing here changes the sleep current; I'd expect the same 14 months.")
      .prompt("ok. rain is coming, I pack up");
  },
  keep: [
    { kind: "command", type: "procedural", words: ["west flash --runner jlink"] },
    { kind: "fix", words: ["on_disconnect", "flash_lock"] },
    { kind: "command", type: "procedural", words: ["native_sim/native/64"] },
    { kind: "learning", type: "semantic", words: ["gap of max 15 minutes"] },
    {
      kind: ["preference", "learning", "correction", "decision"],
      type: "semantic",
      words: ["gap record", "never interpolate"],
    },
    { kind: "intention", type: "prospective", words: ["before we release 2.3.2", "confirmed"] },
    { kind: ["preference", "correction"], words: ["no word about WHO"] },
    { kind: "decision", words: ["256", "second sensor|queue holds"] },
    { kind: "outcome", words: ["store.c|dfu.c", "256 samples|lock is given back"] },
  ],
  may: [
    { kind: "correction", words: ["no nrfjprog on linux"] },
    { kind: "learning", words: ["Readers MUST skip unknown types|readers skip types"] },
    { kind: "decision", words: ["REC_GAP"] },
    { kind: "learning", words: ["nurses try the update"] },
    { kind: "intention", words: ["Confirmation that the old app"] },
    { kind: "learning", words: ["RAM", "60 kB|92 %"] },
    { kind: "fix", words: ["32-bit"] },
    { kind: "learning", words: ["straight line over the hole"] },
  ],
  never: ["thread starves", "21 kB", "rain is coming", "14 months"],
});

export default session;
