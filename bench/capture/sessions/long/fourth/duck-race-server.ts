import { type LabelledSession, labelled } from "../../../session.ts";

/** Two evenings of ideas for a game among friends, nearly all of them dropped again; Rust, tokio, UDP. */
const session: LabelledSession = labelled({
  name: "duck-race-server",
  held: true,
  project: "/home/kobi/duckrace",
  talk: (t) => {
    t.prompt("evening. duck race server. friday is game night so lets see what we can break before then")
      .ran(
        "cargo run --release -- --port 4000",
        "duckrace 0.3.1\nlistening on 0.0.0.0:4000 (udp)\ntick 30 Hz",
      )
      .said("The server is up on 4000 with 30 ticks per second.")
      .prompt("ok idea: weather. wind that pushes the ducks. how hard")
      .called("Grep", { pattern: "fn step", output_mode: "content" })
      .gave("src/sim.rs:61:pub fn step(world: &mut World, dt: f32) {")
      .said(
        "Not hard: a vector in `World`, added to each duck's velocity in `step`, and one more field in the snapshot. About forty lines.",
      )
      .prompt("do it, but like, gusts")
      .edited(
        "/home/kobi/duckrace/src/sim.rs",
        "pub fn step(world: &mut World, dt: f32) {",
        "pub fn step(world: &mut World, dt: f32) {\n    let gust = world.wind.sample(world.t);",
      )
      .ran(
        "cargo test",
        "error[E0609]: no field `wind` on type `&mut World`\n  --> src/sim.rs:62:22\n\nerror: could not compile `duckrace` (lib) due to 1 previous error",
        101,
      )
      .edited("/home/kobi/duckrace/src/world.rs", "pub t: f32,", "pub t: f32,\n    pub wind: Wind,")
      .ran("cargo test", "test result: ok. 19 passed; 0 failed; 0 ignored")
      .said("Gusts are in, strength 0 to 3, a new one every eight seconds.")
      .prompt("lmao they all pile up in the left corner. its like soup")
      .edited("/home/kobi/duckrace/src/world.rs", "strength: 3.0", "strength: 1.2")
      .said("Toned down to 1.2.")
      .prompt("still soup. rip it out, wind is dead")
      .ran("git checkout src && git status --short", "Updated 2 paths from the index")
      .said("Wind is out again.")
      .prompt("would it be better in bevy?")
      .said(
        "The server hardly needs an engine: it simulates circles. Bevy's ECS would be comfortable for many kinds of things, but compile times go from 4 seconds to a minute, and headless mode has its own quirks. For ducks I'd stay with plain structs.",
      )
      .prompt("or go. my brother says go")
      .said("Go would do fine too. It'd be a rewrite of 1,900 lines for no change that a player sees.")
      .prompt("yeah he says that about everything. ok next idea, power ups. bread = speed, obviously")
      .said(
        "Possible kinds: bread (speed), lily pad (shield), pike (everyone behind you flees). They'd spawn along the course and be part of the snapshot.",
      )
      .prompt(
        "PIKE. yes. hm but balancing… last time with the turbo nobody came back the week after. maybe later. or not",
      )
      .prompt("can it do 64 players tho")
      .ran(
        "cargo run --release --example swarm -- --clients 64 --seconds 20",
        "64 clients, 20 s\nsent 38400 snapshots, lost 0\np99 tick 3.1 ms",
      )
      .said("On this machine easily: p99 of a tick is 3.1 ms of 33.")
      .prompt("sweet. so what about 128")
      .ran(
        "cargo run --release --example swarm -- --clients 128 --seconds 20",
        "128 clients, 20 s\nsent 76800 snapshots, lost 211\np99 tick 9.8 ms",
      )
      .said("Also fine; 211 of 76,800 snapshots got lost on loopback, probably the socket buffer.")
      .prompt("we're 9 people lol. whatever. put it on the vps so jonas can try")
      .ran(
        "scp target/release/duckrace quack:/opt/ && ssh quack 'systemctl --user restart duckrace'",
        "duckrace     100% 4212KB   9.1MB/s   00:00",
      )
      .prompt("he says it times out")
      .ran("ssh quack 'ss -lun | grep 4000'", "UNCONN 0 0 0.0.0.0:4000 0.0.0.0:*")
      .ran(
        "nc -u -z -v quack.example 4000; nc -u -z -v quack.example 27015",
        "nc: connect to quack.example port 4000 (udp) timed out\nConnection to quack.example 27015 port [udp/*] succeeded!",
      )
      .said("It listens, but nothing arrives from outside. Is there a firewall in front of the VPS?")
      .prompt(
        'ohh right. the hoster only lets udp through on 27000-27050, thats their "gaming plan". i always forget',
      )
      .ran(
        "ssh quack 'sed -i s/4000/27015/ ~/.config/systemd/user/duckrace.service && systemctl --user daemon-reload && systemctl --user restart duckrace'",
        "",
      )
      .said("It runs on 27015 now.")
      .prompt("he's in. he says hi")
      .said("Hi, Jonas!")
      .prompt("he wants hats. everyone wants hats")
      .said("Hats would be one byte in the join packet and drawing on the client's side. Which hats?")
      .prompt(
        "idk top hat, cowboy, crown for last weeks winner. hmm then we need to save who won. so a db. ugh no. no hats",
      )
      .prompt("should ducks quack on collision")
      .edited(
        "/home/kobi/duckrace/src/events.rs",
        "pub enum Event {",
        "pub enum Event {\n    Quack { at: Vec2 },",
      )
      .ran("cargo test", "test result: ok. 19 passed; 0 failed; 0 ignored")
      .said("There's a `Quack` event with the place of the collision; the client would have to play it.")
      .prompt("jonas is doing the client part rn. oh no. oh no its so loud with 9 ducks. revert revert")
      .ran("git checkout src/events.rs", "Updated 1 path from the index")
      .said("Silence again.")
      .prompt("🦆 perfect as it was. ok what would you build if you had a free weekend")
      .said(
        "Replays, I think: the inputs of a race are tiny, the simulation is deterministic, and watching a photo finish in slow motion is half the fun.",
      )
      .prompt("ooooh. hmm. yeah no, i have to paint the hallway this weekend. gn")
      .said("Good night, and good luck with the hallway.");
  },
  keep: [{ kind: ["learning", "fix"], words: ["27000-27050"] }],
  may: [
    { kind: ["decision", "learning"], words: ["27015"] },
    { kind: ["intention"], words: ["power ups|PIKE"] },
    { kind: ["learning"], words: ["p99 of a tick"] },
    { kind: ["decision"], words: ["wind is dead"] },
    { kind: ["decision"], words: ["no hats"] },
    { kind: ["decision"], words: ["plain structs"] },
    { kind: ["learning"], words: ["simulation is deterministic"] },
  ],
  never: [
    "my brother",
    "hallway",
    "Gusts are in",
    "top hat",
    "he says hi",
    "like soup",
    "`Quack` event",
    "lily pad",
  ],
});

export default session;
