import { type LabelledSession, labelled } from "../session.ts";

/** A version upgrade that fails on a library, put off by agreement. */
const session: LabelledSession = labelled({
  name: "scala-upgrade",
  project: "/home/eva/pricing",
  talk: (t) => {
    t.prompt("Upgrade us to Scala 3.5, please.")
      .edited("/home/eva/pricing/build.sbt", '"2.13.14"', '"3.5.0"')
      .ran("sbt compile", "[error] Error downloading com.acme:feeds_3:1.9.0\n[error]   Not found", 1)
      .said(
        "`com.acme:feeds` isn't published for Scala 3. I can either use the 2.13 build of it through `CrossVersion.for3Use2_13`, or wait until they publish.",
      )
      .prompt(
        "who maintains feeds? that's us, the data team. ask them first. Put the version back, we do it once feeds 2.0 is out.",
      )
      .edited("/home/eva/pricing/build.sbt", '"3.5.0"', '"2.13.14"')
      .ran("sbt compile", "[success] Total time: 31 s")
      .said("Back on 2.13.14, and it compiles. We can't move to Scala 3 until `feeds` is published for it.")
      .prompt("meanwhile enable -Xsource:3 so new code is ready")
      .edited("/home/eva/pricing/build.sbt", "scalacOptions", 'scalacOptions += "-Xsource:3"')
      .ran("sbt compile", "[warn] 12 warnings\n[success] Total time: 40 s")
      .said("`-Xsource:3` is on: twelve warnings, no errors.")
      .prompt("I'd rather have warnings as errors in that module, otherwise nobody reads them")
      .edited("/home/eva/pricing/build.sbt", "-Xsource:3", "-Xsource:3 -Werror")
      .said("`-Werror` is on as well; I fixed the twelve warnings.");
  },
  keep: [
    { kind: ["intention", "decision"], words: ["feeds 2.0"] },
    { kind: "learning", words: ["feeds", "Scala 3"] },
    { kind: ["preference", "decision"], words: ["warnings as errors"] },
  ],
  may: [
    { kind: ["outcome", "fix"], words: ["build.sbt"] },
    { kind: ["outcome"], words: ["-Xsource:3"] },
  ],
});

export default session;
