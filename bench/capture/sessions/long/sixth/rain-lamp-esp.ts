import { type LabelledSession, labelled } from "../../../session.ts";

/** A lamp that shows whether it will rain: an ESP32-C3, LEDs that flicker, and a present that has to be ready. */
const session: LabelledSession = labelled({
  name: "rain-lamp-esp",
  project: "/home/gus/rainlamp",
  talk: (t) => {
    t.prompt(
      "building a lamp for my mum that goes blue if it rains today. esp32 c3 + 24 ws2812. the leds flicker randomly, drives me nuts. platformio, src/main.cpp",
    )
      .read(
        "/home/gus/rainlamp/src/main.cpp",
        "#include <FastLED.h>\n#define PIN 8\nCRGB leds[24];\nvoid loop() {\n  if (millis() - last > 600000) { fetchForecast(); last = millis(); }\n  breathe();\n  FastLED.show();\n}",
      )
      .said(
        "Two suspects: a data line at 3.3 V into LEDs fed with 5 V, and Wi-Fi interrupts that disturb the timing of FastLED. How is the strip powered, and is there a level shifter?",
      )
      .prompt("5v from usb. no shifter. it worked on my old esp8266 w same strip tho")
      .said(
        "Then timing is likelier. I'd send the pixels by RMT with DMA-like buffering instead of bit-banging; NeoPixelBus does so on the C3.",
      )
      .edited(
        "/home/gus/rainlamp/platformio.ini",
        "lib_deps = fastled/FastLED",
        "lib_deps = makuna/NeoPixelBus@^2.8.4",
      )
      .edited("/home/gus/rainlamp/src/main.cpp", "#include <FastLED.h>", "#include <NeoPixelBus.h>")
      .ran(
        "pio run -t upload",
        "Error: Could not open /dev/ttyACM0, the port is busy or doesn't exist.\n([Errno 13] could not open port /dev/ttyACM0: [Errno 13] Permission denied)\n*** [upload] Error 2",
        1,
      )
      .ran(
        "ls -l /dev/ttyACM0; groups",
        "crw-rw---- 1 root dialout 166, 0 Nov 22 10:11 /dev/ttyACM0\ngus sudo audio",
      )
      .said(
        "Your user isn't in the group `dialout`. `sudo usermod -aG dialout gus` and a new login would do.",
      )
      .prompt("did that. logged out n in")
      .ran(
        "pio run -t upload",
        "Connecting....\nA fatal error occurred: Failed to connect to ESP32-C3: No serial data received.\n*** [upload] Error 2",
        1,
      )
      .prompt("ah u have to hold BOOT, tap RESET, let go. this cheap board doesnt do auto reset")
      .ran(
        "pio run -t upload",
        "Connecting...\nChip is ESP32-C3 (QFN32) (revision v0.4)\nWrote 842112 bytes (521403 compressed) at 0x00010000 in 6.1 seconds\nHash of data verified.",
      )
      .said("Flashed. Does it still flicker?")
      .prompt("yep. less. but yep. first led mostly")
      .thought(
        "First LED mostly: signal level or pin 8 strapping / on-board LED. GPIO8 is the strapping pin and has the onboard LED on C3 supermini.",
      )
      .said(
        "The first pixel points to the data line. On this board GPIO8 is a strapping pin and also drives the on-board LED, which loads the signal. Please move the wire to GPIO4; I'll change `PIN` in `main.cpp`.",
      )
      .edited("/home/gus/rainlamp/src/main.cpp", "#define PIN 8", "#define PIN 4")
      .ran("pio run -t upload", "Hash of data verified.")
      .prompt("OMG solid as a rock. 2 weeks i looked at this. so it was the pin not the library??")
      .said(
        "Mostly the pin: GPIO8 carries the on-board LED, so the edges were too slow for the first pixel. The library only hid part of it.",
      )
      .prompt("should we go back to fastled then, i know it better")
      .said("You could. NeoPixelBus needs no change any more, though, and it is immune to Wi-Fi interrupts.")
      .prompt("hmmm nah leave it. never touch a running lamp")
      .prompt("now weather. openweathermap wants a credit card now?? is there sth free")
      .said(
        "Open-Meteo needs no key for private use, up to 10,000 calls a day, and has `precipitation_probability` per hour.",
      )
      .ran(
        "curl -s 'https://api.open-meteo.com/v1/forecast?latitude=53.55&longitude=9.99&hourly=precipitation_probability&forecast_days=1&timezone=auto' | head -c 300",
        '{"latitude":53.55,"longitude":9.99,"timezone":"Europe/Berlin","hourly":{"time":["2026-11-22T00:00","2026-11-22T01:00"],"precipitation_probability":[12,18]}}',
      )
      .prompt("perfect open-meteo then")
      .wrote(
        "/home/gus/rainlamp/src/forecast.cpp",
        "// highest probability between now and 22:00\nint rainToday() { return 0; }",
      )
      .prompt(
        "what counts as rain.. 30%? 50? mum hates getting wet. 40. and only hours she's out, so 8 to 18",
      )
      .edited(
        "/home/gus/rainlamp/src/forecast.cpp",
        "between now and 22:00",
        "between 8 and 18, rain from 40 percent",
      )
      .ran(
        "pio test -e native",
        "test/test_forecast/test_main.cpp:12: test_blue_at_40\t[PASSED]\ntest/test_forecast/test_main.cpp:19: test_night_ignored\t[PASSED]\n2 test cases: 2 succeeded",
      )
      .said("The lamp goes blue from 40% between 8 and 18 o'clock. The logic is tested natively.")
      .ran("pio run -t upload", "Hash of data verified.")
      .prompt(
        "it reboots every couple min now\n\nESP-ROM:esp32c3-api1-20210207\nBuild:Feb  7 2021\nrst:0xc (RTC_SW_CPU_RST),boot:0xd (SPI_FAST_FLASH_BOOT)\nSaved PC:0x40381c2a\nSPIWP:0xee\nmode:DIO, clock div:1\nload:0x3fcd5820,len:0x458",
      )
      .ran(
        "pio device monitor -f esp32_exception_decoder",
        'Guru Meditation Error: Core  0 panic\'ed (Stack protection fault).\nDetected in task "loopTask" at 0x42008a1c\n  #0 ArduinoJson::deserialize at ArduinoJson.hpp:5120\n  #1 rainToday() at src/forecast.cpp:31',
      )
      .said(
        "The stack of `loopTask` overflows: `forecast.cpp` holds a 6 KB `char` buffer and the JSON document on the 8 KB stack. I'll parse straight from the stream with a filter.",
      )
      .edited(
        "/home/gus/rainlamp/src/forecast.cpp",
        "char body[6144];",
        "deserializeJson(doc, http.getStream(), DeserializationOption::Filter(filter));",
      )
      .ran(
        "pio run -t upload && timeout 600 pio device monitor",
        "forecast ok heap=201344\nforecast ok heap=201344",
      )
      .said("Ten minutes without a reboot, and the heap stays at 201 KB.")
      .prompt("sweet")
      .prompt("brightness. at night its like a lighthouse")
      .edited("/home/gus/rainlamp/src/main.cpp", "breathe();", "breathe(isNight() ? 12 : 90);")
      .said("12 of 255 from 22 to 7 o'clock.")
      .prompt(
        "ok also important, she has no clue about wifi, so the setup must work w/o me. captive portal thing?",
      )
      .said(
        "WiFiManager opens an access point `RainLamp` with a page for the password when no known network is found. I can add that.",
      )
      .prompt(
        "ya pls. and max power.. my brother melted a usb charger once. cap it at 500mA in software whatever else we do",
      )
      .edited(
        "/home/gus/rainlamp/src/main.cpp",
        "strip.Begin();",
        'strip.Begin();\n  limitCurrent(500);\n  WiFiManager().autoConnect("RainLamp");',
      )
      .ran("pio run -t upload", "Hash of data verified.")
      .said(
        "Both are in: the portal `RainLamp`, and the sum of all pixels is scaled down to stay below 500 mA.",
      )
      .prompt(
        "tested w my phone, works. ✨ comments in the code in german pls from here on, my brother maintains it when im in norway and his english is meh",
      )
      .said("I'll write comments in German from now on.")
      .prompt(
        "todo for me before xmas: print the diffuser in the milky petg, the pla one yellows. and ota updates maybe. maybe not. nvm ota",
      )
      .prompt("good night lamp");
  },
  keep: [
    { kind: ["learning", "command", "correction"], words: ["hold BOOT"] },
    { kind: ["fix", "learning"], words: ["GPIO8", "on-board LED|main.cpp"] },
    { kind: "decision", words: ["open-meteo then"] },
    { kind: "decision", words: ["8 to 18|between 8 and 18"] },
    { kind: "fix", words: ["stack|Stack protection fault", "forecast.cpp"] },
    { kind: ["preference", "decision"], words: ["500mA"] },
    { kind: "preference", type: "semantic", words: ["comments in the code in german"] },
    { kind: "intention", type: "prospective", words: ["milky petg"] },
  ],
  may: [
    { kind: ["decision"], words: ["never touch a running lamp|leave it"] },
    { kind: ["learning"], words: ["Open-Meteo needs no key"] },
    { kind: ["decision", "preference", "learning"], words: ["setup must work w/o me"] },
    { kind: ["fix", "command"], words: ["dialout"] },
    { kind: ["outcome", "decision"], words: ["portal `RainLamp`"] },
    { kind: ["learning"], words: ["immune to Wi-Fi interrupts"] },
    { kind: ["decision", "outcome"], words: ["blue from 40%"] },
    { kind: ["command"], words: ["pio test -e native|pio device monitor"] },
    { kind: ["learning"], words: ["brother maintains it"] },
    { kind: ["learning", "fix"], words: ["only hid part of it"] },
    { kind: ["preference"], words: ["comments in German from now on"] },
  ],
  never: [
    "Then timing is likelier",
    "ota updates maybe",
    "Saved PC",
    "SPIWP",
    "good night lamp",
    "lighthouse",
    "Two suspects",
  ],
});

export default session;
