import { type LabelledSession, labelled } from "../session.ts";

/** After a compaction: a build that needs a flag, work that is left; C++. */
const session: LabelledSession = labelled({
  name: "cmake-compacted",
  project: "/home/jan/codec",
  talk: (t) => {
    t.prompt("build the codec with the address sanitizer")
      .ran(
        "cmake --build build-asan",
        "Error: could not load cache\nNo such file or directory: build-asan",
        1,
      )
      .ran("cmake -S . -B build-asan -DSANITIZE=address", "-- Build files have been written to: build-asan")
      .ran("cmake --build build-asan", "[100%] Built target codec")
      .said("The sanitizer build is in `build-asan`.")
      .compacted(
        '## Primary request\nBuild and fix the codec under sanitizers.\n\n## Errors and fixes\n- `decode_block` read four bytes past the end of the last block: the loop now stops at `end - 4`.\n\n## Pending tasks\n- None\n\n## Decisions\n- The decoder keeps its own ring buffer, because the allocator is not allowed on the audio thread.\n\n## User messages\n- "never allocate on the audio thread"',
      )
      .prompt("run the fuzzer for a minute")
      .ran(
        "./build-asan/fuzz_decode -max_total_time=60",
        "==4412==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602\n    #0 decode_header src/header.cc:88\nSUMMARY: AddressSanitizer: heap-buffer-overflow src/header.cc:88 in decode_header",
        1,
      )
      .read("/home/jan/codec/src/header.cc", "uint16_t n = read16(p); memcpy(out, p, n);")
      .edited(
        "/home/jan/codec/src/header.cc",
        "memcpy(out, p, n);",
        "if (n > left) return Error::Truncated; memcpy(out, p, n);",
      )
      .ran("cmake --build build-asan", "[100%] Built target codec")
      .ran("./build-asan/fuzz_decode -max_total_time=60", "Done 812031 runs in 61 second(s)")
      .said(
        "The fuzzer runs clean for a minute. The overflow was caused by a length field that `decode_header` trusted; it is checked against what is left of the buffer now.\n\nNot done: the same check in `decode_extension`, because no fuzz target reaches it. It should get one before the next release.",
      )
      .prompt("ok");
  },
  keep: [
    { kind: "fix", words: ["heap-buffer-overflow", "length field", "header.cc"], importance: [6, 9] },
    { kind: "summary", words: ["decode_block", "end - 4"], importance: [4, 8] },
    { kind: "summary", words: ["ring buffer", "audio thread"], importance: [4, 8] },
    { kind: "intention", type: "prospective", words: ["decode_extension|fuzz target"], importance: [4, 8] },
  ],
  may: [{ kind: "command", words: ["cmake"] }],
});

export default session;
