import { type LabelledSession, labelled } from "../../../session.ts";

/** Elixir and Phoenix: live bidding at cattle markets, memory that grows, a person in a hurry who changes her mind. */
const session: LabelledSession = labelled({
  name: "mart-bidding",
  held: true,
  project: "/home/tamsin/code/drover",
  talk: (t) => {
    t.prompt("prod box hit 14gb again during the hexham sale. find out why. liveview i think")
      .ran(
        "rg -n 'assign\\(|stream\\(' lib/drover_web/live",
        "lib/drover_web/live/ring_live.ex:31:     |> assign(:lots, Sales.list_lots(sale))\nlib/drover_web/live/ring_live.ex:32:     |> assign(:bids, Bids.all_for_sale(sale))\nlib/drover_web/live/ring_live.ex:71:    {:noreply, assign(socket, :bids, [bid | socket.assigns.bids])}\nlib/drover_web/live/catalogue_live.ex:18:     |> assign(:lots, Sales.list_lots(sale))",
      )
      .read(
        "/home/tamsin/code/drover/lib/drover_web/live/ring_live.ex",
        `  def mount(%{"sale_id" => id}, _session, socket) do
    sale = Sales.get!(id)
    if connected?(socket), do: Phoenix.PubSub.subscribe(Drover.PubSub, "sale:" <> id)

    {:ok,
     socket
     |> assign(:sale, sale)
     |> assign(:lots, Sales.list_lots(sale))
     |> assign(:bids, Bids.all_for_sale(sale))}
  end`,
      )
      .said(
        `## Findings

### What happens
Each \`RingLive\` process keeps **every bid of the sale** in its assigns (\`ring_live.ex:32\`), and prepends each new one (\`ring_live.ex:71\`).

### Why it matters
With 600 viewers and around 9,000 bids per sale, that is 5.4 million bid structs on the heap.

### Options
1. \`stream/3\` with a limit
2. \`temporary_assigns\`
3. Keep the bids in ETS and only assign an id

### Recommendation
Option 1.`,
      )
      .prompt("way too much text. no headings, two or three lines is plenty from now on. and yes streams")
      .said("OK. Switching `RingLive` to a stream, last 50 bids.")
      .edited(
        "/home/tamsin/code/drover/lib/drover_web/live/ring_live.ex",
        "     |> assign(:bids, Bids.all_for_sale(sale))}",
        "     |> stream(:bids, Bids.latest(sale, 50), limit: 50)}",
      )
      .edited(
        "/home/tamsin/code/drover/lib/drover_web/live/ring_live.ex",
        "    {:noreply, assign(socket, :bids, [bid | socket.assigns.bids])}",
        "    {:noreply, stream_insert(socket, :bids, bid, at: 0, limit: 50)}",
      )
      .edited(
        "/home/tamsin/code/drover/lib/drover_web/live/ring_live.html.heex",
        "<li :for={bid <- @bids}>",
        "<li :for={{id, bid} <- @streams.bids} id={id}>",
      )
      .ran(
        "mix test test/drover_web/live",
        `
  1) test ring shows the newest bid first (DroverWeb.RingLiveTest)
     test/drover_web/live/ring_live_test.exs:44
     ** (ArgumentError) a container with phx-update="stream" must have a unique id and its children too, got an element without id in
     code: render(view)

12 tests, 1 failure`,
        2,
      )
      .edited(
        "/home/tamsin/code/drover/lib/drover_web/live/ring_live.html.heex",
        '<ul class="bids">',
        '<ul id="bids" phx-update="stream" class="bids">',
      )
      .ran("mix test test/drover_web/live", "............\nFinished in 1.9 seconds\n12 tests, 0 failures")
      .said('Done, 12 tests pass. The container needed an id and `phx-update="stream"`.')
      .prompt("how do i know it helped")
      .said("I can start 600 fake viewers locally and look at the process memory before and after. Shall I?")
      .prompt("go")
      .wrote(
        "/home/tamsin/code/drover/priv/scripts/viewers.exs",
        "for _ <- 1..600, do: spawn(fn -> Viewer.join() end)",
      )
      .ran(
        "git stash -q && mix run priv/scripts/viewers.exs; git stash pop -q && mix run priv/scripts/viewers.exs",
        "600 viewers, 9000 bids\nbefore: total 6813 MB, median process 11.2 MB\n600 viewers, 9000 bids\nafter:  total 3904 MB, median process 6.3 MB",
      )
      .said(
        "It fell from 6.8 GB to 3.9 GB, so there is something else: 6.3 MB per process is still far too much for 50 bids.",
      )
      .prompt("what else then")
      .called("Bash", { command: "mix run priv/scripts/heap.exs", description: "Look at a heap" })
      .gave(
        "pid <0.812.0> RingLive\n  socket.assigns.lots  5.9 MB  (412 lots, each with :photos => [binary 14 KB])\n  socket.assigns.sale  0.1 MB",
        { result: { stdout: "", stderr: "", interrupted: false, isImage: false } },
      )
      .said(
        "The lots: `Sales.list_lots/1` preloads the thumbnails as binaries, so every viewer has all photos of the sale on its heap.",
      )
      .prompt("oh for gods sake. put the lots in ets then")
      .said("I'll add an ETS-backed `Sales.Cache`, filled when the sale opens.")
      .wrote(
        "/home/tamsin/code/drover/lib/drover/sales/cache.ex",
        "defmodule Drover.Sales.Cache do\n  use GenServer\n  # :ets.new(:lots, [:named_table, read_concurrency: true])\nend",
      )
      .prompt(
        "actually scrap that, ets copies on read anyway doesnt it. just dont select the photos, serve them from /photos/:id like the catalogue does",
      )
      .ran("rm lib/drover/sales/cache.ex")
      .edited(
        "/home/tamsin/code/drover/lib/drover/sales.ex",
        "    |> preload(:photos)",
        "    |> select([l], struct(l, ^Lot.fields_without_photos()))",
      )
      .edited(
        "/home/tamsin/code/drover/lib/drover_web/live/ring_live.html.heex",
        "<img src={data_uri(lot.photo)}>",
        '<img src={~p"/photos/#{lot.id}"} loading="lazy">',
      )
      .ran(
        "mix run priv/scripts/viewers.exs",
        "600 viewers, 9000 bids\nafter:  total 412 MB, median process 0.5 MB",
      )
      .said(
        "412 MB now for 600 viewers. The cache module is gone; the ring loads photos over `/photos/:id` and `Sales.list_lots/1` no longer selects them.",
      )
      .prompt("better. ship it")
      .ran(
        "git add -A && git commit -m 'Ring: stream bids, photos by url' && git push",
        "[ring-memory 51d09ab] Ring: stream bids, photos by url\n 5 files changed, 61 insertions(+), 14 deletions(-)",
      )
      .said("Pushed.")
      .wait(95)
      .prompt(
        "next. commission is wrong on the pedigree invoices. should be 5% on top but its coming out as zero for the bull sale",
      )
      .read(
        "/home/tamsin/code/drover/lib/drover/invoicing/commission.ex",
        `  def for_lot(%Lot{sale: %{kind: :pedigree}} = lot), do: Money.new(0, :GBP)
  def for_lot(%Lot{} = lot), do: Money.multiply(lot.hammer, Decimal.new("0.05"))`,
      )
      .said(
        "There is an explicit clause that gives zero for pedigree sales. I'll remove it so that the 5% applies.",
      )
      .prompt(
        "wait no. ah. pedigree sells in guineas, the hammer price is guineas and a guinea is 1.05 so the 5p in the pound IS the commission. leave the zero, it's the hammer that gets stored in pounds by mistake",
      )
      .thought("So bid entry for pedigree should convert guineas to pounds with 1.05.")
      .ran(
        "rg -n 'hammer' lib/drover/bids.ex lib/drover_web/live/rostrum_live.ex",
        "lib/drover/bids.ex:88:    |> Lot.changeset(%{hammer: Money.new(bid.amount, :GBP)})",
      )
      .edited(
        "/home/tamsin/code/drover/lib/drover/bids.ex",
        "%{hammer: Money.new(bid.amount, :GBP)}",
        "%{hammer: Currency.to_pounds(bid.amount, sale.kind)}",
      )
      .edited(
        "/home/tamsin/code/drover/test/drover/bids_test.exs",
        "  end\nend",
        '  end\n\n  test "a pedigree hammer of 10,000 guineas is 10,500 pounds" do\n  end\nend',
      )
      .ran("mix test", "Finished in 8.1 seconds\n341 tests, 0 failures")
      .said(
        "Fixed in `bids.ex:88`: the hammer of a pedigree lot was stored as pounds though it is in guineas, it's multiplied by 1.05 now. 341 tests pass.",
      )
      .prompt("and the invoices already out for hexham?")
      .said(
        "Those aren't touched. There are 38 with a wrong total; correcting them means issuing credit notes.",
      )
      .prompt("leave those, Moira does them by hand on monday")
      .said("OK.")
      .prompt("can we drop longpoll from the endpoint? ive seen it in the logs and it looks slow")
      .read(
        "/home/tamsin/code/drover/lib/drover_web/endpoint.ex",
        '  socket "/live", Phoenix.LiveView.Socket,\n    websocket: [connect_info: [session: @session_options]],\n    longpoll: [connect_info: [session: @session_options]]',
      )
      .ran(
        "git log --oneline -3 -S longpoll -- lib/drover_web/endpoint.ex",
        "a771c20 longpoll back, rostrum tablets at Kirkby can't hold a websocket",
      )
      .said(
        "I'd keep it: commit a771c20 put longpoll back since the rostrum tablets at Kirkby can't hold a websocket.",
      )
      .prompt("oh yeah the one under the tin roof lol. ok leave it")
      .prompt("whats the elixir version on prod")
      .ran("cat .tool-versions", "elixir 1.18.2-otp-27\nerlang 27.2")
      .said("1.18.2 on OTP 27.2.")
      .prompt("k. push and deploy, sale at 6")
      .ran(
        "git push && fly deploy -a drover-prod",
        "==> Verifying app config\n✓ Machine 2874 [app] update succeeded\nVisit your newly deployed app at https://drover-prod.fly.dev/",
      )
      .said("Deployed, both machines healthy.");
  },
  keep: [
    { kind: "preference", type: "semantic", words: ["no headings", "two or three lines"] },
    {
      kind: ["fix", "learning"],
      words: ["photos", "list_lots|on its heap"],
    },
    { kind: ["correction", "learning"], words: ["guineas", "1.05"] },
    { kind: "fix", words: ["guineas", "bids.ex"] },
    { kind: ["learning", "decision"], words: ["longpoll", "rostrum tablets at Kirkby"] },
  ],
  may: [
    { kind: ["fix", "decision"], words: ["every bid of the sale|stream"] },
    { kind: "decision", words: ["dont select the photos"] },
    { kind: "outcome", words: ["412 MB"] },
    { kind: "fix", words: ["phx-update"] },
    { kind: "intention", words: ["Moira"] },
    { kind: "command", words: ["viewers.exs"] },
    { kind: "command", words: ["fly deploy"] },
  ],
  never: ["put the lots in ets", "ETS-backed", "should be 5%", "so that the 5% applies", "oh for gods sake"],
});

export default session;
