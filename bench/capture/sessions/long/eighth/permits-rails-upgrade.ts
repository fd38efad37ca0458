import { type LabelledSession, labelled } from "../../../session.ts";

/** A city's building permits go from one major version of Rails to the next, gem by gem; Ruby, Sidekiq, a legacy database. */
const session: LabelledSession = labelled({
  name: "permits-rails-upgrade",
  project: "/home/henrique/permits",
  talk: (t) => {
    t.prompt(
      "We need upgrade Rails 7.0 to 7.2 in this app before the support ends. Start by telling me what is in the way.",
    )
      .ran(
        "bundle outdated --only-explicit --strict | head -20",
        "Gem                 Current  Latest  Requested\nactiveadmin         2.13.1   3.2.5   ~> 2.13\nactiverecord-sqlserver-adapter 7.0.7 7.2.4 ~> 7.0.7\nransack             3.2.1    4.2.1   >= 3\nsidekiq             6.5.12   7.3.9   ~> 6.5\nsprockets-rails     3.4.2    3.5.2   >= 0",
        1,
      )
      .read(
        "/home/henrique/permits/Gemfile",
        'ruby "3.1.4"\ngem "rails", "~> 7.0.8"\ngem "activerecord-sqlserver-adapter", "~> 7.0.7"\ngem "permit_numbers", git: "git@git.cidade.example:shared/permit_numbers.git"',
      )
      .said(
        "## What stands in the way\n\n| Gem | Now | Needed | Risk |\n|---|---|---|---|\n| activerecord-sqlserver-adapter | 7.0.7 | 7.2.x | high |\n| activeadmin | 2.13 | 3.2 | medium |\n| ransack | 3.2 | 4.x | medium: allowlists become mandatory |\n| sidekiq | 6.5 | stays | none |\n| permit_numbers | git | ? | unknown |\n\nI recommend two steps, 7.0 → 7.1 → 7.2, with a deploy between them.",
      )
      .prompt(
        "two steps yes, but without deploy in between. The deploy window of the city is only every second Wednesday and each needs a form",
      )
      .said("Alright: two steps on one branch, one deploy at the end.")
      .ran("git switch -c rails-7-2", "Switched to a new branch 'rails-7-2'")
      .edited("/home/henrique/permits/Gemfile", '"~> 7.0.8"', '"~> 7.1.5"')
      .ran(
        "bundle update rails activerecord-sqlserver-adapter",
        'Bundler could not find compatible versions for gem "activesupport":\n  In Gemfile:\n    permit_numbers was resolved to 0.9.2, which depends on\n      activesupport (< 7.1)',
        1,
      )
      .said("`permit_numbers` pins activesupport below 7.1. I could fork it and loosen the constraint.")
      .prompt(
        "Dont fork. This gem belongs to the taxes department, Dona Célia's team, they answer in one or two days if you open an issue. For now vendor a patched copy",
      )
      .ran(
        "git clone git@git.cidade.example:shared/permit_numbers.git vendor/gems/permit_numbers && rm -rf vendor/gems/permit_numbers/.git",
        "Cloning into 'vendor/gems/permit_numbers'...",
      )
      .edited("/home/henrique/permits/vendor/gems/permit_numbers/permit_numbers.gemspec", '"< 7.1"', '"< 8"')
      .edited(
        "/home/henrique/permits/Gemfile",
        'git: "git@git.cidade.example:shared/permit_numbers.git"',
        'path: "vendor/gems/permit_numbers"',
      )
      .ran(
        "bundle update rails activerecord-sqlserver-adapter",
        "Using rails 7.1.5.1 (was 7.0.8)\nBundle updated!",
      )
      .said("Resolved. When their release is out, the copy in `vendor/gems` should go away again.")
      .prompt("exactly, remember that. run the specs")
      .ran(
        "bundle exec rspec",
        "Failures:\n\n  1) Permit search by street\n     RuntimeError:\n       Ransack needs Permit attributes explicitly allowlisted as\n       searchable. Define a `ransackable_attributes` class method\n\n1287 examples, 46 failures, 3 pending",
        1,
      )
      .said("46 failures, all but one from Ransack. I'll add allowlists.")
      .edited(
        "/home/henrique/permits/app/models/permit.rb",
        "class Permit < ApplicationRecord",
        "class Permit < ApplicationRecord\n  def self.ransackable_attributes(_auth = nil) = column_names",
      )
      .interrupted()
      .prompt(
        "column_names no! there is cpf and the phone of the applicant in this table, it can not be searchable by the public form. List them by hand, only what the form shows",
      )
      .edited(
        "/home/henrique/permits/app/models/permit.rb",
        "= column_names",
        "= %w[number street district status submitted_on]",
      )
      .edited(
        "/home/henrique/permits/app/models/applicant.rb",
        "class Applicant < ApplicationRecord",
        "class Applicant < ApplicationRecord\n  def self.ransackable_attributes(_auth = nil) = %w[company_name]",
      )
      .ran(
        "bundle exec rspec",
        'Failures:\n\n  1) Inspection agenda shows the inspections of the day\n     Failure/Error: expect(page).to have_text "14:30"\n       expected to find text "14:30" in "... 11:30 ..."\n\n1287 examples, 1 failure, 3 pending',
        1,
      )
      .called("Grep", { pattern: "default_timezone|time_zone", path: "config" })
      .gave(
        'config/application.rb:21:    config.time_zone = "Brasilia"\nconfig/initializers/legacy.rb:4:ActiveRecord::Base.default_timezone = :local',
      )
      .said(
        "Root cause: Rails 7.1 removed `ActiveRecord::Base.default_timezone=`, so the line in `config/initializers/legacy.rb` silently does nothing any more and times are read as UTC. The setter moved to `ActiveRecord.default_timezone`.",
      )
      .edited(
        "/home/henrique/permits/config/initializers/legacy.rb",
        "ActiveRecord::Base.default_timezone = :local",
        "ActiveRecord.default_timezone = :local",
      )
      .ran("bundle exec rspec", "1287 examples, 0 failures, 3 pending")
      .said("Green on 7.1.")
      .prompt("why is local there at all? isnt utc better?")
      .said("UTC would be the convention. Should I convert it as part of the upgrade?")
      .prompt(
        "wait no. the mainframe writes in the same tables at night, in local time. It will always stay local, leave a comment there so nobody is clever",
      )
      .edited(
        "/home/henrique/permits/config/initializers/legacy.rb",
        "ActiveRecord.default_timezone",
        "# The mainframe writes local times into the same tables.\nActiveRecord.default_timezone",
      )
      .said("Comment added. On to 7.2.")
      .edited("/home/henrique/permits/Gemfile", '"~> 7.1.5"', '"~> 7.2.2"')
      .ran(
        "bundle update rails activerecord-sqlserver-adapter",
        "Using rails 7.2.2.1 (was 7.1.5.1)\nBundle updated!",
      )
      .ran(
        "bin/rails app:update --skip",
        "   identical  config/boot.rb\n        skip  config/application.rb\n      create  config/initializers/new_framework_defaults_7_2.rb",
      )
      .ran(
        "bundle exec rspec",
        "An error occurred while loading spec_helper.\nNameError: uninitialized constant TinyTds::Error\n\n0 examples, 0 failures, 1 error occurred outside of examples",
        1,
      )
      .ran("TDSVER=7.4 bundle exec rspec", "1287 examples, 3 failures, 3 pending", 1)
      .said(
        "The first run had picked up a stale native extension; this one loads. Three failures remain, all about enums.",
      )
      .ran(
        "grep -rn 'enum ' app/models | head",
        "app/models/permit.rb:9:  enum status: { draft: 0, submitted: 1 }\napp/models/inspection.rb:5:  enum kind: %i[first second final]\napp/models/fee.rb:7:  enum state: { open: 0, paid: 1 }",
      )
      .edited("/home/henrique/permits/app/models/permit.rb", "enum status: {", "enum :status, {")
      .edited("/home/henrique/permits/app/models/inspection.rb", "enum kind: %i[", "enum :kind, %i[")
      .edited("/home/henrique/permits/app/models/fee.rb", "enum state: {", "enum :state, {")
      .ran("bundle exec rspec", "1287 examples, 0 failures, 3 pending")
      .said("All green on Rails 7.2.2.")
      .prompt("very good. Sidekiq we dont touch?")
      .said("Sidekiq 6.5 works with 7.2. Sidekiq 7 requires Redis 6.2, and the server has 5.")
      .prompt("ok so Sidekiq waits until the infra people upgrade the redis, they told me february")
      .prompt("and new_framework_defaults, lets turn them on all?")
      .said(
        "I'd rather leave them commented out for this deploy and turn them on one by one afterwards; if something breaks we know which it was. `load_defaults` stays at 7.0 meanwhile.",
      )
      .prompt("makes sense, do like this")
      .ran(
        "git commit -am 'Rails 7.2' && git push -u origin rails-7-2",
        "[rails-7-2 e81a0b3] Rails 7.2\n 19 files changed, 402 insertions(+), 377 deletions(-)",
      )
      .said(
        "The upgrade to Rails 7.2.2 is finished and pushed on `rails-7-2`.\n\n### Done\n1. Rails 7.0.8 → 7.1.5 → 7.2.2\n2. Allowlists for Ransack in `permit.rb` and `applicant.rb`, by hand\n3. Time zone setter in `legacy.rb`\n4. New enum syntax in three models\n\n### To do before the deploy\n- Fill in the change form of the city\n\n### Later\n- Framework defaults one by one\n- Sidekiq 7\n- Remove `vendor/gems/permit_numbers`",
      )
      .prompt("obrigado! I fill the form myself. tell me only what is the rollback")
      .said("There are no migrations, so rolling back is deploying the previous tag.")
      .prompt("perfect, bom fim de semana");
  },
  keep: [
    { kind: "learning", type: "semantic", words: ["every second Wednesday"] },
    { kind: ["learning", "correction", "decision"], words: ["taxes department"] },
    { kind: "intention", type: "prospective", words: ["vendor/gems", "go away again|Remove"] },
    { kind: ["correction", "preference", "learning"], type: "semantic", words: ["cpf", "searchable"] },
    { kind: "fix", words: ["default_timezone", "legacy.rb"] },
    { kind: ["learning", "decision", "correction"], words: ["mainframe writes", "local time"] },
    { kind: "intention", type: "prospective", words: ["Sidekiq waits"] },
    { kind: ["decision", "intention"], words: ["one by one", "commented out|Framework defaults"] },
    { kind: "outcome", words: ["upgrade to Rails 7.2.2"] },
  ],
  may: [
    { kind: "decision", words: ["two steps"] },
    { kind: "decision", words: ["vendor a patched copy"] },
    { kind: "fix", words: ["enum"] },
    { kind: "fix", words: ["Ransack"] },
    { kind: "learning", words: ["Sidekiq 7 requires Redis 6.2"] },
    { kind: "learning", words: ["permit_numbers"] },
    { kind: "correction", words: ["List them by hand"] },
    { kind: "intention", words: ["Sidekiq 7"] },
    { kind: "learning", words: ["no migrations"] },
    { kind: "intention", words: ["change form of the city"] },
  ],
  never: [
    "fork it and loosen",
    "TDSVER",
    "with a deploy between them",
    "bom fim de semana",
    "UTC would be the convention",
  ],
});

export default session;
