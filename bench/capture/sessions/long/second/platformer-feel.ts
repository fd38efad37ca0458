import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/home/bo/godot/mossjump";

/** Tuning how a jump feels in Godot: every number is tried, most are taken back, and jokes are made. */
const session: LabelledSession = labelled({
  name: "platformer-feel",
  project: P,
  talk: (t) => {
    t.prompt("playtest verdict from my brother: 'it feels like jumping in soup'. fix soup")
      .read(
        `${P}/player/player.gd`,
        'extends CharacterBody2D\n\nconst JUMP := -420.0\nconst GRAVITY := 900.0\nconst SPEED := 160.0\n\nfunc _physics_process(delta: float) -> void:\n\tvelocity.y += GRAVITY * delta\n\tif Input.is_action_just_pressed("jump") and is_on_floor():\n\t\tvelocity.y = JUMP\n\tmove_and_slide()',
      )
      .said(
        "Gravity is the same on the way up and down, which makes the top of the jump float. Common remedies:\n\n1. More gravity while falling\n2. Cutting the jump short when the button is released\n3. Coyote time and a jump buffer\n\nWhich would you like to try?",
      )
      .prompt("1 first")
      .edited(
        `${P}/player/player.gd`,
        "velocity.y += GRAVITY * delta",
        "velocity.y += (GRAVITY if velocity.y < 0 else GRAVITY * 2.2) * delta",
      )
      .ran("godot --path . --headless --check-only --script player/player.gd", "")
      .said("Falling is 2.2 times as strong now.")
      .prompt("ok that is a frog with an anvil. 1.6?")
      .edited(`${P}/player/player.gd`, "GRAVITY * 2.2", "GRAVITY * 1.6")
      .said("1.6.")
      .prompt("warmer. 1.4")
      .edited(`${P}/player/player.gd`, "GRAVITY * 1.6", "GRAVITY * 1.4")
      .said("1.4.")
      .prompt("colder. 1.7, live a little")
      .edited(`${P}/player/player.gd`, "GRAVITY * 1.4", "GRAVITY * 1.7")
      .said("1.7 it is.")
      .prompt("YES. ok now 2, the button thing")
      .edited(
        `${P}/player/player.gd`,
        "\tmove_and_slide()",
        '\tif Input.is_action_just_released("jump") and velocity.y < 0:\n\t\tvelocity.y *= 0.4\n\tmove_and_slide()',
      )
      .ran(
        "godot --path . --headless --check-only --script player/player.gd",
        "SCRIPT ERROR: Parse Error: Mixed use of tabs and spaces for indentation.\n          at: GDScript::reload (res://player/player.gd:19)",
        1,
      )
      .said("I mixed spaces into the indentation.")
      .edited(`${P}/player/player.gd`, "    if Input", "\tif Input")
      .ran("godot --path . --headless --check-only --script player/player.gd", "")
      .said("It parses. A released button now cuts the upward speed to 40 %.")
      .prompt("hmm its twitchy. like he changes his mind midair")
      .said("You could cut less: 0.6 instead of 0.4.")
      .prompt("try")
      .edited(`${P}/player/player.gd`, "velocity.y *= 0.4", "velocity.y *= 0.6")
      .said("Now 0.6.")
      .prompt("nah. rip it out, the levels are built for full jumps anyway")
      .edited(
        `${P}/player/player.gd`,
        '\tif Input.is_action_just_released("jump") and velocity.y < 0:\n\t\tvelocity.y *= 0.6\n',
        "",
      )
      .said("Removed.")
      .prompt("what even is coyote time, is that from the cartoon")
      .said(
        "Yes: Wile E. Coyote hangs in the air until he looks down. In games you may still jump for a few frames after leaving a ledge.",
      )
      .prompt("incredible. i want to be the coyote")
      .edited(`${P}/player/player.gd`, "and is_on_floor():", "and (is_on_floor() or coyote > 0.0):")
      .edited(`${P}/player/player.gd`, "const SPEED := 160.0", "const SPEED := 160.0\nvar coyote := 0.0")
      .said("There is a grace of 0.1 s.")
      .prompt("i can double jump now??? look at me. LOOK AT ME")
      .said("The timer isn't cleared by the jump itself, so within 0.1 s you can jump again. I'll reset it.")
      .edited(`${P}/player/player.gd`, "\t\tvelocity.y = JUMP", "\t\tvelocity.y = JUMP\n\t\tcoyote = 0.0")
      .said("The jump resets the timer.")
      .prompt("aw. ok. responsible adulthood")
      .prompt("what if gravity flips when you land on purple moss. imagine")
      .said(
        "`up_direction` would have to flip too, otherwise `is_on_floor()` fails on the ceiling. About an hour, with the camera.",
      )
      .prompt("dont build it im just dreaming out loud")
      .prompt("make him squash when he lands? cartoons again")
      .edited(
        `${P}/player/player.gd`,
        "\tmove_and_slide()",
        "\tvar was_in_air := not is_on_floor()\n\tmove_and_slide()\n\tif was_in_air and is_on_floor():\n\t\tsquash()",
      )
      .said("On landing the sprite is scaled to 1.2 × 0.8 and springs back in 0.12 s.")
      .prompt("he looks like a pancake with regrets. halve it")
      .edited(`${P}/player/player.gd`, "Vector2(1.2, 0.8)", "Vector2(1.1, 0.9)")
      .said("1.1 × 0.9.")
      .prompt("beautiful. brother says 'less soup'. im taking that as a 10/10")
      .prompt("is 'mossjump' a bad name")
      .said("It says what the game is. You might want to look whether it's taken on itch.io.")
      .prompt("ill keep thinking. maybe 'sporehop'. maybe 'down with moss'. bye")
      .ran(
        "git commit -am 'less soup'",
        "[master 3f0a9d2] less soup\n 1 file changed, 24 insertions(+), 3 deletions(-)",
      );
  },
  may: [
    { kind: ["decision", "learning"], words: ["levels are built for full jumps"] },
    { kind: "outcome", words: ["player.gd"] },
    { kind: "fix", words: ["The timer isn't cleared"] },
    { kind: "learning", words: ["up_direction"] },
    { kind: "decision", words: ["1.7 it is"] },
  ],
  never: [
    "GRAVITY * 2.2",
    "frog with an anvil",
    "gravity flips",
    "sporehop",
    "Mixed use of tabs",
    "Wile E. Coyote",
    "cut less",
  ],
});

export default session;
