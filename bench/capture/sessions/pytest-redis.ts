import { type LabelledSession, labelled } from "../session.ts";

/** Tests that need something that is not started; nothing is written. */
const session: LabelledSession = labelled({
  name: "pytest-redis",
  held: true,
  project: "/home/bo/notify",
  talk: (t) => {
    t.prompt("run the tests")
      .ran(
        "pytest",
        "redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.\n23 failed, 91 passed",
        1,
      )
      .said("23 tests fail, all of them since Redis isn't reachable on port 6379.")
      .ran("docker compose ps", "NAME STATUS")
      .ran("docker compose up -d redis", "Container notify-redis-1 Started")
      .ran("pytest", "114 passed in 20.11s")
      .said("All 114 pass now. The Redis container wasn't running; `docker compose up -d redis` starts it.")
      .prompt("right, sorry. I always forget that. what's our coverage?")
      .ran("pytest --cov=notify -q", "TOTAL 84%")
      .said("84 %.")
      .prompt("what does the retry decorator do")
      .read("/home/bo/notify/notify/retry.py", "def retry(times): ...")
      .said("It calls the function again up to `times` times, waiting twice as long each time.")
      .prompt("k");
  },
  keep: [{ kind: ["fix", "command"], words: ["docker compose up -d redis"] }],
  may: [{ kind: "learning", words: ["redis"] }],
  never: ["84", "sorry"],
});

export default session;
