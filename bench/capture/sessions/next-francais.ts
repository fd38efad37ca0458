import { type LabelledSession, labelled } from "../session.ts";

/** In French: Next.js, a rule, a decision, a fix. */
const session: LabelledSession = labelled({
  name: "next-francais",
  project: "/home/luc/vitrine",
  talk: (t) => {
    t.prompt("La page produit plante en production avec une erreur d'hydratation, tu peux regarder ?")
      .said("Je regarde le composant de la page produit.")
      .read(
        "/home/luc/vitrine/app/produit/page.tsx",
        "export default function Page() { return <p>{new Date().toLocaleString()}</p> }",
      )
      .edited("/home/luc/vitrine/app/produit/page.tsx", "{new Date().toLocaleString()}", "<Horloge />")
      .wrote("/home/luc/vitrine/app/produit/horloge.tsx", "'use client'")
      .ran("npm run build", "✓ Compiled successfully")
      .said(
        "C'est corrigé. La cause était la date formatée côté serveur avec une autre locale que dans le navigateur ; elle est rendue côté client maintenant.",
      )
      .prompt(
        "Merci. On a décidé de garder les pages en rendu statique parce que l'hébergement mutualisé n'a pas de Node.",
      )
      .said("Entendu, je n'utilise rien qui demande un serveur.")
      .prompt("Et utilise toujours des composants serveur sauf pour les formulaires.")
      .said("D'accord.")
      .prompt("Tu préfères quoi, Tailwind ou du CSS simple ?")
      .said("Les deux conviennent ; le projet a déjà des modules CSS.");
  },
  keep: [
    { kind: "fix", words: ["hydratation", "locale", "page.tsx"], importance: [5, 9] },
    { kind: "decision", words: ["rendu statique", "parce que"], importance: [6, 9] },
    { kind: "preference", type: "semantic", words: ["composants serveur"], importance: [6, 9] },
  ],
  may: [{ kind: "outcome", words: ["page.tsx"] }],
  never: ["Tailwind"],
});

export default session;
