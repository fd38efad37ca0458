import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/home/arne/fw/greenhouse-node";

/** Bringing up a sensor board: C on an STM32, a bus that hangs, an errata sheet; an electronics person with a scope. */
const session: LabelledSession = labelled({
  name: "i2c-bring-up",
  project: P,
  talk: (t) => {
    t.prompt(
      "Rev C boards are back. SHT45 + two SCD41 behind a TCA9548A mux, STM32G071. Boots, first reading OK, then I2C hangs after 3..40 s. Rev B with the same firmware doesn't.",
    )
      .said("I'll read the driver and see what it does on a bus error.")
      .read(
        `${P}/src/drv/i2c.c`,
        "int i2c_xfer(uint8_t addr, const uint8_t *tx, size_t n, uint8_t *rx, size_t m)\n{\n    while (I2C1->ISR & I2C_ISR_BUSY)\n        ;\n    I2C1->CR2 = (addr << 1) | (n << I2C_CR2_NBYTES_Pos);\n    …\n}",
      )
      .read(
        `${P}/src/board/rev_c.h`,
        "#define I2C_TIMINGR 0x00602173 /* 400 kHz @ 64 MHz */\n#define SCL_PIN 6\n#define SDA_PIN 7",
      )
      .said(
        "The wait on BUSY has no time-out, so one stuck transfer stops the node for good. It does not tell why the bus gets stuck, though. What do the lines look like when it hangs?",
      )
      .prompt("SCL high, SDA low. rise time SDA 610 ns, on rev B 190")
      .said(
        "SDA held low with SCL high is a slave in the middle of a byte. And 610 ns violates fast mode, where the limit is 300 ns. Are the pull-ups different on rev C?",
      )
      .prompt("4k7 both. but rev C has the mux upstream and 30 cm of flat cable. measured 240 pF")
      .said(
        "Then it adds up: 4.7 kΩ × 240 pF × 0.85 is about 960 ns from 30 % to 70 %… that is more than you measured, so the internal pull-ups must be on as well. Either way the edges are too slow for 400 kHz; a slave can see one clock twice and lose count.",
      )
      .prompt(
        "internal ones are off. your formula is 0.8473 RC for 30-70, you get 956, I measured 610 because only part of the cable is behind the closed channel. whatever. drop to 100k?",
      )
      .said(
        "At 100 kHz up to 1000 ns are allowed. The readings take 9 bytes every 5 s, so speed doesn't matter here.",
      )
      .prompt("yes 100k for rev C. rev D gets 2k2, already in the schematic")
      .edited(
        `${P}/src/board/rev_c.h`,
        "#define I2C_TIMINGR 0x00602173 /* 400 kHz @ 64 MHz */",
        "#define I2C_TIMINGR 0x10B17DB5 /* 100 kHz @ 64 MHz */",
      )
      .ran(
        "make flash BOARD=rev_c",
        "arm-none-eabi-size build/rev_c/node.elf\n   text\t   data\t    bss\n  41204\t    312\t   6020\nError: init mode failed (unable to connect to the target)\nmake: *** [Makefile:61: flash] Error 1",
        2,
      )
      .prompt("hold reset. these boards have no NRST on the tag-connect")
      .ran(
        "make flash BOARD=rev_c OPENOCD_ARGS='-c \"reset_config none; adapter speed 480\"'",
        "Error: init mode failed (unable to connect to the target)\nmake: *** [Makefile:61: flash] Error 1",
        2,
      )
      .ran(
        "st-flash --connect-under-reset --freq=480k write build/rev_c/node.bin 0x08000000",
        "2026-03-02T09:01:12 INFO common.c: Flash written and verified! jolly good!",
      )
      .said("Written with `st-flash --connect-under-reset`; OpenOCD won't attach while the firmware sleeps.")
      .prompt("makes sense, STOP1 kills SWD")
      .wait(25)
      .prompt("ran 20 min, then hung again. SDA low")
      .thought(
        "Slow edges were real but not the only cause. Look for resets in the middle of a transfer, mux…",
      )
      .said("So slow edges were not all of it. Is there anything on a 20-minute rhythm?")
      .prompt("SCD41 self calibration? no. hm. LoRa tx every 20 min")
      .ran(
        "grep -n 'lora_tx\\|IWDG\\|brown' -r src | head",
        "src/app/uplink.c:44:    lora_tx(buf, n);\nsrc/drv/pwr.c:19:    /* BOR level 1 */\nsrc/main.c:70:    iwdg_start(8000);",
      )
      .said(
        "A transmission draws about 120 mA. If the rail dips enough to reset an SCD41 but not the MCU, the sensor might come up in the middle of a transfer. Could you put the scope on its supply, triggered by the LoRa DIO line?",
      )
      .prompt(
        "3.3 V dips to 2.71 for 400 us. SCD41 min is 2.4, SHT45 1.08. so no reset. mux? TCA9548A POR is at 1.2",
      )
      .said("Then no part resets. I take that one back.")
      .prompt("BUT the mcu goes to STOP1 right after lora_tx. with i2c running?")
      .read(`${P}/src/app/uplink.c`, "void uplink(void)\n{\n    lora_tx(buf, n);\n    pwr_stop1();\n}")
      .read(`${P}/src/app/sample.c`, "void sample_isr(void) { i2c_start_async(SCD41, CMD_READ); }")
      .said(
        "That's it. `sample_isr` starts an asynchronous transfer from the RTC interrupt, and `uplink` enters STOP1 without looking whether one is under way. The I2C clock stops in mid-byte, the SCD41 keeps SDA low, and after waking the peripheral sees BUSY forever.",
      )
      .prompt("explains 3..40 s as well, thats join retries. why not on rev B")
      .said(
        "On rev B the transfer at 400 kHz was over before `lora_tx` returned. On rev C each goes through the mux, with a channel select before it, and takes four times as long.",
      )
      .edited(`${P}/src/app/uplink.c`, "    pwr_stop1();", "    i2c_wait_idle(50);\n    pwr_stop1();")
      .edited(
        `${P}/src/drv/i2c.c`,
        "while (I2C1->ISR & I2C_ISR_BUSY)\n        ;",
        "if (!wait_clear(I2C_ISR_BUSY, 25))\n        return i2c_recover();",
      )
      .said(
        "`uplink.c` waits for the bus before it sleeps, and `i2c_xfer` recovers a stuck bus by nine clocks and a STOP instead of spinning.",
      )
      .ran("make test", "cc -Itest/fake -o build/test …\n14 Tests 0 Failures 0 Ignored\nOK")
      .ran(
        "make BOARD=rev_c && st-flash --connect-under-reset --freq=480k write build/rev_c/node.bin 0x08000000",
        "INFO common.c: Flash written and verified! jolly good!",
      )
      .prompt("let it run over the weekend")
      .wait(3900)
      .prompt("62 h, 0 hangs, recover counter 0. good")
      .prompt("should we go back to 400k then?")
      .said("You could not with these edges: 610 ns is still out of spec. With 2.2 kΩ on rev D it would be.")
      .prompt("right, stays")
      .prompt("other thing: CO2 reads 60 ppm low in the greenhouse vs my Vaisala. altitude?")
      .said("How high is it? Without compensation the SCD41 assumes sea level.")
      .prompt("340 m")
      .said(
        "That is about 40 hPa, 4 %, or 25 ppm at 600. Not all of it. Automatic self-calibration is on by default and assumes 400 ppm at least once a week, which a closed greenhouse with plants undercuts at noon.",
      )
      .prompt(
        "yes they pull it down to 340 in the sun. switch ASC off, set altitude, I calibrate by hand with bottled gas twice a year",
      )
      .edited(
        `${P}/src/drv/scd41.c`,
        "scd41_start();",
        "scd41_set_altitude(340);\n    scd41_set_asc(false);\n    scd41_persist();\n    scd41_start();",
      )
      .said("ASC is off and the altitude is set, both persisted.")
      .prompt("persist not at every boot! eeprom is good for 2000 writes")
      .edited(
        `${P}/src/drv/scd41.c`,
        "scd41_persist();",
        "if (scd41_settings_differ())\n        scd41_persist();",
      )
      .said("It only persists when the stored settings differ.")
      .prompt("when rev D comes I want the cable shorter than 10 cm and the scope shots redone. note that")
      .said("Noted for rev D: cable below 10 cm, new scope shots.")
      .prompt("push to gerrit")
      .ran(
        "git push origin HEAD:refs/for/main",
        "remote: Processing changes: refs: 1, new: 1, done\nremote:   http://gerrit.lan/c/greenhouse-node/+/418 Sleep only when the bus is idle [NEW]",
      )
      .said("Change 418 is up for review.");
  },
  keep: [
    {
      kind: "fix",
      words: [
        "enters STOP1 without looking|waits for the bus before it sleeps|SCD41 keeps SDA low",
        "uplink",
      ],
    },
    { kind: ["decision"], words: ["100k for rev C"] },
    { kind: "command", type: "procedural", words: ["st-flash --connect-under-reset"] },
    { kind: ["decision", "learning"], words: ["switch ASC off|ASC off", "by hand with bottled gas"] },
    {
      kind: ["correction", "learning"],
      type: "semantic",
      words: ["not at every boot|2000 writes"],
    },
    { kind: "intention", type: "prospective", words: ["rev D", "shorter than 10 cm|below 10 cm"] },
    {
      kind: ["learning", "fix"],
      words: ["assumes 400 ppm at least once a week"],
    },
  ],
  may: [
    { kind: "learning", words: ["STOP1 kills SWD"] },
    { kind: ["learning", "correction"], words: ["no NRST on the tag-connect"] },
    { kind: ["learning", "decision"], words: ["610 ns"] },
    { kind: "learning", words: ["240 pF"] },
    { kind: ["learning", "decision", "intention"], words: ["2k2|2.2 kΩ"] },
    { kind: ["learning", "outcome"], words: ["62 h"] },
    { kind: "learning", words: ["takes four times as long"] },
    { kind: "outcome", words: ["uplink.c"] },
    { kind: "learning", words: ["pull it down to 340"] },
  ],
  never: [
    "the internal pull-ups must be on",
    "might come up in the middle",
    "jolly good",
    "self calibration? no",
    "adapter speed 480",
  ],
});

export default session;
