import { type LabelledSession, labelled } from "../../../session.ts";

/** An afternoon of small changes to a shop's landing page; much is said, nothing is worth telling later; Nuxt, SCSS. */
const session: LabelledSession = labelled({
  name: "banner-pixels-friday",
  project: "/home/ines/spring-landing",
  talk: (t) => {
    t.prompt("hey, small things on the spring landing page before i go to weekend. start the dev server pls")
      .ran(
        "yarn dev",
        "ERROR  Port 3000 is already in use. Using random port 41873\n  ➜ Local:    http://localhost:41873/",
        0,
      )
      .said(
        "The dev server is running at http://localhost:41873/, because port 3000 was taken by something else.",
      )
      .prompt("ok. the banner text is too near to the left border")
      .read(
        "/home/ines/spring-landing/components/HeroBanner.vue",
        '<template>\n  <section class="hero"><h1>{{ title }}</h1></section>\n</template>\n<style scoped lang="scss">\n.hero { padding: 8px; }\n</style>',
      )
      .edited("/home/ines/spring-landing/components/HeroBanner.vue", "padding: 8px", "padding: 8px 24px")
      .said("I increased the horizontal padding to 24px. Take a look!")
      .prompt("better. maybe 32?")
      .edited("/home/ines/spring-landing/components/HeroBanner.vue", "8px 24px", "8px 32px")
      .said("Done, it's 32px now.")
      .prompt("hmm no 24 was nicer")
      .edited("/home/ines/spring-landing/components/HeroBanner.vue", "8px 32px", "8px 24px")
      .said("Back to 24px.")
      .prompt(
        'the headline should say "Spring is here" instead of "Welcome spring". or "Hello spring"? what sounds better in english',
      )
      .said(
        "Both are fine:\n\n- **Spring is here** is a statement, calm and confident\n- **Hello spring** is more playful\n\nFor a sale I'd go with *Hello spring*, since the rest of the page has a playful tone.",
      )
      .prompt("ok hello spring")
      .edited("/home/ines/spring-landing/content/spring.json", "Welcome spring", "Hello spring")
      .said('The headline reads "Hello spring" now.')
      .prompt('wait marketing writes me just now they want "Spring is here" 🙄')
      .edited("/home/ines/spring-landing/content/spring.json", "Hello spring", "Spring is here")
      .said('Changed to "Spring is here".')
      .prompt("ugh always the same with them. ok, the button jumps when i hover")
      .read("/home/ines/spring-landing/components/CtaButton.vue", ".cta:hover { border: 2px solid; }")
      .said(
        "The border appears only on hover, so the button grows by 4px. I'll give it a transparent border from the start.",
      )
      .edited(
        "/home/ines/spring-landing/components/CtaButton.vue",
        ".cta:hover { border: 2px solid; }",
        ".cta { border: 2px solid transparent; }\n.cta:hover { border-color: currentColor; }",
      )
      .said("The button shouldn't jump any more.")
      .prompt("yes. can you make the image a bit less big, it loads slow on my phone")
      .ran(
        "ls -lh public/img/spring-hero.jpg",
        "-rw-r--r-- 1 ines ines 2.4M Mar  2 13:01 public/img/spring-hero.jpg",
      )
      .ran(
        "cwebp -q 78 public/img/spring-hero.jpg -o public/img/spring-hero.webp",
        "bash: cwebp: command not found",
        127,
      )
      .ran(
        "npx --yes sharp-cli -i public/img/spring-hero.jpg -o public/img/spring-hero.webp --quality 78 resize 1600",
        "public/img/spring-hero.webp",
      )
      .ran(
        "ls -lh public/img/spring-hero.webp",
        "-rw-r--r-- 1 ines ines 186K Mar  2 13:20 public/img/spring-hero.webp",
      )
      .edited("/home/ines/spring-landing/components/HeroBanner.vue", "spring-hero.jpg", "spring-hero.webp")
      .said("The image went from 2.4 MB to 186 kB. It should feel a lot faster on the phone.")
      .prompt("wow ok. the tulips are now a little green?")
      .said("That may be the colour profile. I'll keep it in the conversion.")
      .ran(
        "npx --yes sharp-cli -i public/img/spring-hero.jpg -o public/img/spring-hero.webp --quality 82 --withMetadata resize 1600",
        "public/img/spring-hero.webp",
      )
      .said("Converted again at quality 82, this time with its profile.")
      .prompt("good now they are pink again. lint?")
      .ran(
        "yarn lint",
        '/home/ines/spring-landing/components/HeroBanner.vue\n  3:12  warning  Attribute "class" should go before "v-if"  vue/attributes-order\n\n✖ 1 problem (0 errors, 1 warning)',
      )
      .ran("yarn lint --fix", "Done in 3.22s.")
      .said("One warning about the order of attributes; fixed automatically.")
      .prompt("what do you think, should there be a countdown also?")
      .said(
        "A countdown can create urgency, but many people find it pushy. It's a matter of taste; I wouldn't add it at the last minute.",
      )
      .prompt("yeah no. i was only thinking aloud")
      .prompt("can you check spelling in the german texts of the page")
      .read(
        "/home/ines/spring-landing/content/spring.de.json",
        '{"title":"Der Frühling ist da","sub":"Bis zu 30 % auf Gartenmöbel und Ziehrpflanzen"}',
      )
      .edited("/home/ines/spring-landing/content/spring.de.json", "Ziehrpflanzen", "Zierpflanzen")
      .said('There was one typo: "Ziehrpflanzen" is now "Zierpflanzen".')
      .prompt("haha thanks. my german colleague would have killed me. commit all")
      .ran(
        "git add -A && git commit -m 'Spring landing page: small fixes'",
        "[spring 4be0d2a] Spring landing page: small fixes\n 6 files changed, 14 insertions(+), 9 deletions(-)\n create mode 100644 public/img/spring-hero.webp",
      )
      .said(
        "Committed as 4be0d2a:\n\n- Padding of the banner\n- Headline\n- Hover of the button\n- Smaller image\n- Order of attributes\n- A typo in the German texts",
      )
      .prompt("push")
      .ran("git push", "To gitlab.com:ines/spring-landing.git\n   77aa1b0..4be0d2a  spring -> spring")
      .said("Pushed.")
      .prompt("you are fast. schönes wochenende :)")
      .said("Have a great weekend!");
  },
  may: [
    { kind: "outcome", words: ["2.4 MB to 186 kB"] },
    { kind: "fix", words: ["CtaButton.vue"] },
    { kind: "fix", words: ["border appears only on hover"] },
    { kind: "outcome", words: ["4be0d2a"] },
  ],
  never: [
    "41873",
    "Hello spring",
    "32px",
    "countdown",
    "tulips",
    "wochenende",
    "Zierpflanzen",
    "24 was nicer",
    "cwebp",
    "killed me",
  ],
});

export default session;
