import { type LabelledSession, labelled } from "../session.ts";

/** Errands with git; nothing here is worth a memory but one habit. */
const session: LabelledSession = labelled({
  name: "branch-housekeeping",
  held: true,
  project: "/home/max/portal",
  talk: (t) => {
    t.prompt("which branches are merged already?")
      .ran("git branch --merged main", "  feature/login\n  fix/typo")
      .said("`feature/login` and `fix/typo`.")
      .prompt("delete them")
      .ran("git branch -d feature/login fix/typo", "Deleted branch feature/login (was 8a1).")
      .said("Deleted both.")
      .prompt("rebase my branch on main")
      .ran("git rebase main", "CONFLICT (content): Merge conflict in CHANGELOG.md", 1)
      .edited("/home/max/portal/CHANGELOG.md", "<<<<<<<", "")
      .ran("git rebase --continue", "Successfully rebased and updated refs/heads/export.")
      .said("Rebased. There was one conflict in the changelog, where I kept both entries.")
      .prompt("push")
      .ran("git push", "! [rejected] export -> export (non-fast-forward)", 1)
      .ran("git push --force-with-lease", "+ 1f2...77a export -> export (forced update)")
      .said("Pushed with `--force-with-lease`, since the rebase rewrote the branch.")
      .prompt("ok. we squash on merge anyway, so don't bother with tidy commits on branches")
      .said("Good to know.")
      .prompt("should I be worried that main is 300 commits ahead of the last tag?")
      .said("Not by itself, but a release is due.");
  },
  keep: [{ kind: ["preference", "learning"], type: "semantic", words: ["squash"] }],
  may: [
    { kind: ["command", "fix"], words: ["force-with-lease"] },
    { kind: ["command", "fix"], words: ["rebase"] },
  ],
});

export default session;
