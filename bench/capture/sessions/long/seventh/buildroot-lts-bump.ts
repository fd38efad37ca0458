import { type LabelledSession, labelled } from "../../../session.ts";

/** Buildroot and kernel of a ticket printer are brought to the next LTS: patches, size, boot time; with a compaction. */
const session: LabelledSession = labelled({
  name: "buildroot-lts-bump",
  project: "/home/dmitri/kiosk-os",
  talk: (t) => {
    t.prompt(
      "We're on Buildroot 2023.02 and kernel 5.10, both at the end of their life. Customer audit is in January and they will ask. So: 2025.02 and 6.12. Board is our own imx6ull thing. Before you start: what could go wrong, in your opinion? I want to know how much time to tell my boss.",
    )
      .said(
        "I'll take stock first: out-of-tree patches, own packages, kernel config, and what changed between the releases.",
      )
      .ran(
        "ls external/patches/* external/package | head -40",
        "external/patches/linux:\n0001-ARM-dts-add-kiosk-board.patch\n0002-drm-panel-st7703-timings.patch\n0003-usb-chipidea-no-runtime-pm.patch\n0004-mtd-nand-gpmi-ecc.patch\n\nexternal/patches/uboot:\n0001-kiosk-env.patch\n\nexternal/package:\ncutterd\nprinterd\nqt-kiosk",
      )
      .ran(
        "for p in external/patches/linux/*; do git -C /src/linux apply --check $p 2>&1 | head -1; done",
        "error: patch failed: arch/arm/boot/dts/Makefile:721\nerror: patch failed: drivers/gpu/drm/panel/panel-sitronix-st7703.c:512\n\nerror: patch failed: drivers/mtd/nand/raw/gpmi-nand/gpmi-nand.c:188",
      )
      .said(
        "## Risks, by size\n\n1. **NAND ECC patch (0004)**: if the layout changes, devices in the field can't read their file system after an update. Must be proven on hardware.\n2. **Panel patch (0002)**: driver was rewritten upstream; timings may be there already.\n3. **Device tree (0001)**: files moved to `arch/arm/boot/dts/nxp/imx`, mechanical.\n4. **Qt 5.15**: still in Buildroot 2025.02, so no port to Qt 6 is needed.\n\nI'd say 6 to 8 working days, of which 3 are NAND and update tests.",
      )
      .prompt(
        "Good, I'll say ten. Then start with the tree, kernel after. Keep 5.10 for the moment so that we change one thing at a time.",
      )
      .ran(
        "git -C buildroot fetch -q && git -C buildroot checkout -q 2025.02.8 && make -C buildroot BR2_EXTERNAL=$PWD/external kiosk_defconfig",
        "#\n# configuration written to /home/dmitri/kiosk-os/buildroot/.config\n#\n/home/dmitri/kiosk-os/buildroot/.config:4102:warning: override: reassigning to symbol BR2_LEGACY",
      )
      .ran(
        "make -C buildroot",
        'Makefile.legacy:9: *** "You have legacy configuration in your .config! Please check your configuration.".  Stop.',
        1,
      )
      .ran(
        "make -C buildroot savedefconfig && diff external/configs/kiosk_defconfig buildroot/defconfig",
        "< BR2_PACKAGE_QT5WEBKIT=y\n< BR2_TOOLCHAIN_BUILDROOT_CXX=y\n< BR2_PACKAGE_PYTHON3_PY_PYC=y",
      )
      .said("`BR2_PACKAGE_QT5WEBKIT` was removed from Buildroot. Does the kiosk still use WebKit?")
      .prompt("no, help pages are plain QML since 2022. throw out")
      .edited("/home/dmitri/kiosk-os/external/configs/kiosk_defconfig", "BR2_PACKAGE_QT5WEBKIT=y\n", "")
      .ran(
        "make -C buildroot 2>&1 | tail -4",
        ">>> printerd 3.4.1 Building\nprinterd/src/usb.c:19:10: fatal error: libusb.h: No such file or directory\nmake[1]: *** [package/pkg-generic.mk:289: .stamp_built] Error 2",
        1,
      )
      .read(
        "/home/dmitri/kiosk-os/external/package/printerd/printerd.mk",
        "PRINTERD_VERSION = 3.4.1\nPRINTERD_DEPENDENCIES = cups\n$(eval $(cmake-package))",
      )
      .said(
        "`printerd.mk` never declared libusb; it used to come in by accident. Since 2024.02 Buildroot builds with per-package directories by default in our config, so a package only sees what it depends on. I add `libusb` to `PRINTERD_DEPENDENCIES`.",
      )
      .edited(
        "/home/dmitri/kiosk-os/external/package/printerd/printerd.mk",
        "PRINTERD_DEPENDENCIES = cups",
        "PRINTERD_DEPENDENCIES = cups libusb",
      )
      .ran(
        "make -C buildroot 2>&1 | tail -2",
        ">>>   Generating root filesystem image rootfs.ubi\n>>>   done",
      )
      .said("The tree builds with 2025.02.8 and kernel 5.10.")
      .prompt("how big")
      .ran(
        "ls -l buildroot/output/images/rootfs.ubi",
        "-rw-r--r-- 1 dmitri dmitri 49545216 Nov 22 11:02 buildroot/output/images/rootfs.ubi",
      )
      .said("49.5 MB; it was 44.8.")
      .prompt(
        "the slot is 48 MiB = 50.3 MB minus ubi overhead. so it fits but barely. I want at least 4 MB of air, updater needs it for the delta",
      )
      .ran(
        "make -C buildroot graph-size && sort -t, -k3 -nr buildroot/output/graphs/package-size-stats.csv | head -5",
        "icu,libicudata.so.74,30.9\nqt5base,libQt5Gui.so,4.1\nopenssl,libcrypto.so.3,3.8\npython3,python3.12,3.1\nglibc,libc.so.6,1.5",
      )
      .said(
        "ICU's data is 30.9 MB uncompressed, about 9 MB in UBIFS. You only need de, en, fr, nl, right? With a data filter it shrinks to roughly 3 MB.",
      )
      .prompt("and pl since last month. five. ok do it")
      .wrote(
        "/home/dmitri/kiosk-os/external/icu-filter.json",
        '{ "localeFilter": { "filterType": "language", "includelist": ["de","en","fr","nl","pl"] } }\n',
      )
      .ran(
        "make -C buildroot icu-rebuild all 2>&1 | tail -1; ls -l buildroot/output/images/rootfs.ubi",
        "-rw-r--r-- 1 dmitri dmitri 43253760 Nov 22 11:31 buildroot/output/images/rootfs.ubi",
      )
      .said("43.3 MB, with five locales.")
      .prompt("super. kernel now")
      .called("Task", {
        description: "Rebase kernel patches",
        prompt: "Rebase external/patches/linux 0001-0004 onto v6.12.58. Say for each whether it is upstream.",
        subagent_type: "general-purpose",
      })
      .gave(
        "0001 rebased (moved to dts/nxp/imx). 0002 dropped: the timings are upstream since 6.4. 0003 applies unchanged. 0004: upstream refactored ECC setup in 5.19; the patch forced 4-bit ECC where the chip asks for 8; the same is possible with nand-ecc-strength in the device tree.",
      )
      .said(
        "0002 is upstream, 0003 applies as it is, and 0004 can become two properties in the device tree: `nand-ecc-strength = <4>` and `nand-ecc-step-size = <512>`. This keeps the layout that is in the field.",
      )
      .prompt("why did we force 4-bit at all? risky no?")
      .said(
        'The commit only says "as in vendor BSP". With 4-bit you correct less than the chip asks for; the raw bit errors in `/sys/class/mtd` would tell how close it is. But changing it means erasing everything, so it can\'t come by update.',
      )
      .prompt(
        "then 4 stays for this generation of boards. new board revision gets 8, hardware guys start it in spring, note it",
      )
      .edited(
        "/home/dmitri/kiosk-os/external/board/kiosk.dts",
        "&gpmi {",
        "&gpmi {\n\tnand-ecc-strength = <4>;\n\tnand-ecc-step-size = <512>;",
      )
      .command("/compact", "keep what is open and the board quirks")
      .compacted(
        "Task: move kiosk-os (imx6ull ticket printer) from Buildroot 2023.02 / Linux 5.10 to 2025.02 / 6.12; the customer's audit is in January.\n\nState:\n- Buildroot 2025.02.8 builds. ICU is filtered to five locales, rootfs 43.3 MB.\n- Kernel patches rebased: 0001 moved, 0002 dropped, 0003 kept, 0004 replaced by device tree properties with 4-bit ECC.\n\nLearned on the way:\n- The bench board's serial console is on /dev/ttyACM1 at 921600 baud, and its USB hub has to be replugged after each reflash.\n- The user wants one commit per dropped or rebased patch, so that bisecting stays possible.\n- Signing keys for images live on the build server only; local images boot only on boards with an open fuse.\n\nOpen:\n- U-Boot stays at 2022.04 for now; its upgrade was put off until after the audit.\n- 0003 (no runtime PM on chipidea) may be unnecessary on 6.12, to be tried.\n\nNext: build 6.12 and boot on the bench board.",
      )
      .ran("make -C buildroot linux-rebuild all 2>&1 | tail -1", ">>>   done")
      .ran(
        "make flash-bench && timeout 40 picocom -q -b 921600 /dev/ttyACM1 | tail -6",
        "[    2.114] nand: 512 MiB, SLC, erase size: 128 KiB\n[    2.391] ubi0: attached mtd4\n[    2.530] UBIFS (ubi0:0): mounted\n[    3.902] mxsfb 21c8000.lcdif: Cannot connect bridge: -517\n[   13.905] platform 21c8000.lcdif: deferred probe pending\n[   13.9  ] kiosk login:",
      )
      .said(
        "It boots and the NAND is read with the old layout. The display doesn't come up: `lcdif` defers for ever because its bridge or panel never probes.",
      )
      .prompt("black screen yes. backlight is on though")
      .ran(
        "zgrep -E 'DRM_PANEL|MXSFB|PWM_IMX' buildroot/output/build/linux-6.12.58/.config",
        "CONFIG_DRM_MXSFB=y\nCONFIG_DRM_PANEL_SITRONIX_ST7703=m\nCONFIG_PWM_IMX27=y",
      )
      .said(
        "Found it: the panel driver is built as a module (`=m`), since in 6.12 it gained a dependency that our fragment sets to `m`, and this image loads no modules before the UI. I set `CONFIG_DRM_MIPI_DSI=y` and `CONFIG_DRM_PANEL_SITRONIX_ST7703=y` in `external/board/linux.fragment`.",
      )
      .edited(
        "/home/dmitri/kiosk-os/external/board/linux.fragment",
        "CONFIG_DRM_MIPI_DSI=m",
        "CONFIG_DRM_MIPI_DSI=y\nCONFIG_DRM_PANEL_SITRONIX_ST7703=y",
      )
      .ran(
        "make -C buildroot linux-rebuild all >/dev/null && make flash-bench && timeout 40 picocom -q -b 921600 /dev/ttyACM1 | grep -E 'lcdif|login'",
        "[    3.411] [drm] Initialized mxsfb-drm 1.0.0 for 21c8000.lcdif on minor 0\n[    9.870] kiosk login:",
      )
      .prompt("picture is there!! 9.9 s though, was 7.x?")
      .ran(
        "grep -h 'login:' logs/boot-5.10.txt; systemd-analyze --root=/tmp/bench blame | head -3",
        "[    7.204] kiosk login:\n 2.610s systemd-random-seed.service\n  811ms cutterd.service\n  402ms dev-ubi0.device",
      )
      .said(
        "`systemd-random-seed` waits 2.6 s for the entropy pool. With `SYSTEMD_RANDOM_SEED_CREDIT=1` set for the unit it credits the stored seed and doesn't wait. It's acceptable where every device has its own seed; is that so?",
      )
      .prompt(
        "hm. is it? production writes one image to all of them. so no, all have the same at first boot. dont credit",
      )
      .said(
        "Then crediting would be wrong. The i.MX6ULL has a hardware generator (`CONFIG_HW_RANDOM_IMX_RNGC`), which was off; with it the pool fills within milliseconds.",
      )
      .edited(
        "/home/dmitri/kiosk-os/external/board/linux.fragment",
        "CONFIG_DRM_MIPI_DSI=y",
        "CONFIG_DRM_MIPI_DSI=y\nCONFIG_HW_RANDOM_IMX_RNGC=y",
      )
      .ran(
        "make -C buildroot linux-rebuild all >/dev/null && make flash-bench && timeout 40 picocom -q -b 921600 /dev/ttyACM1 | grep login",
        "[    7.013] kiosk login:",
      )
      .said("7.0 s, a bit less than before the upgrade.")
      .prompt("you're a star. test print?")
      .ran("ssh bench 'printerd-cli test && cutterd-cli cut'", "printed 1 page\ncut ok")
      .prompt("it printed. cutter is loud as always :)")
      .prompt("so what would be left for this week")
      .said(
        "- Update test from the released 4.2 image, both slots, ten times, with power cuts\n- Try without patch 0003\n- SBOM for the audit\n\nThe first is the one that could still surprise us.",
      )
      .prompt(
        "power cut test i do myself on thursday with the relay board. sbom: buildroot has something built in? make show-info or so",
      )
      .ran(
        "make -C buildroot show-info | utils/generate-cyclonedx > sbom.json; jq '.components | length' sbom.json",
        "/bin/bash: utils/generate-cyclonedx: No such file or directory",
        127,
      )
      .ran(
        "cd buildroot && make -s show-info | utils/generate-cyclonedx > ../sbom.json; jq '.components | length' ../sbom.json",
        "148",
      )
      .said(
        "`make -s show-info | utils/generate-cyclonedx` inside `buildroot` gives a CycloneDX file with 148 components. The `-s` matters, otherwise make's own lines end up in the JSON.",
      )
      .prompt("great, exactly what they ask for. commit everything")
      .ran(
        "git log --oneline -6",
        "9e81d02 SBOM target\n3c770fe Hardware RNG\nb1d3a4e Panel built in\n02ff6c8 0004 becomes device tree\n88aa13d 0002 is upstream\n1fe2c40 Buildroot 2025.02.8",
      )
      .said(
        "Six commits. The image boots on 6.12 in 7.0 s with display, printer and cutter; rootfs is 43.3 MB, and old NAND contents stay readable.",
      )
      .prompt("thanks, closing for today");
  },
  keep: [
    { kind: ["learning", "preference"], type: "semantic", words: ["4 MB of air"] },
    { kind: ["decision", "intention"], words: ["4 stays for this generation|new board revision"] },
    { kind: ["learning", "summary"], words: ["/dev/ttyACM1"] },
    { kind: ["preference", "summary"], type: "semantic", words: ["one commit per"] },
    { kind: ["learning", "summary"], words: ["Signing keys|open fuse"] },
    { kind: ["intention", "decision", "summary"], words: ["U-Boot", "after the audit"] },
    { kind: "fix", words: ["panel driver|ST7703", "linux.fragment|module"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["one image to all"] },
    { kind: ["command", "learning"], words: ["generate-cyclonedx"] },
    { kind: "outcome", words: ["boots on 6.12"] },
  ],
  may: [
    { kind: ["fix", "decision"], words: ["hardware generator|RNGC"] },
    { kind: ["fix", "learning"], words: ["libusb", "printerd.mk|per-package|printerd"] },
    { kind: "decision", words: ["5.10 for the moment"] },
    { kind: "intention", words: ["power cut test"] },
    { kind: "intention", words: ["0003"] },
    { kind: "decision", words: ["0004"] },
    { kind: "learning", words: ["QML since 2022"] },
    { kind: "decision", words: ["throw out"] },
    { kind: "learning", words: ["five locales"] },
    { kind: "decision", words: ["ICU"] },
    { kind: "learning", words: ["Qt 5.15"] },
    { kind: "learning", words: ["audit is in January"] },
    { kind: "learning", words: ["nand-ecc-strength"] },
    { kind: "fix", words: ["BR2_PACKAGE_QT5WEBKIT"] },
    { kind: "intention", words: ["Update test"] },
    { kind: "learning", words: ["48 MiB"] },
  ],
  never: [
    "you're a star",
    "loud as always",

    "backlight",
    "closing for today",
    "package-size-stats.csv",
  ],
});

export default session;
