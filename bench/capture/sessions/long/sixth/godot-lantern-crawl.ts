import { type LabelledSession, labelled } from "../../../session.ts";

/** A dungeon crawler of two friends in Godot: lights that stutter, an export that is empty, and many whims. */
const session: LabelledSession = labelled({
  name: "godot-lantern-crawl",
  project: "/home/pip/lanterncrawl",
  talk: (t) => {
    t.prompt(
      "yo. game drops to like 20fps in the crypt level and i have no clue why, its 2d ffs. godot 4.4. can u see anything weird in crypt.tscn",
    )
      .ran(
        "grep -c PointLight2D levels/crypt.tscn && grep -c LightOccluder2D levels/crypt.tscn && ls levels",
        "64\n212\ncrypt.tscn\ncellar.tscn\nhub.tscn\ntest_room.tscn",
      )
      .said(
        "64 point lights and 212 occluders. Every torch casts shadows, so each frame renders a shadow map per light. Let me look at the torch scene.",
      )
      .read(
        "/home/pip/lanterncrawl/props/torch.tscn",
        '[node name="Light" type="PointLight2D" parent="."]\nshadow_enabled = true\nshadow_filter = 2\ntexture_scale = 6.0',
      )
      .prompt("oh lol all of them cast shadows? only the lantern should")
      .edited(
        "/home/pip/lanterncrawl/props/torch.tscn",
        "shadow_enabled = true\nshadow_filter = 2",
        "shadow_enabled = false",
      )
      .ran(
        "godot --headless --path . -s tools/bench_level.gd -- crypt",
        "Godot Engine v4.4.1.stable\nlevel=crypt frames=600 avg_ms=48.9 p99_ms=71.2",
      )
      .thought("Headless has no rendering, so 48.9ms is CPU. Not shadow. Something else: process scripts.")
      .said(
        "Interesting: headless there is no rendering, and a frame still takes 48.9 ms, so the shadows are not the main cost. Something on the CPU is slow.",
      )
      .ran(
        "grep -rn 'get_nodes_in_group\\|find_path' --include=*.gd . | head",
        'actors/skeleton.gd:41:\tvar torches := get_tree().get_nodes_in_group("torch")\nactors/skeleton.gd:44:\t\tnav.find_path(global_position, t.global_position)\nui/minimap.gd:18:\tfor e in get_tree().get_nodes_in_group("enemy"):',
      )
      .said(
        "Root cause: every skeleton computes a path to all 64 torches in `_physics_process` (`actors/skeleton.gd:44`) to find the nearest one. With 30 skeletons that is 1920 path searches a frame. I'll cache the nearest torch and look again only every half second.",
      )
      .edited(
        "/home/pip/lanterncrawl/actors/skeleton.gd",
        'var torches := get_tree().get_nodes_in_group("torch")',
        "if _retarget.is_stopped():\n\t\t_nearest = _find_nearest_torch()\n\t\t_retarget.start(0.5 + randf() * 0.1)",
      )
      .ran(
        "godot --headless --path . -s tools/bench_level.gd -- crypt",
        "Godot Engine v4.4.1.stable\nlevel=crypt frames=600 avg_ms=3.1 p99_ms=6.4",
      )
      .said(
        "From 48.9 ms to 3.1 ms a frame. The random tenth of a second keeps the skeletons from searching all in the same frame.",
      )
      .prompt("BRO. insane. ok commit that")
      .ran(
        "git commit -qam 'Skeletons look for torches twice a second' && git log --oneline | head -1",
        "77d0f3e Skeletons look for torches twice a second",
      )
      .prompt(
        "now lantern oil. drains 1/s. too fast? dunno. make it 0.8. hm. or make it per step not per sec??",
      )
      .said(
        "Per step rewards standing still and thinking; per second pushes the player on. Which mood do you want?",
      )
      .prompt("push. yeah per second, panic is the point of the game. 0.8")
      .edited("/home/pip/lanterncrawl/actors/lantern.gd", "const DRAIN := 1.0", "const DRAIN := 0.8")
      .said("Drain is 0.8 a second.")
      .prompt("actually 0.7")
      .edited("/home/pip/lanterncrawl/actors/lantern.gd", "0.8", "0.7")
      .said("0.7.")
      .prompt("can u do an export for windows so i can send it to milo")
      .ran(
        "godot --headless --path . --export-release Windows build/lantern.exe",
        'ERROR: Cannot export project with preset "Windows" due to configuration errors:\nNo export template found at the expected path: /home/pip/.local/share/godot/export_templates/4.4.1.stable/windows_release_x86_64.exe',
        1,
      )
      .ran(
        "ls ~/.local/share/godot/export_templates ~/.var/app/org.godotengine.Godot/data/godot/export_templates",
        "/home/pip/.local/share/godot/export_templates: No such file or directory\n/home/pip/.var/app/org.godotengine.Godot/data/godot/export_templates:\n4.4.1.stable",
      )
      .prompt("ah i installed the editor as a flatpak, thats where the templates went")
      .ran(
        "flatpak run org.godotengine.Godot --headless --path . --export-release Windows build/lantern.exe",
        "savepack: end\n[ DONE ] export",
      )
      .said(
        "Exported. On this machine exports must go through `flatpak run org.godotengine.Godot --headless --path . --export-release Windows build/lantern.exe`, since the templates are only inside the flatpak.",
      )
      .prompt("milo says the title screen is there but no levels, door does nothing")
      .ran("ls -la build", "-rwxr-xr-x 1 pip pip 98M lantern.exe\n-rw-r--r-- 1 pip pip 2.1M lantern.pck")
      .read(
        "/home/pip/lanterncrawl/autoload/levels.gd",
        'func _ready():\n\tfor f in DirAccess.get_files_at("res://levels"):\n\t\tif f.ends_with(".tscn"):\n\t\t\t_levels[f.get_basename()] = load("res://levels/" + f)',
      )
      .said(
        'In an export the files in `res://levels` are called `crypt.tscn.remap`, so `ends_with(".tscn")` in `levels.gd` finds none. The cure is to strip `.remap` before the comparison.',
      )
      .edited(
        "/home/pip/lanterncrawl/autoload/levels.gd",
        'if f.ends_with(".tscn"):',
        'f = f.trim_suffix(".remap")\n\t\tif f.ends_with(".tscn"):',
      )
      .ran(
        "flatpak run org.godotengine.Godot --headless --path . --export-release Windows build/lantern.exe",
        "savepack: end\n[ DONE ] export",
      )
      .said("A fresh build is in `build/`.")
      .prompt("works!! he died in 40 seconds hahaha")
      .prompt(
        "ok so what if instead of levels we generate them. wave function collapse or whatever. how hard",
      )
      .said(
        "A rough sketch:\n\n- **Rooms and corridors (BSP)**: a day or two, predictable, looks like every roguelike.\n- **WFC on your tiles**: a week with all the rules for doors and dead ends, nicer looking, sometimes unsolvable.\n- **Handmade rooms, random order**: half a day, keeps your level design.\n\nFor a two-person game I'd begin with the third.",
      )
      .prompt(
        "third one sounds smart. but not now, after the demo at the meetup on dec 12. dont let me start it before lol",
      )
      .said("Noted, no generator before the demo.")
      .prompt("can the skeletons have a lil hat")
      .said("There is `assets/hats/party.png` already. I can attach it as a `Sprite2D` to the head bone.")
      .prompt("YES")
      .edited(
        "/home/pip/lanterncrawl/actors/skeleton.tscn",
        '[node name="Head"',
        '[node name="Hat" type="Sprite2D" parent="Head"]\n[node name="Head"',
      )
      .said("Skeletons wear party hats.")
      .prompt(
        "10/10. milo does the sprites btw so anything under assets/ dont touch, he has his own aseprite export thing that overwrites it all",
      )
      .said("Good to know; the hat is only referenced, nothing in `assets/` has changed.")
      .prompt(
        "and static types in gdscript pls, everywhere. i saw u wrote `var x =` somewhere in the bench thing",
      )
      .edited("/home/pip/lanterncrawl/tools/bench_level.gd", "var x = 0", "var frames: int = 0")
      .said("Typed it. I'll write typed GDScript throughout.")
      .prompt("sick. bedtime");
  },
  keep: [
    { kind: "fix", words: ["skeleton.gd|48.9 ms", "torches|path searches"] },
    { kind: "decision", words: ["per second", "panic is the point"] },
    { kind: ["command", "learning"], words: ["flatpak run org.godotengine.Godot --headless"] },
    { kind: ["fix", "learning"], words: [".remap", "levels.gd|crypt.tscn"] },
    { kind: "intention", type: "prospective", words: ["after the demo at the meetup"] },
    { kind: ["preference", "learning"], type: "semantic", words: ["assets/", "dont touch"] },
    { kind: "preference", type: "semantic", words: ["static types in gdscript"] },
  ],
  may: [
    { kind: ["learning", "fix"], words: ["installed the editor as a flatpak"] },
    { kind: ["learning", "correction", "decision"], words: ["only the lantern should"] },
    { kind: ["decision", "intention"], words: ["third"] },
    { kind: "intention", words: ["no generator before the demo"] },
    { kind: "learning", words: ["random tenth of a second"] },
    { kind: "preference", words: ["typed GDScript throughout"] },
  ],
  never: [
    "renders a shadow map per light",
    "party hats",
    "0.8 a second",
    "40 seconds",
    "rewards standing still",
  ],
});

export default session;
