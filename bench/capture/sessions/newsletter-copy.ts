import { type LabelledSession, labelled } from "../session.ts";

/** Templates of mails; style told by example. */
const session: LabelledSession = labelled({
  name: "newsletter-copy",
  held: true,
  project: "/home/mia/mailer",
  talk: (t) => {
    t.prompt("draft the November newsletter template from October's")
      .read("/home/mia/mailer/templates/october.mjml", "<mjml/>")
      .wrote("/home/mia/mailer/templates/november.mjml", "<mjml/>")
      .said("I copied October and replaced the three stories by placeholders.")
      .prompt("No exclamation marks in subject lines, they land us in spam")
      .edited("/home/mia/mailer/templates/november.mjml", "News!", "News")
      .said("Removed.")
      .prompt("and Outlook doesn't do flexbox, tables only")
      .edited("/home/mia/mailer/templates/november.mjml", "flex", "table")
      .said("The columns are tables now.")
      .prompt("looks great. could you make the header a bit smaller?")
      .edited("/home/mia/mailer/templates/november.mjml", "80px", "60px")
      .said("60 pixels.")
      .prompt("send me a test")
      .ran("node send.js --to me --template november", "sent")
      .said("Sent.")
      .prompt("got it. fyi we're switching from Mailgun to Postmark in January, so don't build on their tags")
      .said("Noted.");
  },
  keep: [
    { kind: ["preference", "correction"], type: "semantic", words: ["exclamation"] },
    { kind: ["learning", "preference", "correction"], type: "semantic", words: ["Outlook"] },
    { kind: ["learning", "decision", "intention", "preference"], words: ["Postmark"] },
  ],
  may: [{ kind: "outcome", words: ["november"] }],
  never: ["header"],
});

export default session;
