/** How long a panel takes whose reviewers are calls over HTTP of 100 ms each, against one such call. */
import { defaultConfig } from "../src/config/defaults.ts";
import { endpointModel } from "../src/models/endpoint.ts";
import { modelPanel } from "../src/review/by-model.ts";
import { askPanel } from "../src/review/panel.ts";
import { startModelServer } from "../test/support/model-server.ts";
import { median } from "./process.ts";

const CALL_MS = 100;
const CONTENT = "Webhooks of the payment provider arrive out of order, so we sort them by sequence number";

export interface PanelTimes {
  /** Medians, in milliseconds. */
  readonly panel: number;
  readonly call: number;
}

export async function panelTimes(runs: number): Promise<PanelTimes> {
  await using server = await startModelServer("openai", () => ({
    text: '{"importance": 7, "relevance": 7, "novelty": 7}',
    delayMs: CALL_MS,
  }));
  const endpoint = { ...defaultConfig().endpoint, url: server.url, model: "bench" };
  const model = endpointModel({ endpoint, env: {} });
  const ask = (): Promise<unknown> =>
    model.ask({ system: "s", prompt: CONTENT, maxTokensOut: 100 }, AbortSignal.timeout(5_000));
  const review = (): Promise<unknown> =>
    askPanel(modelPanel({ model, timeoutMs: 5_000 }, []), CONTENT, "semantic");
  await review(); // what is loaded at the first call is loaded
  const [calls, panels]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    calls.push(await timed(ask));
    panels.push(await timed(review));
  }
  return { call: median(calls), panel: median(panels) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
