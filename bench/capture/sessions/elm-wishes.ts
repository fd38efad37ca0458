import { type LabelledSession, labelled } from "../session.ts";

/** Wishes of a careful person, between small jobs; Elm. */
const session: LabelledSession = labelled({
  name: "elm-wishes",
  project: "/home/bea/forms",
  talk: (t) => {
    t.prompt("Split Main.elm, it's too long.")
      .wrote("/home/bea/forms/src/Form.elm", "module Form exposing (..)")
      .wrote("/home/bea/forms/src/Field.elm", "module Field exposing (..)")
      .edited("/home/bea/forms/src/Main.elm", "view", "import Form\nview")
      .ran("elm make src/Main.elm", "Success! Compiled 3 modules.")
      .said("`Main.elm` is split into `Form.elm` and `Field.elm`; the program compiles.")
      .prompt("Thanks. Modules should expose only what others need, so no exposing (..) in this project.")
      .edited("/home/bea/forms/src/Form.elm", "exposing (..)", "exposing (Form, view)")
      .said("Both modules have explicit exports now.")
      .prompt(
        "I like it when you tell me the trade-offs before you write code, please do that for anything bigger.",
      )
      .said("I will.")
      .prompt("and could you align the record fields?")
      .edited("/home/bea/forms/src/Field.elm", "name: String", "name  : String")
      .said("Aligned.")
      .prompt("ah, elm-format undoes that. then leave it");
  },
  keep: [
    { kind: ["preference", "correction"], type: "semantic", words: ["exposing"], importance: [6, 9] },
    { kind: ["preference"], type: "semantic", words: ["trade-offs"], importance: [5, 9] },
    { kind: "outcome", words: ["Form.elm"], importance: [3, 7] },
  ],
  may: [{ kind: "learning", words: ["elm-format"] }],
});

export default session;
