import { type LabelledSession, labelled } from "../session.ts";

/** Data work with a subagent that is stopped; a package that will not install. */
const session: LabelledSession = labelled({
  name: "notebook-agents",
  project: "/home/sol/churn",
  talk: (t) => {
    t.prompt("Train the churn model on the new export, notebook is notebooks/churn.ipynb")
      .ran(
        "pip install -r requirements.txt",
        "ERROR: Could not find a version that satisfies the requirement torch==2.1.0 (from versions: 2.2.0, 2.3.0)\nERROR: No matching distribution found for torch==2.1.0",
        1,
      )
      .ran("python --version", "Python 3.12.2")
      .ran("uv venv --python 3.11 && uv pip install -r requirements.txt", "Installed 61 packages in 8s")
      .said("torch 2.1.0 has no wheels for Python 3.12, so I made a 3.11 environment.")
      .called("Task", {
        description: "Check columns",
        prompt: "Compare the columns of both exports. Prefer pandas. Stop after ten minutes.",
        subagent_type: "general-purpose",
      })
      .interrupted(true)
      .prompt("no agents for this, the data must not leave this session")
      .ran("python scripts/compare.py", "missing in new: tenure_months")
      .said("The new export has no `tenure_months`. The model needs it.")
      .prompt("right, the CRM team renamed it to months_active in January")
      .edited("/home/sol/churn/scripts/features.py", "tenure_months", "months_active")
      .edited("/home/sol/churn/notebooks/churn.ipynb", "tenure_months", "months_active")
      .ran("python scripts/train.py", "auc=0.81")
      .said(
        "The model is trained on the new export; AUC is 0.81. Features read `months_active` where they read `tenure_months` before.",
      );
  },
  agents: {
    "columns-1": (t) => {
      t.prompt("Compare the columns of both exports. Prefer pandas. Stop after ten minutes.")
        .ran("python -c 'import pandas'", "")
        .said("I'll load both exports.");
    },
  },
  keep: [
    { kind: ["command", "learning", "fix"], words: ["3.11|3.12", "torch"], importance: [4, 8] },
    { kind: ["learning", "correction"], type: "semantic", words: ["months_active"], importance: [5, 8] },
    {
      kind: ["correction", "preference"],
      type: "semantic",
      words: ["no agents|must not leave"],
      importance: [6, 9],
    },
  ],
  may: [{ kind: "outcome", words: ["months_active"] }],
  never: ["Prefer pandas", "ten minutes"],
});

export default session;
