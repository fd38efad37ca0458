import { type LabelledSession, labelled } from "../../../session.ts";

/** Planning an app for board-game nights, with little code: questions that look like decisions and decisions like questions. */
const session: LabelledSession = labelled({
  name: "board-night-companion",
  project: "/home/hugo/meeple",
  talk: (t) => {
    t.prompt(
      "i wanna plan the app for our board game nights properly this time, last 2 attempts died. no code yet. theres a notes.md, read it and ask me stuff",
    )
      .read(
        "/home/hugo/meeple/notes.md",
        "- score keeping, multi device?\n- who owns which game\n- stats!!! (marta wants elo)\n- attempt 1: flutter, died bc i hate dart\n- attempt 2: next pwa, died bc offline",
      )
      .said(
        "I've read it. Questions:\n\n1. Where do you play, and is there a network?\n2. How many people, on which phones?\n3. Does everyone enter scores, or one person per table?\n4. What has to survive when a phone dies in the middle of a game?",
      )
      .prompt(
        "1 in the basement of a church, zero signal, no wifi. 2 like 25 ppl, half android half iphone, one guy on a fairphone w/o google. 3 one per table i guess? 4 scores obvs",
      )
      .said(
        "No signal changes everything: it has to be offline first, and tables must merge later. With one scorekeeper per table each game has a single writer, so you need no conflict resolution to speak of.",
      )
      .prompt("wait really? i thought i need crdts. i watched 3 talks about crdts")
      .said(
        "Really. A finished game is an immutable record with one author. Union by id is enough; CRDTs pay off when two people edit the same thing.",
      )
      .prompt("lol ok. no crdts then, append only records w a uuid, merge by union. thats so much less work")
      .prompt("should we do expo or kotlin multiplatform")
      .said(
        "Given that you write TypeScript daily:\n\n| | Expo | KMP |\n|---|---|---|\n| Language you like | yes | new |\n| Offline storage | expo-sqlite | SQLDelight |\n| De-Googled phone | APK works | APK works |\n| Updates | OTA | stores |\n\nI'd go with Expo.",
      )
      .prompt("expo. i could learn kotlin.. no. no!! that's how attempt 1 died. expo")
      .prompt("how does stuff sync after the basement then? some server? i dont want to run a server")
      .said(
        "Options without a server of your own: a shared folder (iCloud and Drive differ, so no), a GitHub gist, Cloudflare's Durable Objects or R2 with a tiny worker, or phone to phone by QR code at the end of the night.",
      )
      .prompt("qr!!! thats funny. but 25 ppl scanning each other.. maybe not. what does r2 cost")
      .said(
        "For this: nothing. The free tier is 10 GB and a million writes a month; a night makes perhaps 40 records of 1 KB.",
      )
      .prompt("ok so why dont we just do a worker + r2, one json per game. qr can be a gimmick later")
      .said(
        "Works: `PUT /games/:uuid` if absent, `GET /games?since=` for the rest. Access with one shared club code.",
      )
      .prompt("marta will want accounts. marta can want. no accounts")
      .said("No accounts then. Players are names in a list that the club shares.")
      .prompt("about elo: for 4 player games elo is nonsense right?")
      .said(
        "Plain Elo is for two players. For several there are TrueSkill or OpenSkill; OpenSkill is free of patents and has a small JS package, `openskill`.",
      )
      .prompt(
        "k openskill, but it has to be per game, being good at catan says nothing about azul. and coop games dont count at all",
      )
      .said("Noted: one rating per player and title, cooperative games excluded.")
      .prompt("can u check if the package is still alive")
      .ran(
        "npm view openskill version time.modified license",
        "version = '4.1.0'\ntime.modified = '2025-08-14T11:02:51.113Z'\nlicense = 'MIT'",
      )
      .said("Version 4.1.0, last published in August 2025, MIT.")
      .prompt("good enuf. where do game titles come from, bgg api?")
      .ran(
        "curl -sI 'https://boardgamegeek.com/xmlapi2/search?query=azul' | head -3",
        "HTTP/2 401\nwww-authenticate: Bearer\ncontent-type: text/plain",
      )
      .said(
        "BoardGameGeek's XML API answers 401 now: since late 2025 it wants a registered application and a bearer token. I can't tell how long the approval takes.",
      )
      .prompt(
        "ugh since when. ok we own like 60 games, i type them in by hand. ask for the token anyway? nah. by hand",
      )
      .prompt(
        "also names. some people dont want their real name in there, Olga was pretty clear. nicknames only, and ppl have to be deletable",
      )
      .said(
        "Then records should hold a player id rather than a name, so that deleting someone means dropping one row of the list and the games stay intact.",
      )
      .prompt("yes exactly that")
      .prompt("ok write it up as plan.md. short! i dont read long plans, max one page, and no gantt nonsense")
      .wrote(
        "/home/hugo/meeple/plan.md",
        "# Meeple\n\n- Expo, expo-sqlite, offline first\n- One scorekeeper per table, a game is an immutable record\n- Worker and R2, one JSON per game, club code\n- OpenSkill per title\n\n## First\nScore a game, end it, see it in the list. Nothing else.\n",
      )
      .said(
        "`plan.md` is half a page. The first milestone is only: score a game, end it, see it in the list.",
      )
      .prompt("love it. hm is sqlite overkill? could be asyncstorage")
      .said(
        "AsyncStorage on Android has a 6 MB cap by default, and you'd filter in memory. SQLite is as little code with `expo-sqlite`.",
      )
      .prompt("fine fine. keep")
      .prompt("should i buy meeple.app? its 18 bucks")
      .said("That's a matter of taste; nothing technical depends on it.")
      .prompt(
        "bought it hahaha. anyway ill scaffold on the weekend. dont let me forget to ask father Anselm about a plug socket for the tablets, before the december night",
      );
  },
  keep: [
    { kind: "learning", type: "semantic", words: ["zero signal"] },
    { kind: "decision", words: ["no crdts", "append only|union"] },
    { kind: "decision", words: ["Expo", "attempt 1 died|I'd go with Expo"] },
    { kind: "decision", words: ["worker + r2"] },
    { kind: "decision", words: ["no accounts"] },
    { kind: ["decision", "preference"], words: ["openskill", "per game"] },
    { kind: "learning", type: "semantic", words: ["BoardGameGeek", "401|bearer token"] },
    { kind: ["decision", "preference", "learning"], words: ["nicknames only"] },
    { kind: "intention", type: "prospective", words: ["Anselm", "plug socket"] },
  ],
  may: [
    { kind: ["preference"], words: ["max one page"] },
    { kind: ["decision"], words: ["player id rather than a name"] },
    { kind: ["decision", "learning"], words: ["one scorekeeper per table"] },
    { kind: ["learning"], words: ["AsyncStorage"] },
    { kind: ["intention"], words: ["qr", "later"] },
    { kind: ["decision"], words: ["by hand"] },
    { kind: ["learning"], words: ["free of patents"] },
    { kind: ["learning", "decision"], words: ["one rating per player and title"] },
    { kind: ["intention"], words: ["scaffold on the weekend"] },
    { kind: ["decision", "outcome"], words: ["first milestone"] },
    { kind: ["learning"], words: ["w/o google"] },
    { kind: ["learning"], words: ["immutable record"] },
    { kind: ["decision", "preference"], words: ["no code yet"] },
    { kind: ["outcome"], words: ["plan.md"] },
    { kind: ["learning"], words: ["offline first"] },
    { kind: ["decision", "learning"], words: ["PUT /games/:uuid"] },
  ],
  never: ["3 talks", "meeple.app", "August 2025", "qr!!!"],
});

export default session;
