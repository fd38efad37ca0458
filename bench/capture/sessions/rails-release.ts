import { type LabelledSession, labelled } from "../session.ts";

/** A deployment with trouble on the way, and things to remember before the next one; Ruby on Rails. */
const session: LabelledSession = labelled({
  name: "rails-release",
  project: "/home/tom/bookings",
  talk: (t) => {
    t.prompt("Deploy the current main to staging.")
      .ran(
        "bundle exec cap staging deploy",
        '00:01 git:wrapper\nrake aborted!\nKeyError: key not found: "STRIPE_WEBHOOK_SECRET"\nconfig/initializers/stripe.rb:3:in `fetch\'\nTasks: TOP => assets:precompile',
        1,
      )
      .said(
        "The precompile step fails: the initializer needs STRIPE_WEBHOOK_SECRET, which staging doesn't have. I'll check how other secrets are set there.",
      )
      .ran("cat config/deploy/staging.rb | head -20", "set :linked_files, %w[config/master.key .env.staging]")
      .said(
        "Staging reads them from `.env.staging` on the server, and that file has no STRIPE_WEBHOOK_SECRET. Should I add a dummy value there or make the initializer tolerant?",
      )
      .prompt(
        "Make the initializer tolerant outside production. We decided long ago that staging must boot without any payment keys, because the agency people who test there may not see them.",
      )
      .edited(
        "/home/tom/bookings/config/initializers/stripe.rb",
        "ENV.fetch('STRIPE_WEBHOOK_SECRET')",
        "Rails.env.production? ? ENV.fetch('STRIPE_WEBHOOK_SECRET') : ENV['STRIPE_WEBHOOK_SECRET']",
      )
      .ran(
        "bundle exec cap staging deploy",
        "00:41 deploy:published\n00:42 passenger:restart\nDEPLOYED ad81c0f to staging",
      )
      .said(
        "Staging runs ad81c0f now. The deploy failed because `config/initializers/stripe.rb` fetched STRIPE_WEBHOOK_SECRET in every environment; it is only required in production now.",
      )
      .prompt(
        "thanks. Remind me to rotate the webhook secret before the release, the old one was in a screenshot. And next week we should drop the legacy bookings_v1 table, nothing reads it any more.",
      )
      .said("Noted, both are on the list.")
      .prompt("what's the status of sidekiq on staging?")
      .ran(
        "ssh staging 'systemctl status sidekiq'",
        "● sidekiq.service - sidekiq\n   Active: active (running) since Mon 2026-03-02",
      )
      .said("Sidekiq is active on staging since this morning.");
  },
  keep: [
    {
      kind: "decision",
      type: "episodic",
      words: ["staging must boot without", "payment keys"],
      importance: [6, 9],
    },
    { kind: "fix", words: ["STRIPE_WEBHOOK_SECRET", "stripe.rb"], importance: [5, 9] },
    { kind: "intention", type: "prospective", words: ["rotate the webhook secret"], importance: [5, 8] },
    { kind: "intention", type: "prospective", words: ["bookings_v1"], importance: [4, 8] },
  ],
  never: ["active (running)", "both are on the list"],
});

export default session;
