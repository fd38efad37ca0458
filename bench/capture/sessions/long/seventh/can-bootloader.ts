import { type LabelledSession, labelled } from "../../../session.ts";

/** A CAN bootloader that loses frames while it erases flash; C on an STM32G4, with a board on the desk. */
const session: LabelledSession = labelled({
  name: "can-bootloader",
  project: "/home/tove/bms-boot",
  talk: (t) => {
    t.prompt(
      "update over CAN dies at block 17 on 3 of 10 boards. always 17. log from the host tool:\n\n```\n[12.114] blk 15 ack\n[12.162] blk 16 ack\n[12.209] blk 17 nak (seq) want=0 got=3\n[12.209] retry 1\n[12.215] blk 17 nak (seq) want=0 got=3\n[12.221] abort\n```",
    )
      .said(
        "Sequence 3 where 0 was expected: three frames of block 17 went missing. I'll read the receive path.",
      )
      .read(
        "/home/tove/bms-boot/src/can_rx.c",
        "void FDCAN1_IT0_IRQHandler(void) {\n  while (FDCAN1->RXF0S & FDCAN_RXF0S_F0FL) {\n    fifo_push(&rx, read_elem());\n    FDCAN1->RXF0A = idx;\n  }\n}",
      )
      .read(
        "/home/tove/bms-boot/src/flash.c",
        "int flash_erase(uint32_t page) {\n  FLASH->CR = FLASH_CR_PER | (page << FLASH_CR_PNB_Pos);\n  FLASH->CR |= FLASH_CR_STRT;\n  while (FLASH->SR & FLASH_SR_BSY) {}\n  return 0;\n}",
      )
      .called("Grep", { pattern: "BLOCK_SIZE|PAGE_SIZE", path: "src" })
      .gave("src/proto.h:9:#define BLOCK_SIZE 128\nsrc/flash.h:4:#define PAGE_SIZE 2048")
      .said(
        "Block size is 128 bytes, page size 2048: block 17 is the first one of a new page, so it is right after the first erase during reception. While a bank erases, every fetch from that bank stalls the core, also the fetches of the interrupt handler. The RX FIFO has 3 elements; at 500 kbit/s the 4th frame is lost after about 0.7 ms.",
      )
      .prompt("but why only 3 of 10 boards")
      .said(
        "Probably these run in single-bank mode. Dual-bank parts can erase one bank and run from the other. I can check the option byte DBANK over SWD.",
      )
      .ran(
        "openocd -f board.cfg -c 'init; mdw 0x40022020; exit'",
        "Error: unable to open ftdi device with description 'Dual RS232-HS'\nError: no device found",
        1,
      )
      .prompt(
        "wrong probe, thats the old jtag thing. we have stlinks on the bench: interface/stlink.cfg plus target/stm32g4x.cfg, and power cycle the board first or it wont connect",
      )
      .ran(
        "openocd -f interface/stlink.cfg -f target/stm32g4x.cfg -c 'init; mdw 0x40022020; exit'",
        "0x40022020: ffaff8aa",
      )
      .said(
        "Bit 22 (DBANK) is 0 in `ffaff8aa`... on this board the part runs single-bank. Is it one of the three?",
      )
      .prompt("yes, no 4. one of the good ones is plugged in as well, second stlink, serial ends 31C")
      .ran(
        "openocd -f interface/stlink.cfg -c 'adapter serial 066DFF31C' -f target/stm32g4x.cfg -c 'init; mdw 0x40022020; exit'",
        "0x40022020: ffeff8aa",
      )
      .said(
        "`ffeff8aa`: DBANK is set. So the three bad boards are single-bank and the other seven dual-bank. That explains the pattern.",
      )
      .prompt(
        "makes sense, lot 2 came from another assembler, they program option bytes themselves and leave dbank cleared. so: set the option byte in production, or make the bootloader robust? think",
      )
      .thought(
        "Option bytes in production would not fix boards in the field. RAM function is robust. Both possible.",
      )
      .said(
        "Setting the byte only helps boards that have not shipped, and changing DBANK in the field remaps the flash under the running code, which bricks the board if power fails. Making the bootloader robust costs about 400 bytes of RAM:\n\n- run the erase loop and the CAN handler from RAM (`.ramfunc`)\n- move the vector table to RAM\n- nothing in the protocol changes\n\nI'd take the second.",
      )
      .prompt("ram it is. how much ram do we have left")
      .ran(
        "arm-none-eabi-size build/boot.elf",
        "   text\t   data\t    bss\t    dec\t    hex\tfilename\n  14120\t    112\t   9216\t  23448\t   5b98\tbuild/boot.elf",
      )
      .said("9.3 KiB of 32 KiB are used, so there is plenty.")
      .edited(
        "/home/tove/bms-boot/ld/boot.ld",
        ".data :",
        ".ramfunc : { *(.ramfunc*) } > RAM AT> FLASH\n  .data :",
      )
      .edited("/home/tove/bms-boot/src/flash.c", "int flash_erase(", "RAMFUNC int flash_erase(")
      .edited(
        "/home/tove/bms-boot/src/can_rx.c",
        "void FDCAN1_IT0_IRQHandler(",
        "RAMFUNC void FDCAN1_IT0_IRQHandler(",
      )
      .edited(
        "/home/tove/bms-boot/src/startup.c",
        "SCB->VTOR = FLASH_BASE;",
        "memcpy(ram_vectors, (void *)FLASH_BASE, sizeof ram_vectors);\n  SCB->VTOR = (uint32_t)ram_vectors;",
      )
      .ran(
        "make -j8",
        "arm-none-eabi-ld: build/boot.elf section `.ramfunc' will not fit in region `FLASH'\narm-none-eabi-ld: region `FLASH' overflowed by 88 bytes\nmake: *** [Makefile:41: build/boot.elf] Error 1",
        1,
      )
      .said("The bootloader's region is 14 KiB and we're 88 bytes over. Is there room to grow it to 16?")
      .prompt("no, the app starts at 0x08003800 on every shipped unit, that address is cast in stone")
      .said(
        "Then code has to shrink. `printf` in the debug path pulls in 2.1 KiB of newlib; I'll replace it by a hex dumper.",
      )
      .edited("/home/tove/bms-boot/src/dbg.c", 'printf("%08lx", v);', "put_hex32(v);")
      .ran(
        "make -j8 && arm-none-eabi-size build/boot.elf",
        "   text\t   data\t    bss\n  12066\t    540\t   9728",
      )
      .prompt("flash it on 4 and run the tool")
      .ran(
        "make flash PROBE=no4 && ./host/canup --iface can0 --img app.bin",
        "[0.002] hello\n[ 8.331] blk 611 ack\n[ 8.340] verify CRC mismatch dev=5d01ee90 host=3f77a2c1\nFAILED",
        1,
      )
      .said("All blocks arrive now, but the CRC doesn't match. Reading back the image to compare.")
      .ran(
        "cmp -l readback.bin app.bin | head -4",
        "  2049 377 010\n  2050 377 265\n  2051 377 002\n  2052 377 104",
      )
      .said("From byte 2048 on, the first 8 bytes of every page are `0xFF`: not programmed.")
      .thought(
        "First doubleword of each page after erase skipped. The RAM erase returns before PER is cleared; PG with PER set -> PGSERR.",
      )
      .ran(
        "openocd -f interface/stlink.cfg -f target/stm32g4x.cfg -c 'init; mdw 0x40022010; exit'",
        "0x40022010: 00000080",
      )
      .said(
        "`SR = 0x80` is PGSERR. Root cause: `flash_erase` leaves PER set in `FLASH->CR`, so the first doubleword programmed after it is rejected with a sequence error; before, the slow return from flash hid nothing, the old code cleared it in a wrapper that I bypassed. I clear PER at the end of the erase now.",
      )
      .edited(
        "/home/tove/bms-boot/src/flash.c",
        "while (FLASH->SR & FLASH_SR_BSY) {}\n  return 0;",
        "while (FLASH->SR & FLASH_SR_BSY) {}\n  FLASH->CR &= ~FLASH_CR_PER;\n  return 0;",
      )
      .ran(
        "make flash PROBE=no4 && for i in $(seq 20); do ./host/canup --iface can0 --img app.bin -q || break; done; echo $i",
        "20",
      )
      .said("20 of 20 updates pass on board 4.")
      .prompt("and the good one, 31C")
      .ran(
        "make flash PROBE=31C && for i in $(seq 20); do ./host/canup --iface can0 --img app.bin -q || break; done; echo $i",
        "20",
      )
      .prompt("nice. watchdog? the erase is 22ms, iwdg is 16")
      .said("The RAM loop kicks it, I added `IWDG->KR = 0xAAAA` to the busy loop. No reset seen in 40 runs.")
      .prompt("hmm i dont love kicking a dog in a busy loop. but ok its a bootloader. leave it")
      .prompt("commit. no bump of the protocol version, the host team keys on it")
      .ran(
        "git commit -qam 'Erase and receive from RAM' && git log -1 --oneline",
        "e07d3b1 Erase and receive from RAM",
      )
      .said(
        "Committed as `e07d3b1`. Still open: boards in the field with the old bootloader can't be updated over CAN if they are single-bank, they would need a service visit or an app that rewrites the bootloader.",
      )
      .prompt("yeah thats a talk with service, remind me before the january rollout")
      .said("Will do.");
  },
  keep: [
    { kind: ["fix", "learning"], words: ["erase", "stalls the core|single-bank|RX FIFO"] },
    { kind: ["command", "correction"], words: ["interface/stlink.cfg", "target/stm32g4x.cfg"] },
    { kind: "learning", type: "semantic", words: ["lot 2", "dbank"] },
    { kind: "decision", words: ["ram it is|bricks the board|from RAM"] },
    { kind: ["learning", "correction"], type: "semantic", words: ["0x08003800"] },
    { kind: "fix", words: ["PER", "flash_erase|flash.c|PGSERR"] },
    { kind: "intention", type: "prospective", words: ["before the january rollout"] },
  ],
  may: [
    { kind: "learning", words: ["host team keys on it"] },
    { kind: "preference", words: ["protocol version"] },
    { kind: "intention", words: ["service visit"] },
    { kind: "fix", words: ["overflowed by 88 bytes"] },
    { kind: "fix", words: ["printf"] },
    { kind: "outcome", words: ["20 of 20"] },
    { kind: "outcome", words: ["can_rx.c"] },
    { kind: "decision", words: ["IWDG"] },
    { kind: "decision", words: ["leave it"] },
  ],
  never: ["room to grow it", "there is plenty"],
});

export default session;
