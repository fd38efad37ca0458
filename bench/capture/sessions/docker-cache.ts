import { type LabelledSession, labelled } from "../session.ts";

/** A build that is slow and wrong, two turns; Docker. */
const session: LabelledSession = labelled({
  name: "docker-cache",
  project: "/home/nat/api",
  talk: (t) => {
    t.prompt("docker build fails on my new laptop")
      .ran(
        "docker build .",
        'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1\n#9 4.311 npm ERR! The package bcrypt has no binary for linux arm64',
        1,
      )
      .said("The image is built for arm64 on your new machine, and our bcrypt 3 ships no binary for it.")
      .prompt("can we just build for amd64?")
      .ran("docker build --platform linux/amd64 .", "naming to docker.io/library/api done")
      .said("Yes, `docker build --platform linux/amd64 .` works. It runs emulated, so it is slower.")
      .prompt("fine for now. we should move to bcrypt 5 after the audit")
      .said("bcrypt 5 has arm64 binaries.")
      .prompt("also: images must never be pushed from laptops, only CI pushes")
      .said("Understood.")
      .prompt("how big is the image?")
      .ran("docker images api", "api latest 412MB")
      .said("412 MB.");
  },
  keep: [
    { kind: "command", type: "procedural", words: ["--platform linux/amd64"], importance: [4, 7] },
    { kind: "intention", type: "prospective", words: ["bcrypt 5", "audit"], importance: [4, 8] },
    { kind: "preference", type: "semantic", words: ["pushed from laptops"], importance: [7, 9] },
  ],
  may: [{ kind: "learning", words: ["bcrypt"] }],
  never: ["412"],
});

export default session;
