import { type LabelledSession, labelled } from "../../../session.ts";

/** An evening of fiddling with the first screen of a landing page: much is said, hardly anything of it is settled. */
const session: LabelledSession = labelled({
  name: "hero-section-fiddling",
  project: "/Users/bex/plantpal-site",
  talk: (t) => {
    t.prompt("hii can u start the dev server, i wanna look at the hero again")
      .called("Bash", { command: "npm run dev", run_in_background: true })
      .gave("Command running in background with ID: b1")
      .said("The dev server is running at http://localhost:4321.")
      .prompt("ok the headline is way too big on my phone")
      .read(
        "/Users/bex/plantpal-site/src/components/Hero.astro",
        '<h1 class="text-7xl font-black">Your plants, alive.</h1>',
      )
      .edited("/Users/bex/plantpal-site/src/components/Hero.astro", "text-7xl", "text-5xl md:text-7xl")
      .said("Below 768px the headline is now `text-5xl`.")
      .prompt("still big. 4xl?")
      .edited(
        "/Users/bex/plantpal-site/src/components/Hero.astro",
        "text-5xl md:text-7xl",
        "text-4xl md:text-7xl",
      )
      .said("It's `text-4xl` on phones.")
      .prompt("better. hmm the green. idk. what would u do")
      .said(
        "A few directions:\n\n- **Sage** (`#8DA47E`): calm, a bit expected for plants\n- **Deep fern** (`#2E5A3C`): serious, good contrast on cream\n- **Lime** (`#B7E34B`): loud, young\n\nI'd try the fern on cream first.",
      )
      .prompt("try lime")
      .edited("/Users/bex/plantpal-site/src/styles/global.css", "--accent: #3f8f52;", "--accent: #b7e34b;")
      .said("The accent is lime.")
      .prompt("omg no my eyes")
      .edited("/Users/bex/plantpal-site/src/styles/global.css", "--accent: #b7e34b;", "--accent: #2e5a3c;")
      .said("Fern now.")
      .prompt("hmm. ok put back the one from before, i was happy lol")
      .edited("/Users/bex/plantpal-site/src/styles/global.css", "--accent: #2e5a3c;", "--accent: #3f8f52;")
      .said("Back to `#3f8f52`.")
      .command("/cost")
      .prompt("is there a way to make the leaf wiggle when u hover")
      .edited(
        "/Users/bex/plantpal-site/src/components/Hero.astro",
        '<img src="/leaf.svg" />',
        '<img src="/leaf.svg" class="hover:animate-wiggle" />',
      )
      .edited(
        "/Users/bex/plantpal-site/tailwind.config.mjs",
        "extend: {}",
        "extend: { animation: { wiggle: 'wiggle 0.4s ease-in-out' } }",
      )
      .said("It should wiggle for 0.4 seconds on hover.")
      .prompt("doesnt")
      .ran("grep -n keyframes tailwind.config.mjs", "", 1)
      .said("I added the animation but not its keyframes. One moment.")
      .edited(
        "/Users/bex/plantpal-site/tailwind.config.mjs",
        "extend: {",
        "extend: { keyframes: { wiggle: { '50%': { transform: 'rotate(6deg)' } } },",
      )
      .said("Now the keyframes are there too.")
      .prompt("hahaha cute. slower tho")
      .edited("/Users/bex/plantpal-site/tailwind.config.mjs", "0.4s", "0.8s")
      .said("0.8 seconds.")
      .prompt("cuter. should the page maybe have a video instead of the photo? my bf thinks so")
      .said(
        "It could, though a video costs 2–5 MB on the first load and most people scroll past. A looping 3-second clip with a poster image would be a compromise.",
      )
      .prompt("nah hes wrong lol")
      .prompt("what does 'above the fold' actually mean btw")
      .said(
        "What is visible before scrolling. It comes from newspapers, whose upper half is what one sees on the stand.",
      )
      .prompt("TIL. can u swap the two sentences under the headline")
      .edited(
        "/Users/bex/plantpal-site/src/components/Hero.astro",
        "<p>Free for ten plants. Reminders that fit your week.</p>",
        "<p>Reminders that fit your week. Free for ten plants.</p>",
      )
      .said("Swapped.")
      .prompt("mm no it was better before. undo")
      .edited(
        "/Users/bex/plantpal-site/src/components/Hero.astro",
        "<p>Reminders that fit your week. Free for ten plants.</p>",
        "<p>Free for ten plants. Reminders that fit your week.</p>",
      )
      .said("As it was.")
      .prompt("and the gap over the button a lil smaller. like 24")
      .edited("/Users/bex/plantpal-site/src/components/Hero.astro", "mt-10", "mt-6")
      .said("The gap is 24px (`mt-6`).")
      .prompt("lighthouse?")
      .ran(
        "npx lighthouse http://localhost:4321 --quiet --chrome-flags=--headless --output=json | jq '.categories[].score'",
        "0.97\n1\n1\n0.92",
      )
      .said(
        "Performance 97, accessibility 100, best practices 100, SEO 92. The SEO point is the missing meta description.",
      )
      .prompt("whatever, fine")
      .prompt("commit n stop the server pls")
      .ran("git commit -qam 'Hero tweaks' && git log --oneline | head -1", "c91b7de Hero tweaks")
      .said("Committed as `c91b7de` and stopped the server.")
      .prompt("tyyy 🌱");
  },
  may: [
    { kind: "decision", words: ["video"] },
    { kind: "learning", words: ["missing meta description"] },
    { kind: "outcome", words: ["Hero.astro"] },
  ],
  never: [
    "localhost:4321",
    "my eyes",
    "newspapers",
    "try lime",
    "wiggle for 0.4",
    "Swapped",
    "Fern now",
    "0.8 seconds",
    "best practices 100",
    "keyframes are there",
  ],
});

export default session;
