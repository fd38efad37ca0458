import { type LabelledSession, labelled } from "../session.ts";

/** A game: options weighed, one taken, another person's word quoted. */
const session: LabelledSession = labelled({
  name: "unity-save-games",
  held: true,
  project: "C:/dev/lighthouse",
  talk: (t) => {
    t.prompt("How should we store save games? PlayerPrefs is getting silly.")
      .said(
        "Two sensible ways:\n\n1. JSON files in `Application.persistentDataPath`, readable and easy to migrate\n2. A binary format with MessagePack, smaller and faster, but harder to debug\n\nSaves are a few kilobytes, so I lean to JSON.",
      )
      .prompt("yeah json. we'll need to support old saves for at least two versions though")
      .wrote(
        "C:/dev/lighthouse/Assets/Scripts/SaveStore.cs",
        "public class SaveStore { const int Version = 3; }",
      )
      .edited("C:/dev/lighthouse/Assets/Scripts/GameState.cs", "PlayerPrefs.SetString", "store.Write")
      .said(
        "`SaveStore` writes JSON with a version number, and there is a migration step per version. `GameState` uses it in place of PlayerPrefs.",
      )
      .prompt("the editor says: error CS0246: The type or namespace name 'Newtonsoft' could not be found")
      .read("C:/dev/lighthouse/Packages/manifest.json", '{ "dependencies": {} }')
      .edited(
        "C:/dev/lighthouse/Packages/manifest.json",
        "{}",
        '{ "com.unity.nuget.newtonsoft-json": "3.2.1" }',
      )
      .said(
        "The package was missing from the manifest: Unity doesn't bring Newtonsoft along unless `com.unity.nuget.newtonsoft-json` is listed. It compiles once the editor has resolved it.",
      )
      .prompt("works now. Remind me to write a test with a v1 save before we ship the beta")
      .said("Will do.")
      .prompt("> saves should be encrypted so nobody cheats\n\nthat's from the forum. lol no")
      .said("Agreed, it's a single player game.");
  },
  keep: [
    { kind: "decision", words: ["json"] },
    { kind: ["fix", "learning"], words: ["newtonsoft"] },
    { kind: "intention", type: "prospective", words: ["v1 save"] },
  ],
  may: [
    { kind: "outcome", words: ["save"] },
    { kind: ["preference", "learning"], words: ["two versions"] },
    { kind: "learning", words: ["newtonsoft"] },
  ],
  never: ["nobody cheats"],
});

export default session;
