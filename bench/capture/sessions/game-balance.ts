import { type LabelledSession, labelled } from "../session.ts";

/** A feature with taste in it: what is a wish, what is a tweak; C# and Unity. */
const session: LabelledSession = labelled({
  name: "game-balance",
  project: "/home/oz/roguelike",
  talk: (t) => {
    t.prompt("add a stun effect to the hammer")
      .edited("/home/oz/roguelike/Assets/Hammer.cs", "damage", "damage; target.Stun(1f)")
      .wrote("/home/oz/roguelike/Assets/StunEffect.cs", "class StunEffect : Effect {}")
      .said(
        "The hammer stuns for one second. I made the stun an `Effect` instead of a flag on the enemy, so that it stacks with slow and poison.",
      )
      .prompt("make it 0.5 s, one is too strong")
      .edited("/home/oz/roguelike/Assets/Hammer.cs", "1f", "0.5f")
      .said("Half a second now.")
      .prompt("balance values belong into ScriptableObjects, never into code. designers edit them")
      .edited("/home/oz/roguelike/Assets/Hammer.cs", "0.5f", "stats.stunSeconds")
      .said("The duration is read from `HammerStats` now.")
      .prompt("also the sound is missing")
      .edited("/home/oz/roguelike/Assets/Hammer.cs", "Stun(", "PlaySound(); Stun(")
      .said("Added the sound.")
      .prompt("let's tune the rest after playtesting next week")
      .said("Sounds good.");
  },
  keep: [
    { kind: "decision", words: ["Effect", "stacks"], importance: [5, 8] },
    {
      kind: ["preference", "correction"],
      type: "semantic",
      words: ["ScriptableObjects", "designers"],
      importance: [7, 9],
    },
    { kind: "intention", type: "prospective", words: ["tune", "playtesting"], importance: [4, 8] },
  ],
  may: [{ kind: "outcome", words: ["stun|Hammer"] }],
  never: ["too strong"],
});

export default session;
