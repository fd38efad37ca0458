import { type LabelledSession, labelled } from "../../../session.ts";

/** A hunt for specs that fail now and then, one cause after the other; Ruby, RSpec, Capybara. */
const session: LabelledSession = labelled({
  name: "stable-flakes",
  held: true,
  project: "/home/sully/paddock",
  talk: (t) => {
    t.prompt(
      `Five specs that fail when the wind blows from the east. I want them dead by Friday.

1. spec/models/lesson_spec.rb:31
2. spec/requests/settings_spec.rb:12
3. spec/system/booking_spec.rb:44
4. spec/models/horse_spec.rb:9
5. spec/system/calendar_spec.rb:70`,
    )
      .said("I'll take them in turn: reproduce first, then find the cause. Let me see how CI runs them.")
      .read(
        "/home/sully/paddock/.buildkite/pipeline.yml",
        '  - label: rspec\n    parallelism: 8\n    command: bin/ci-rspec\n    env:\n      TZ: "UTC"',
      )
      .ran("bundle exec rspec spec/models/lesson_spec.rb:31", "1 example, 0 failures")
      .ran(
        "bundle exec rspec --seed 41123",
        "Finished in 6 minutes 12 seconds\n1204 examples, 0 failures\n\nRandomized with seed 41123",
      )
      .said(
        "Green with the seed of the failing build too, so order alone isn't it, or not the order of the whole suite.",
      )
      .ran("cat bin/ci-rspec", '#!/bin/sh\nexec bundle exec knapsack_pro queue:rspec "[--seed $SEED]"')
      .ran(
        "SEED=41123 KNAPSACK_PRO_CI_NODE_TOTAL=8 KNAPSACK_PRO_CI_NODE_INDEX=3 KNAPSACK_PRO_FIXED_QUEUE_SPLIT=true bin/ci-rspec",
        '  1) Settings shows the default opening hours\n     Failure/Error: expect(response.body).to include("07:00")\n       expected "…05:30…" to include "07:00"\n\n151 examples, 1 failure',
        1,
      )
      .said(
        "That's how to get CI's order on a laptop: the seed plus the node, i.e. `SEED=41123 KNAPSACK_PRO_CI_NODE_TOTAL=8 KNAPSACK_PRO_CI_NODE_INDEX=3 KNAPSACK_PRO_FIXED_QUEUE_SPLIT=true bin/ci-rspec`. A seed on its own isn't enough because each node only runs an eighth. It reproduces number 2.",
      )
      .prompt("Splendid. What's the murderer?")
      .thought("05:30 comes from somewhere: which spec sets opening hours 05:30?")
      .called("Grep", { pattern: "05:30", output_mode: "content", path: "spec" })
      .gave('spec/requests/admin/hours_spec.rb:18:    put admin_hours_path, params: { opens: "05:30" }')
      .read(
        "/home/sully/paddock/app/models/setting.rb",
        "class Setting < ApplicationRecord\n  def self.[](key)\n    @memo ||= {}\n    @memo[key] ||= find_by(key: key)&.value\n  end\nend",
      )
      .said(
        "`Setting.[]` memoizes in a class-level variable. The transaction of `hours_spec.rb` is rolled back, the memo isn't, and whoever comes next on the same node reads 05:30. It's a bug in production as well: a changed setting only shows after a restart. I'll use `Current` attributes in `app/models/setting.rb`, which are reset per request and per example.",
      )
      .edited(
        "/home/sully/paddock/app/models/setting.rb",
        "@memo ||= {}\n    @memo[key] ||=",
        "Current.settings ||= {}\n    Current.settings[key] ||=",
      )
      .ran(
        "SEED=41123 KNAPSACK_PRO_CI_NODE_TOTAL=8 KNAPSACK_PRO_CI_NODE_INDEX=3 KNAPSACK_PRO_FIXED_QUEUE_SPLIT=true bin/ci-rspec",
        "151 examples, 0 failures",
      )
      .said("Number 2 is dead.")
      .prompt("So THAT is why Hannah had to restart the dynos every time she changed the hours. Go on. 1.")
      .ran(
        "bk builds --spec spec/models/lesson_spec.rb:31 --failed --format '{{.StartedAt}}'",
        "2026-02-03 23:14Z\n2026-02-11 23:41Z\n2026-02-19 23:02Z\n2026-02-26 23:55Z",
      )
      .said("All four failures are between 23:00 and midnight UTC.")
      .read("/home/sully/paddock/app/models/lesson.rb", "  scope :today, -> { where(starts_on: Date.today) }")
      .said(
        "`Lesson.today` uses `Date.today`, which is the server's date (UTC), while the spec and the rest of the application use `Time.zone` (Amsterdam). For an hour a day those are different days. `Date.current` in `app/models/lesson.rb` is the remedy.",
      )
      .edited("/home/sully/paddock/app/models/lesson.rb", "Date.today", "Date.current")
      .ran("grep -rn 'Date.today' app lib | wc -l", "7")
      .prompt("Seven more, lovely. All of them please, and a cop so that nobody does it again.")
      .ran("sed -i 's/Date\\.today/Date.current/' $(grep -rl 'Date.today' app lib)", "")
      .edited(
        "/home/sully/paddock/.rubocop.yml",
        "Rails:\n  Enabled: true",
        "Rails:\n  Enabled: true\n\nRails/Date:\n  EnforcedStyle: strict",
      )
      .ran(
        "bundle exec rubocop --only Rails/Date",
        "Inspecting 812 files\n\n812 files inspected, no offenses detected",
      )
      .said("All replaced, and `Rails/Date` is strict.")
      .prompt("3.")
      .ran(
        "for i in $(seq 20); do bundle exec rspec spec/system/booking_spec.rb:44 2>&1 | grep -E 'examples?,'; done | sort | uniq -c",
        "     17 1 example, 0 failures\n      3 1 example, 1 failure",
      )
      .said(
        "3 of 20. My guess is the connection pool: Puma has five threads in system specs and the pool is five as well.",
      )
      .ran(
        "DB_POOL=20 bash -c \"for i in \\$(seq 20); do bundle exec rspec spec/system/booking_spec.rb:44 2>&1 | grep -E 'examples?,'; done\" | sort | uniq -c",
        "     16 1 example, 0 failures\n      4 1 example, 1 failure",
      )
      .said("Not the pool, it fails as often with 20. Let me look at the screenshot of a failure.")
      .called("Read", { file_path: "/home/sully/paddock/tmp/capybara/failures_booking_44.png" })
      .gave([{ type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } }])
      .said(
        'The dialog never opened: Capybara clicks "Book" before the Stimulus controller has connected, and the click goes nowhere. I could add `sleep 0.5` before the click—',
      )
      .interrupted()
      .prompt(
        "No sleeps. When I find a sleep in a spec I cry, and you don't want to see that. Wait for a condition.",
      )
      .wrote(
        "/home/sully/paddock/spec/support/stimulus.rb",
        "module StimulusHelpers\n  def wait_for_stimulus(name)\n    assert_selector \"[data-controller~='#{name}'][data-connected]\"\n  end\nend",
      )
      .edited(
        "/home/sully/paddock/app/javascript/controllers/application.js",
        "connect() {",
        "connect() {\n    this.element.dataset.connected = true;",
      )
      .edited(
        "/home/sully/paddock/spec/system/booking_spec.rb",
        'click_on "Book"',
        'wait_for_stimulus "booking"\n    click_on "Book"',
      )
      .ran(
        "for i in $(seq 50); do bundle exec rspec spec/system/booking_spec.rb:44 2>&1 | grep -E 'examples?,'; done | sort | uniq -c",
        "     50 1 example, 0 failures",
      )
      .said(
        "50 of 50. There is a helper `wait_for_stimulus` in `spec/support/stimulus.rb` now for every spec that clicks something with a controller.",
      )
      .prompt("Lovely helper. 4, and then coffee.")
      .read(
        "/home/sully/paddock/spec/models/horse_spec.rb",
        '     7	    create(:horse, name: "Bella")\n     8	    create(:horse, name: "Arko")\n     9	    expect(Horse.available.first.name).to eq("Bella")',
      )
      .said(
        "There's no `ORDER BY` in `Horse.available`, so with UUID keys `first` sorts by a random id. The page lists by name, so the scope should as well, and the spec expects Arko.",
      )
      .edited(
        "/home/sully/paddock/app/models/horse.rb",
        "where(retired: false)",
        "where(retired: false).order(:name)",
      )
      .edited("/home/sully/paddock/spec/models/horse_spec.rb", 'eq("Bella")', 'eq("Arko")')
      .ran("bundle exec rspec spec/models/horse_spec.rb", "14 examples, 0 failures")
      .said("Fixed.")
      .wait(25)
      .prompt("Back. 5, the calendar.")
      .ran(
        "for i in $(seq 300); do bundle exec rspec spec/system/calendar_spec.rb:70 2>&1 | grep -E 'examples?,'; done | sort | uniq -c",
        "    300 1 example, 0 failures",
      )
      .ran(
        "bk builds --spec spec/system/calendar_spec.rb:70 --failed --format '{{.StartedAt}} {{.Agent}}'",
        "2026-01-09 10:12Z  spot-a\n2026-02-17 15:44Z  spot-c",
      )
      .said(
        "I can't reproduce it: 300 runs, also with the CPU throttled. Two failures in two months, both on spot machines, no screenshot kept. I don't know the cause.",
      )
      .prompt("Honest, at least. Hmm. Should we just throw rspec-retry at it? Everyone does.")
      .said(
        "It would go green. It would also have hidden the settings bug and the one with the dates, which are real.",
      )
      .prompt(
        "Right, and that is the answer: no retry gem, it hides the bugs we ship. Quarantine number 5 with a tag, and if nobody has missed it by the first of May we delete it.",
      )
      .edited(
        "/home/sully/paddock/spec/system/calendar_spec.rb",
        'it "moves a lesson" do',
        'it "moves a lesson", :quarantine do',
      )
      .edited(
        "/home/sully/paddock/.buildkite/pipeline.yml",
        "    command: bin/ci-rspec",
        "    command: bin/ci-rspec --tag ~quarantine\n    artifact_paths: tmp/capybara/*.png",
      )
      .said(
        "Tagged `:quarantine` and left out on CI. Screenshots of failures are kept as artifacts from now on.",
      )
      .prompt("Standup in five. Give me something I can read out.")
      .said(
        "Four of five flaky specs are fixed, each at its cause: a memo in `Setting` that outlived requests, `Date.today` instead of `Date.current`, clicks before Stimulus had connected, and a scope without an order. The fifth couldn't be reproduced and is in quarantine.",
      )
      .prompt("Two of those were real bugs. I'm going to be insufferable about it. Push.")
      .ran("git push", "To github.com:paddock/paddock.git\n   a1f0c2e..77de9b1  deflake -> deflake")
      .said("Pushed.");
  },
  keep: [
    { kind: "command", words: ["KNAPSACK_PRO_CI_NODE_INDEX=3", "SEED=41123"] },
    { kind: "fix", words: ["Setting", "memo"] },
    { kind: "fix", words: ["Date.current", "lesson.rb|Date.today"] },
    { kind: "fix", words: ["Stimulus", "connected"] },
    { kind: ["preference", "correction"], type: "semantic", words: ["No sleeps"] },
    { kind: "fix", words: ["ORDER BY|without an order", "Horse.available|horse.rb"] },
    { kind: ["decision", "preference"], words: ["no retry gem"] },
    { kind: "intention", type: "prospective", words: ["first of May"] },
    { kind: "outcome", words: ["Four of five flaky specs"] },
  ],
  may: [
    { kind: ["learning"], words: ["between 23:00 and midnight"] },
    { kind: ["learning", "decision"], words: ["wait_for_stimulus"] },
    { kind: ["decision", "preference"], words: ["Rails/Date|a cop so that"] },
    { kind: ["learning"], words: ["can't reproduce|couldn't be reproduced"] },
    { kind: ["learning"], words: ["Hannah had to restart"] },
    { kind: ["learning"], words: ["Not the pool"] },
    { kind: ["decision"], words: ["kept as artifacts"] },
  ],
  never: ["My guess is the connection pool", "sleep 0.5", "insufferable", "wind blows", "then coffee"],
});

export default session;
