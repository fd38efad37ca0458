import { describe, expect, test } from "bun:test";
import { hostPaths } from "./paths.ts";

describe("the folders of this machine", () => {
  test("follow the XDG variables", () => {
    const paths = hostPaths({ HOME: "/home/ada", XDG_DATA_HOME: "/data", XDG_STATE_HOME: "/state" });
    expect(paths.database).toBe("/data/recollect/recollect.db");
    expect(paths.log).toBe("/state/recollect/recollect.log");
    expect(paths.config).toBe("/home/ada/.config/recollect");
  });

  test("ignore relative XDG values, as the specification asks", () => {
    expect(hostPaths({ HOME: "/home/ada", XDG_DATA_HOME: "data" }).data).toBe(
      "/home/ada/.local/share/recollect",
    );
  });

  test("all lie below RECOLLECT_HOME when it is set", () => {
    const { data, config, state, database, log, staging } = hostPaths({
      HOME: "/home/ada",
      RECOLLECT_HOME: "/x",
    });
    for (const path of [data, config, state, database, log, staging])
      expect(path.startsWith("/x/")).toBe(true);
    expect(new Set([data, config, state]).size).toBe(3);
  });

  test("are those of an unset variable when it is empty", () => {
    const empty = { RECOLLECT_HOME: "", RECOLLECT_DATABASE: "", XDG_DATA_HOME: "" };
    expect(hostPaths({ HOME: "/home/ada", ...empty })).toEqual(hostPaths({ HOME: "/home/ada" }));
  });

  test("are absolute even without HOME", () => {
    expect(hostPaths({}).database.startsWith("/")).toBe(true);
  });
});
