/** Lines of a stream of bytes, one at a time, however long the stream is. */

/** Most characters of a line; what goes beyond is dropped, so that the line is as good as none. */
const LINE_MAX = 4_000_000;

/** Without their ends; the last one needs none. Bytes that are no UTF-8 become U+FFFD. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let rest = "";
  for await (const chunk of chunks) {
    const parts = decoder.decode(chunk, { stream: true }).split("\n");
    parts[0] = rest + (parts[0] ?? "");
    rest = (parts.pop() ?? "").slice(0, LINE_MAX);
    for (const line of parts) yield line.replace(/\r$/, "");
  }
  rest += decoder.decode();
  if (rest !== "") yield rest.replace(/\r$/, "");
}
