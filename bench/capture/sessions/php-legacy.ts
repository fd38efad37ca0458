import { type LabelledSession, labelled } from "../session.ts";

/** Old code, many constraints said in half sentences. */
const session: LabelledSession = labelled({
  name: "php-legacy",
  project: "/srv/shop-legacy",
  talk: (t) => {
    t.prompt(
      "i want to replace mysql_query in the basket, php 5.6, can't upgrade because the hosting contract runs till 2027",
    )
      .read("/srv/shop-legacy/basket.php", "mysql_query('select ...')")
      .edited("/srv/shop-legacy/basket.php", "mysql_query(", "$pdo->prepare(")
      .edited("/srv/shop-legacy/db.php", "mysql_connect", "new PDO")
      .ran("php -l basket.php", "No syntax errors detected in basket.php")
      .said(
        "The basket uses PDO with prepared statements. I chose PDO over mysqli because `db.php` is shared with the reports, which read from SQLite in development.",
      )
      .prompt("ok. no composer here, don't pull in packages")
      .said("Understood, only what PHP ships with.")
      .prompt("umlauts are broken in the order mails since yesterday")
      .called("Grep", { pattern: "charset", path: "." })
      .gave("mail.php:4: $charset = 'latin1';")
      .edited("/srv/shop-legacy/db.php", "new PDO($dsn", "new PDO($dsn . ';charset=latin1'")
      .said(
        "PDO connects with utf8 by default while the tables are latin1, so the umlauts came back doubly encoded. The connection says `charset=latin1` now.",
      )
      .prompt("jup, geht wieder")
      .said("Schön.")
      .prompt(
        "one more: deploy is by FTP from my machine, never touch the server directly, and uploads/ is not in git",
      )
      .said("Got it.");
  },
  keep: [
    { kind: ["learning", "preference"], words: ["5.6"] },
    { kind: "decision", words: ["PDO over mysqli"] },
    { kind: ["preference", "correction"], words: ["composer"] },
    { kind: "fix", type: "episodic", words: ["umlauts", "latin1"] },
    { kind: ["preference", "learning"], words: ["FTP|touch the server"] },
    { kind: "outcome", words: ["basket"] },
  ],
  may: [
    { kind: ["learning", "preference"], words: ["uploads"] },
    { kind: "learning", words: ["utf8"] },
  ],
});

export default session;
