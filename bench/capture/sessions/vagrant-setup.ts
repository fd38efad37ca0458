import { type LabelledSession, labelled } from "../session.ts";

/** Setting up a machine; a command that needs another first. */
const session: LabelledSession = labelled({
  name: "vagrant-setup",
  held: true,
  project: "/home/ola/geo",
  talk: (t) => {
    t.prompt("get the tile server running on this laptop")
      .ran("make serve", 'psql: error: FATAL: role "tiles" does not exist\nmake: *** [serve] Error 2', 2)
      .ran("cat Makefile", "initdb:\n\tcreateuser tiles")
      .ran("make initdb", "createuser tiles\ncreatedb tiles")
      .ran("make serve", "listening on :7800")
      .said(
        "It runs on port 7800. `make initdb` has to be run once per machine since it creates the role that the server logs in with.",
      )
      .prompt("great. tiles look grey at zoom 14")
      .ran("make import", "imported 2 of 9 layers")
      .ran("ls data", "roads.pbf water.pbf")
      .said("Only two of nine layers are there; the others aren't in `data/`.")
      .prompt("ah the rest is on the NAS, /mnt/geo/layers, you have to be in the VPN")
      .ran("rsync -a /mnt/geo/layers/ data/", "sent 9 files")
      .ran("make import", "imported 9 of 9 layers")
      .said("All nine layers are imported.")
      .prompt("beautiful. tomorrow we do the contour lines")
      .said("Good night.");
  },
  keep: [
    { kind: ["command", "fix"], words: ["make initdb"] },
    { kind: ["learning", "correction"], words: ["NAS|/mnt/geo", "VPN"] },
    { kind: "intention", type: "prospective", words: ["contour"] },
  ],
});

export default session;
