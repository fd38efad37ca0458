import { expect, test } from "bun:test";
import fc from "fast-check";
import { linesOf } from "./lines.ts";

async function* chunks(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

test("lines are whole, wherever the stream was cut", async () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n]/g, ""));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat(9)), fc.boolean(), async (lines, sizes, windows) => {
      const end = windows ? "\r\n" : "\n";
      const text = lines.map((each) => each + end).join("");
      expect(await Array.fromAsync(linesOf(chunks(Buffer.from(text), sizes)))).toEqual(lines);
    }),
  );
});

test("the last line needs no end, and a byte that is no text costs its character only", async () => {
  const bytes = Buffer.concat([Buffer.from("one\ntw"), Buffer.from([0xff]), Buffer.from("o")]);
  expect(await Array.fromAsync(linesOf(chunks(bytes, [])))).toEqual(["one", "tw\ufffdo"]);
});
