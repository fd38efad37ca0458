import { type LabelledSession, labelled } from "../session.ts";

/** A native extension that will not compile; Ruby. */
const session: LabelledSession = labelled({
  name: "gem-native",
  project: "/home/quin/shop",
  talk: (t) => {
    t.prompt("bundle install doesn't work since I updated macos")
      .ran(
        "bundle install",
        "An error occurred while installing pg (1.5.4), and Bundler cannot continue.\nUnable to find PostgreSQL client library",
        5,
      )
      .ran("brew install libpq", "libpq is keg-only")
      .ran("bundle config build.pg --with-pg-config=/opt/homebrew/opt/libpq/bin/pg_config", "")
      .ran("bundle install", "Bundle complete! 84 Gemfile dependencies")
      .said(
        "It installs again. `pg` could not find the client library, because Homebrew does not link libpq into the path.",
      )
      .prompt("thanks! put that into the readme for the others")
      .edited("/home/quin/shop/README.md", "## Setup", "## Setup\n\nbrew install libpq")
      .said("The setup section of the README has it.");
  },
  keep: [{ kind: ["command", "fix"], words: ["libpq", "bundle"], importance: [4, 8] }],
  may: [
    { kind: "learning", words: ["libpq"] },
    { kind: "outcome", words: ["readme"] },
  ],
});

export default session;
