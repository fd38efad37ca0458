import { type LabelledSession, labelled } from "../session.ts";

/** A bug told by a person, two wrong tries, and a rule that follows from it. */
const session: LabelledSession = labelled({
  name: "ledger-rounding",
  project: "/home/ida/ledger",
  talk: (t) => {
    t.prompt("the monthly totals on the invoice are off by a cent for some customers, e.g. invoice 20391")
      .called("Grep", { pattern: "round", path: "src" })
      .gave("src/tax.ts:18: return Math.round(net * rate * 100) / 100")
      .read(
        "/home/ida/ledger/src/tax.ts",
        "export const tax = (net, rate) => Math.round(net * rate * 100) / 100;",
      )
      .said("Tax is rounded per line. I'll try rounding the total only.")
      .edited("/home/ida/ledger/src/tax.ts", "Math.round(net * rate * 100) / 100", "net * rate")
      .ran(
        "npx vitest run tax",
        "FAIL src/tax.test.ts > rounds per line\nAssertionError: expected 1.4963 to be 1.5\n1 failed | 11 passed",
        1,
      )
      .said("The test expects rounding per line, so that is on purpose. I'll look at the sum instead.")
      .edited("/home/ida/ledger/src/tax.ts", "net * rate", "Math.round(net * rate * 100) / 100")
      .read(
        "/home/ida/ledger/src/invoice.ts",
        "const total = lines.reduce((sum, l) => sum + l.net + l.tax, 0);",
      )
      .edited(
        "/home/ida/ledger/src/invoice.ts",
        "lines.reduce((sum, l) => sum + l.net + l.tax, 0)",
        "sumCents(lines) / 100",
      )
      .ran("npx vitest run", "Test Files 9 passed (9)\nTests 74 passed (74)")
      .said(
        "The totals are right now. The cause: the lines were added as floats, so 0.1 + 0.2 effects showed up in the last digit; `sumCents` adds whole cents instead. Invoice 20391 comes to 1,204.17.",
      )
      .prompt("perfect. the tax office demands rounding per line by the way, so that test must stay as it is")
      .said("Noted.")
      .prompt("commit it")
      .ran('git commit -am "Add invoice totals in cents"', "[main 7f1e2aa] Add invoice totals in cents")
      .said("Committed.");
  },
  keep: [
    { kind: "fix", type: "episodic", words: ["float|sumCents", "totals"] },
    { kind: ["learning", "preference"], words: ["rounding per line"] },
  ],
  may: [{ kind: "outcome", words: ["cent"] }],
});

export default session;
