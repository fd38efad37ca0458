import { type LabelledSession, labelled } from "../../../session.ts";

/** Somebody has an old rating engine explained: many questions, many answers that stand in the code; Erlang. One thing to keep. */
const session: LabelledSession = labelled({
  name: "tour-of-the-biller",
  project: "/home/fabrice/rater",
  talk: (t) => {
    t.prompt("never touched erlang. can you give me a tour of this repo? no changes")
      .called("Glob", { pattern: "apps/*/src/*.erl" })
      .gave(
        "apps/rater/src/rater_app.erl\napps/rater/src/rater_sup.erl\napps/rater/src/rater_cdr.erl\napps/rater/src/rater_tariff.erl\napps/rater/src/rater_bucket.erl\napps/rater_http/src/rater_http.erl",
      )
      .read(
        "/home/fabrice/rater/apps/rater/src/rater_sup.erl",
        "-module(rater_sup).\n-behaviour(supervisor).\ninit([]) ->\n    {ok, {#{strategy => rest_for_one, intensity => 5, period => 10},\n      [worker(rater_tariff), worker(rater_bucket), pool(rater_cdr, 16)]}}.",
      )
      .said(
        "## The rater in five minutes\n\n- **`rater_cdr`** takes call records from a queue, 16 workers\n- **`rater_tariff`** holds price lists in an ETS table\n- **`rater_bucket`** keeps the free minutes of a subscriber\n- **`rater_http`** answers questions about balances\n\nThe supervisor is `rest_for_one`: if `rater_tariff` dies, everything started after it is restarted as well.",
      )
      .prompt("what's ETS")
      .said(
        "An in-memory table of the Erlang VM. Any process can read from it without sending a message to its owner, which makes it the usual place for lookup data. It's gone when the owning process ends, unless an heir is named.",
      )
      .prompt("ok like a concurrent hashmap. and the 16 where does it come from")
      .ran(
        "git log --oneline -S'pool(rater_cdr' -- apps/rater/src/rater_sup.erl",
        "1d02c9f pool of cdr workers\n88ab013 initial import from svn",
      )
      .ran(
        "git show 1d02c9f --stat",
        "commit 1d02c9f\nAuthor: P. Lindqvist\nDate:   2016-11-03\n\n    pool of cdr workers\n\n apps/rater/src/rater_sup.erl | 9 +++++++--",
      )
      .said(
        "It came with a commit in 2016, whose message doesn't explain it. Presumably the machines had 16 cores.",
      )
      .prompt("lol presumably. show me how one call gets its price")
      .read(
        "/home/fabrice/rater/apps/rater/src/rater_cdr.erl",
        "rate(#cdr{a = A, b = B, start = S, dur = D}) ->\n    Zone = rater_tariff:zone(B),\n    Price = rater_tariff:price(A, Zone, S),\n    {Free, Rest} = rater_bucket:take(A, Zone, D),\n    {ok, Free, ceil_to(Rest, Price#price.step) * Price#price.per_unit}.",
      )
      .said(
        "In four steps:\n\n1. the zone follows from the called number's prefix\n2. the price follows from the subscriber, the zone and the time of day\n3. free minutes are taken from the bucket first\n4. what remains is rounded up to the step and multiplied\n\nSo a call of 61 seconds with a step of 60 costs two units.",
      )
      .prompt("and midnight? call goes over a tariff change")
      .called("Grep", { pattern: "split|boundary|midnight", path: "/home/fabrice/rater/apps" })
      .gave("No matches found")
      .said("It isn't split: the price at the start counts for the whole call.")
      .prompt("is that legal, hm, anyway. what does `=:=` do vs `==`")
      .said("`=:=` compares without conversion, so `1 =:= 1.0` is false, whereas `1 == 1.0` is true.")
      .prompt("and that arrow with guards `when`?")
      .said(
        "A clause of a function only applies if its pattern matches *and* its guard after `when` is true. Only a few functions are allowed in guards, so that they can't have side effects.",
      )
      .prompt("how would i run this thing")
      .ran(
        "rebar3 shell --apps rater",
        "===> Verifying dependencies...\n===> Compiling rater\nErlang/OTP 25 [erts-13.2]\n1> ===> Booted rater\nok",
      )
      .said("With `rebar3 shell`; it booted here without a queue, the workers just retry the connection.")
      .prompt("cool. try rate a fake call")
      .ran("erl_call -sname rater -a 'rater_cdr rate_demo []'", "{ok, 0, 24}")
      .said("The demo call costs 24 units with no free minutes.")
      .prompt("24 what? cents?")
      .called("Grep", { pattern: "per_unit", path: "/home/fabrice/rater/apps" })
      .gave("apps/rater/src/rater_tariff.erl:41:    #price{step = 60, per_unit = U}  %% U in 1/100 öre")
      .said("Hundredths of an öre, going by the comment in `rater_tariff.erl`.")
      .prompt("wow. who wrote this, is Lindqvist around")
      .ran(
        "git shortlog -sn | head -4",
        "   812  P. Lindqvist\n   190  Agneta Ros\n    44  build\n     3  T. Mbeki",
      )
      .said(
        "P. Lindqvist with 812 commits, the last one in 2021. I can't tell whether they are still with you.",
      )
      .prompt("retired. could we rewrite it in go do you think? how long")
      .said(
        "Six modules with about 3,100 lines: the rating itself is perhaps three weeks, and proving that it rates the same would take much longer. I'd record a month of call records and compare both engines on it.",
      )
      .prompt("just daydreaming, nobody will pay for that. what happens w/ a cdr that cant be rated")
      .read(
        "/home/fabrice/rater/apps/rater/src/rater_cdr.erl",
        'handle(Msg) ->\n    try rate(decode(Msg)) of\n        {ok, F, C} -> publish(F, C)\n    catch\n        _:_ -> file:write_file("/var/spool/rater/bad", [Msg, $\\n], [append])\n    end.',
      )
      .said("It's appended to a file, `/var/spool/rater/bad`, and the message counts as handled.")
      .prompt(
        "haha ok and THAT is what billing ops imports by hand every first monday. i always wondered where their file comes from. must not be rotated then, they keep a line offset into it",
      )
      .said("That explains why there is no logrotate entry for it in `rel/`.")
      .prompt("what do the tests look like")
      .ran(
        "rebar3 eunit",
        "===> Performing EUnit tests...\n.......................................\n\nFinished in 0.614 seconds\n39 tests, 0 failures",
      )
      .said("39 EUnit tests, most of them on zones and rounding. Nothing on `rater_http`.")
      .prompt("good enough. last q, gen_server vs plain process?")
      .said(
        "A `gen_server` is a plain process with the loop, timeouts, calls and upgrades already written. You write callbacks; nearly everything here is one.",
      )
      .prompt("merci, that was fun. closing");
  },
  keep: [{ kind: "learning", words: ["line offset|must not be rotated|imports by hand"], type: "semantic" }],
  may: [
    { kind: "learning", words: ["/var/spool/rater/bad"] },
    { kind: "learning", words: ["isn't split"] },
    { kind: "learning", words: ["hundredths"] },
    { kind: "learning", words: ["rest_for_one"] },
    { kind: "command", words: ["rebar3 shell"] },
  ],
  never: [
    "concurrent hashmap",
    "16 cores",
    "three weeks",
    "daydreaming",
    "retired",
    "compares without conversion",
    "merci",
  ],
});

export default session;
