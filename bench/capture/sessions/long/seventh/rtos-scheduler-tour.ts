import { type LabelledSession, labelled } from "../../../session.ts";

/** Someone learns how a scheduler of a textbook kernel works: explanations, trials that are thrown away, one thing to know. */
const session: LabelledSession = labelled({
  name: "rtos-scheduler-tour",
  project: "/home/pim/nanortos",
  talk: (t) => {
    t.prompt(
      "im a student and want to understand how the scheduler in this repo works. dont change things, explain please. where do i start reading?",
    )
      .called("Glob", { pattern: "kernel/*.{c,h,S}" })
      .gave("kernel/sched.c\nkernel/sched.h\nkernel/switch.S\nkernel/tick.c\nkernel/mutex.c")
      .read(
        "/home/pim/nanortos/kernel/sched.c",
        "static list_t ready[NPRIO];\nstatic uint32_t ready_mask;\n\ntask_t *pick(void) {\n  return head(&ready[31 - __builtin_clz(ready_mask)]);\n}",
      )
      .said(
        "I'd start with `pick` in `kernel/sched.c`: it's four lines and everything else serves it. `ready_mask` has a bit for each priority that has a runnable task, and `clz` finds the highest in one instruction.",
      )
      .prompt("what does clz do if the mask is 0")
      .said(
        "`__builtin_clz(0)` is undefined. It can't happen here as long as the idle task is always ready at priority 0.",
      )
      .prompt("aha. and the context switch?")
      .read(
        "/home/pim/nanortos/kernel/switch.S",
        "PendSV_Handler:\n  mrs r0, psp\n  stmdb r0!, {r4-r11}\n  ldr r1, =current\n  ldr r2, [r1]\n  str r0, [r2]\n  push {lr}\n  bl pick\n  pop {lr}",
      )
      .said(
        "In order:\n\n1. The hardware has already pushed r0–r3, r12, lr, pc and xPSR on the task's stack.\n2. `stmdb` adds r4–r11.\n3. The stack pointer is stored in the task's first word.\n4. `pick` chooses the next one, and the same is done in reverse.\n\n**PendSV** has the lowest priority, so a switch never interrupts another handler.",
      )
      .prompt("why psp and not msp")
      .said("Tasks use PSP and handlers MSP, so that interrupts don't need room on each task's stack.")
      .prompt("ok that makes sense. can i see it live? qemu?")
      .ran(
        "make qemu",
        "arm-none-eabi-gcc: error: unrecognized -mcpu target: cortex-m85\nmake: *** [Makefile:12: build/kernel.elf] Error 1",
        1,
      )
      .prompt("hm my gcc is from ubuntu, might be old")
      .ran(
        "arm-none-eabi-gcc --version | head -1; grep -n MCPU Makefile",
        "arm-none-eabi-gcc (15:10.3-2021.07-4) 10.3.1 20210621 (release)\n3:MCPU ?= cortex-m85",
      )
      .said("GCC 10 doesn't know the M85. The variable can be overridden; QEMU's board here is an M3 anyway.")
      .ran(
        "make qemu MCPU=cortex-m3",
        "qemu-system-arm -M lm3s6965evb -nographic -kernel build/kernel.elf\nA\nB\nA\nB\nA",
      )
      .said("Two tasks print alternately.")
      .prompt("cool!! what if i give A a higher priority, does B starve?")
      .said("As long as A never blocks, yes. In the demo A sleeps for 10 ms, so B gets the rest.")
      .prompt("can you try, just for me, dont leave it in")
      .edited("/home/pim/nanortos/demo/main.c", "task_create(a, 1)", "task_create(a, 3)")
      .ran("make qemu MCPU=cortex-m3 | head -6", "A\nB\nB\nB\nA\nB")
      .ran("git checkout demo/main.c", "Updated 1 path from the index")
      .said("A runs as soon as its sleep is over, B fills the gaps. I put the file back.")
      .prompt("and without the sleep")
      .edited("/home/pim/nanortos/demo/main.c", "sleep_ms(10);", "")
      .ran(
        "make qemu MCPU=cortex-m3 | head -4; git checkout demo/main.c",
        "A\nA\nA\nA\nUpdated 1 path from the index",
      )
      .said("Only A, as expected. File restored.")
      .prompt("whats priority inversion in simple words, mutex.c mentions it")
      .read(
        "/home/pim/nanortos/kernel/mutex.c",
        "/* raise the owner's priority while someone more urgent waits */\nif (m->owner->prio < current->prio)\n  set_prio(m->owner, current->prio);",
      )
      .said(
        "A low task holds a lock, a high one waits for it, and a middle one that needs no lock keeps the low one from running. So the high one waits for the middle one. **Priority inheritance**, as in `mutex.c`, lifts the low task for as long as it holds the lock. The Mars Pathfinder story is about this.",
      )
      .prompt("does linux do the same?")
      .said("For `rt_mutex` and PI futexes, yes; ordinary kernel mutexes don't.")
      .prompt("should i use round robin or priorities for my homework, a coffee machine. i think priorities")
      .said(
        "Priorities suit it: the heater's safety check must not wait for the display. With four tasks either would do, though.",
      )
      .prompt("ok priorities then i guess, but thats for another repo anyways")
      .prompt("is it bad that pick is called with interrupts on?")
      .said(
        "At first sight it looks like a race: a tick could change `ready_mask` meanwhile. SysTick has the same priority as PendSV here, so it can't preempt it. Other interrupts that wake tasks could; let me look.",
      )
      .called("Grep", { pattern: "wake\\(", path: "." })
      .gave("drivers/uart.c:40:  wake(rx_waiter);\nkernel/tick.c:18:  wake(t);")
      .read(
        "/home/pim/nanortos/drivers/uart.c",
        "void UART0_Handler(void) {\n  defer(wake_rx);\n}\n// wake(rx_waiter) runs in PendSV\n",
      )
      .said("The UART handler defers `wake` to PendSV, so it is safe.")
      .prompt("phew. make me a drawing of the switch in ascii?")
      .said(
        "```\nTask A   | running |----------|\nPendSV             | save|pick|load |\nTask B                              | running\n```",
      )
      .prompt("haha nice. ill paste it in my notes")
      .prompt("how do i print a 64 bit int with this printf, %lld prints rubbish")
      .said("The `printf` in `lib/` knows only 32-bit numbers. Print two halves in hex, or cast if it fits.")
      .prompt("ok cast is fine")
      .prompt("last one, whats the difference between a semaphore and a mutex, exam on friday")
      .said(
        "A mutex has an owner and only the owner may release it; a semaphore is a counter that anyone may raise. Inheritance needs an owner, so only the mutex can have it.",
      )
      .prompt("great, thanks a lot, this helped more than the lecture");
  },
  keep: [{ kind: ["command", "learning", "fix"], words: ["MCPU=cortex-m3|doesn't know the M85"] }],
  may: [
    { kind: "learning", words: ["idle task is always ready"] },
    { kind: "learning", words: ["defers `wake` to PendSV"] },
    { kind: "learning", words: ["32-bit numbers"] },
    { kind: "learning", words: ["SysTick"] },
    { kind: "learning", words: ["ready_mask"] },
    { kind: "learning", words: ["lowest priority"] },
    { kind: "learning", words: ["Tasks use PSP"] },
    { kind: "preference", words: ["dont change things"] },
  ],
  never: [
    "coffee machine",
    "Pathfinder",
    "exam on friday",
    "the lecture",
    "looks like a race",
    "task_create(a, 3)",
    "priorities then i guess",
    "cast is fine",
    "haha nice",
  ],
});

export default session;
