import { type LabelledSession, labelled } from "../session.ts";

/** A flaky test over two turns; the error outlives the first of them. Elixir. */
const session: LabelledSession = labelled({
  name: "elixir-flaky",
  project: "/home/vic/chat",
  talk: (t) => {
    t.prompt("test/room_test.exs fails about once in five runs. find out why")
      .ran(
        "mix test test/room_test.exs --seed 4",
        "  1) test broadcasts to members (Chat.RoomTest)\n     test/room_test.exs:33\n     Assertion failed, no matching message after 100ms\n\n5 tests, 1 failure",
        2,
      )
      .said(
        "It fails with seed 4. The message sometimes arrives after 100 ms, so I'll raise the timeout first.",
      )
      .edited(
        "/home/vic/chat/test/room_test.exs",
        "assert_receive {:msg, _}",
        "assert_receive {:msg, _}, 500",
      )
      .ran(
        "mix test test/room_test.exs --seed 4",
        "  1) test broadcasts to members (Chat.RoomTest)\n     Assertion failed, no matching message after 500ms\n\n5 tests, 1 failure",
        2,
      )
      .said("A longer timeout doesn't help, so the message is never sent. I reverted it.")
      .edited("/home/vic/chat/test/room_test.exs", ", 500", "")
      .prompt("keep digging, and never paper over it with timeouts or retries please")
      .read("/home/vic/chat/lib/chat/room.ex", "def join(room, pid), do: GenServer.cast(room, {:join, pid})")
      .edited(
        "/home/vic/chat/lib/chat/room.ex",
        "GenServer.cast(room, {:join, pid})",
        "GenServer.call(room, {:join, pid})",
      )
      .ran("mix test test/room_test.exs --seed 4", "5 tests, 0 failures")
      .ran("for i in $(seq 20); do mix test test/room_test.exs || break; done", "5 tests, 0 failures")
      .said(
        "Twenty runs in a row pass. The cause was that `join` was a cast: it returned before the room had added the member, and the broadcast could overtake it. I changed it to a call in `lib/chat/room.ex`.",
      )
      .prompt("nice, thanks");
  },
  keep: [
    { kind: "fix", words: ["no matching message", "cast", "room.ex"], importance: [6, 9] },
    {
      kind: ["preference", "correction"],
      type: "semantic",
      words: ["never paper over", "timeouts"],
      importance: [6, 9],
    },
  ],
  may: [{ kind: "outcome", words: ["room"] }],
  never: ["raise the timeout", "I reverted it"],
});

export default session;
