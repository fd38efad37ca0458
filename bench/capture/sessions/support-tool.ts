import { type LabelledSession, labelled } from "../session.ts";

/** An internal tool, quick decisions. */
const session: LabelledSession = labelled({
  name: "support-tool",
  held: true,
  project: "/home/gus/helpdesk",
  talk: (t) => {
    t.prompt("add a search box to the ticket list. server side, the list has 2 million rows")
      .wrote("/home/gus/helpdesk/app/search.rb", "class Search; end")
      .edited("/home/gus/helpdesk/app/views/tickets/index.erb", "<table>", "<input><table>")
      .ran("bin/rails test", "212 runs, 0 failures, 0 errors")
      .said(
        "There is a search box that asks the server. I used a trigram index because prefixes alone don't find parts of order numbers.",
      )
      .prompt("cool. Do we want to log what people search for?")
      .said("It would help to see what isn't found. But searches may hold names of customers.")
      .prompt("then no. we don't store searches, legal would kill us")
      .said("Alright.")
      .prompt("rename the button to Find")
      .edited("/home/gus/helpdesk/app/views/tickets/index.erb", "Search", "Find")
      .said("Renamed.")
      .prompt("migrations get run by the DBA on Thursdays, so split the index into its own migration")
      .wrote("/home/gus/helpdesk/db/migrate/20260302_index.rb", "class AddIndex; end")
      .said("The index has a migration of its own.");
  },
  keep: [
    { kind: "decision", words: ["trigram"] },
    { kind: ["decision", "preference", "correction"], words: ["store searches"] },
    { kind: ["learning", "preference"], words: ["DBA", "Thursdays"] },
    { kind: "outcome", words: ["search box"] },
  ],
  may: [{ kind: "outcome", words: ["migration"] }],
});

export default session;
