/** `pause`, `resume`, `off`, `on`: whether anything is kept, and whether anything is recalled. */
import { openHost } from "../../client/claude-code/program-host.ts";
import { pause, resume, turnOff, turnOn } from "../../engine/consent/choose.ts";
import { endOf } from "../../engine/consent/how-long.ts";
import { type Consent, consentOf } from "../../engine/consent/standing.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { EXIT, emit, localTime, paint } from "../output.ts";

export const pauseCommand: Command = command({
  name: "pause",
  description: "Keep nothing new, in any project, for a while or until `resume`: `pause`, `pause for 2h`",
  joinsWords: true,
  args: {
    duration: {
      type: "positional",
      description: "2h, 90m, for 3 days, until 18:00 (default: until `recollect resume`)",
      required: false,
    },
    ...JSON_FLAG,
  },
  run({ args }) {
    const host = openHost();
    const words = [args.duration, ...args._.slice(1)].filter(Boolean).join(" ");
    const paused = pause(host, words === "" ? undefined : endOf(words, host.now()));
    emit(args.json, { state: "paused", ...paused }, () =>
      [
        `${paint("yellow", "paused")}${endText(paused)}`,
        paint("dim", "  Nothing new is kept, in any project; recall goes on. End it: recollect resume"),
      ].join("\n"),
    );
    return EXIT.ok;
  },
});

const endText = ({ until }: Pick<Consent, "until">): string =>
  until === undefined ? "" : ` until ${localTime(until)}`;

export const resumeCommand: Command = command({
  name: "resume",
  description: "End a pause; what was said in it stays out of memory",
  args: { ...JSON_FLAG },
  run({ args }) {
    const ended = resume(openHost());
    emit(args.json, { state: "on", ended: ended ?? null }, () =>
      ended
        ? `${paint("green", "resumed")} ${paint("dim", "What was said in the pause stays out of memory.")}`
        : paint("dim", "There was no pause."),
    );
    return EXIT.ok;
  },
});

export const offCommand: Command = command({
  name: "off",
  description: "In this project, for you: keep nothing and recall nothing",
  args: { ...JSON_FLAG },
  run({ args }) {
    const ws = openHere();
    const changed = turnOff(ws);
    emit(args.json, { state: "off", changed, project: ws.project.name }, () =>
      [
        `${paint("yellow", changed ? "off" : "off already")} in ${ws.project.name}`,
        paint("dim", "  Nothing is kept and nothing recalled here; its records stay guarded."),
        paint("dim", "  What is kept stays until you forget it: recollect forget. On again: recollect on"),
      ].join("\n"),
    );
    return EXIT.ok;
  },
});

export const onCommand: Command = command({
  name: "on",
  description: "In this project: keep and recall again; what was said while it was off stays out of memory",
  args: { ...JSON_FLAG },
  run({ args }) {
    const ws = openHere();
    const changed = turnOn(ws);
    const { state, until } = consentOf(ws.host, ws.project.id);
    emit(args.json, { state, changed, project: ws.project.name }, () =>
      [
        `${paint("green", changed ? "on" : "on already")} in ${ws.project.name}`,
        ...(state === "paused"
          ? [paint("yellow", `  but paused${endText({ ...(until ? { until } : {}) })}`)]
          : []),
      ].join("\n"),
    );
    return EXIT.ok;
  },
});
