import { type LabelledSession, labelled } from "../session.ts";

/** A long feature with much narration and few things to keep; C# and .NET. */
const session: LabelledSession = labelled({
  name: "dotnet-feature",
  project: "/home/kay/invoicing",
  talk: (t) => {
    t.prompt(
      "Implement credit notes: an invoice can be credited in full or by line. Same numbering series as invoices, prefix CN. API and domain, no UI.",
    )
      .said("I'll start by exploring the codebase to understand how invoices work.")
      .called("Glob", { pattern: "**/*Invoice*.cs" })
      .gave("Domain/Invoice.cs\nApi/InvoicesController.cs\nInfra/InvoiceRepository.cs")
      .read(
        "/home/kay/invoicing/Domain/Invoice.cs",
        "public sealed class Invoice { public string Number { get; } }",
      )
      .read("/home/kay/invoicing/Infra/InvoiceRepository.cs", "class InvoiceRepository { }")
      .said(
        "Now I have a good understanding. Invoices are aggregates with lines, and numbers come from a sequence. Let me create the domain class first.",
      )
      .wrote("/home/kay/invoicing/Domain/CreditNote.cs", "public sealed class CreditNote { }")
      .said("Next, the repository.")
      .wrote("/home/kay/invoicing/Infra/CreditNoteRepository.cs", "class CreditNoteRepository { }")
      .said("Now the controller.")
      .wrote("/home/kay/invoicing/Api/CreditNotesController.cs", "class CreditNotesController { }")
      .ran(
        "dotnet build",
        "Infra/CreditNoteRepository.cs(3,7): error CS0246: The type or namespace name 'IClock' could not be found",
        1,
      )
      .said("I forgot a using directive.")
      .edited("/home/kay/invoicing/Infra/CreditNoteRepository.cs", "class", "using Invoicing.Time;\nclass")
      .ran("dotnet build", "Build succeeded.\n    0 Warning(s)\n    0 Error(s)")
      .said("The build is fine. Now tests.")
      .wrote("/home/kay/invoicing/Tests/CreditNoteTests.cs", "public class CreditNoteTests { }")
      .ran(
        "dotnet test",
        "Failed CreditNoteTests.PartialCredit [12 ms]\n  Error Message: Expected 19.00 but was 18.99\nFailed!  - Failed: 1, Passed: 64",
        1,
      )
      .said(
        "A rounding difference of a cent: VAT is rounded per line in invoices but I round the total. I'll reuse the line rounding.",
      )
      .edited("/home/kay/invoicing/Domain/CreditNote.cs", "Math.Round(total", "lines.Sum(l => l.RoundedVat")
      .ran("dotnet test", "Passed!  - Failed: 0, Passed: 65")
      .said(
        "Credit notes are implemented:\n\n- `CreditNote` in the domain, in full or by line\n- `POST /invoices/{id}/credit-notes`\n- Numbers from the same sequence with the prefix CN\n\nI made credit notes an aggregate of their own rather than a state of the invoice, because an invoice may be credited several times. 65 tests pass.",
      )
      .prompt(
        "Looks good. Only thing: amounts must always be decimal, never double. You used double in the controller.",
      )
      .edited("/home/kay/invoicing/Api/CreditNotesController.cs", "double", "decimal")
      .ran("dotnet test", "Passed!  - Failed: 0, Passed: 65")
      .said("Changed to decimal.")
      .prompt("now commit and open a pr")
      .ran("git add -A && git commit -m 'Credit notes'", "[credit-notes 5b1] Credit notes\n 5 files changed")
      .ran("gh pr create --fill", "https://github.com/kay/invoicing/pull/81")
      .said("Opened https://github.com/kay/invoicing/pull/81.");
  },
  keep: [
    { kind: "decision", words: ["aggregate of their own", "several times"], importance: [5, 8] },
    {
      kind: ["preference", "correction"],
      type: "semantic",
      words: ["decimal", "double"],
      importance: [7, 9],
    },
    { kind: "outcome", words: ["credit notes", "CreditNote.cs"], importance: [4, 7] },
  ],
  may: [
    { kind: "fix", words: ["round"] },
    { kind: "learning", words: ["VAT"] },
  ],
  never: ["using directive", "IClock", "good understanding"],
});

export default session;
