/** `scan`: which records and memories hold credentials. */
import { type Held, type ScanReport, scanKept } from "../../engine/doctor/scan.ts";
import { count } from "../../record/value.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { EXIT, emit, paint } from "../output.ts";

export const scanCommand: Command = command({
  name: "scan",
  description: "Find credentials in what is kept already; says where and of what kind, never the text",
  args: { ...JSON_FLAG },
  async run({ args }) {
    const report = await scanKept(openHere());
    emit(args.json, report, () => render(report));
    return report.held.length === 0 ? EXIT.ok : EXIT.error;
  },
});

const render = ({ records, memories, held }: ScanReport): string => {
  const looked = paint(
    "dim",
    `${count(records, "record")} and ${memories} ${memories === 1 ? "memory" : "memories"} looked at`,
  );
  if (held.length === 0) return `${paint("green", "no credentials")}  ${looked}`;
  return [
    ...held.map(line),
    looked,
    paint(
      "dim",
      "A record is corrected by an update, a memory by `recollect forget ID`; whoever could read it knows it",
    ),
  ].join("\n");
};

const line = ({ item, id, field, kind }: Held): string =>
  `${paint("yellow", kind.padEnd(24))} ${item} ${paint("bold", id)}  ${paint("dim", field)}`;
