import { type LabelledSession, labelled } from "../session.ts";

/** Writing and rewriting prose: nothing of it is about the project's ways. */
const session: LabelledSession = labelled({
  name: "prose-editing",
  project: "/home/flo/blog",
  talk: (t) => {
    t.prompt("Proofread drafts/caching.md")
      .read(
        "/home/flo/blog/drafts/caching.md",
        "We decided to cache everything because disks are slow. Never trust a cache. Later we will see why.",
      )
      .said(
        'Three suggestions:\n\n1. "We decided to cache everything" is stronger as "We cached everything".\n2. "Never trust a cache" repeats the title.\n3. The last sentence promises something the post doesn\'t keep.',
      )
      .prompt("apply 1 and 3")
      .edited("/home/flo/blog/drafts/caching.md", "We decided to cache everything", "We cached everything")
      .said("Applied both.")
      .prompt("make the intro a bit funnier")
      .edited(
        "/home/flo/blog/drafts/caching.md",
        "We cached everything",
        "We cached everything, including our mistakes",
      )
      .said('The intro now says: "We cached everything, including our mistakes."')
      .prompt("hmm no, too much. go back to the old one")
      .edited("/home/flo/blog/drafts/caching.md", ", including our mistakes", "")
      .said("Reverted.")
      .prompt("what's a better word for slow?")
      .said("Sluggish, perhaps.")
      .prompt("I'll finish it later, thanks");
  },
  never: ["Never trust", "mistakes", "Sluggish", "decided to cache"],
});

export default session;
