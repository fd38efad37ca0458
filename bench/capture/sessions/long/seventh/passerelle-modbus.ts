import { type LabelledSession, labelled } from "../../../session.ts";

/** In French: a Modbus gateway in Go on an industrial box, with wrong registers, a watch over lines and a delivery. */
const session: LabelledSession = labelled({
  name: "passerelle-modbus",
  project: "/home/lucas/passerelle",
  talk: (t) => {
    t.prompt(
      "salut. la passerelle remonte des températures absurdes sur l'automate 3 : 6553,4 °C au lieu de -0,2. les autres vont bien. tu regardes ?",
    )
      .said("Je regarde comment les registres sont décodés.")
      .called("Grep", { pattern: "binary.BigEndian", path: "internal/modbus" })
      .gave("internal/modbus/decode.go:22:\treturn float64(binary.BigEndian.Uint16(b)) * r.Scale")
      .read(
        "/home/lucas/passerelle/internal/modbus/decode.go",
        "func decode(r Register, b []byte) float64 {\n\treturn float64(binary.BigEndian.Uint16(b)) * r.Scale\n}",
      )
      .said(
        "La cause : `decode.go` lit tous les registres comme des entiers non signés, donc -2 devient 65534, soit 6553,4 °C avec l'échelle 0,1. Les autres automates ne passent sans doute jamais sous zéro.",
      )
      .prompt(
        "exact, le 3 c'est la chambre froide. mais attention, ne passe pas tout en signé : les compteurs d'énergie montent jusqu'à 65000, il faut un champ type par registre",
      )
      .edited(
        "/home/lucas/passerelle/internal/modbus/decode.go",
        "return float64(binary.BigEndian.Uint16(b)) * r.Scale",
        'v := binary.BigEndian.Uint16(b)\n\tif r.Type == "int16" {\n\t\treturn float64(int16(v)) * r.Scale\n\t}\n\treturn float64(v) * r.Scale',
      )
      .edited(
        "/home/lucas/passerelle/config/automate3.yaml",
        "- addr: 40012\n  scale: 0.1",
        "- addr: 40012\n  type: int16\n  scale: 0.1",
      )
      .ran(
        "go test ./internal/modbus/",
        "--- FAIL: TestDecode/froid (0.00s)\n    decode_test.go:31: got -2, want -0.2\nFAIL",
        1,
      )
      .said("L'échelle du test n'était pas renseignée ; je complète le cas.")
      .edited(
        "/home/lucas/passerelle/internal/modbus/decode_test.go",
        'Register{Type: "int16"}',
        'Register{Type: "int16", Scale: 0.1}',
      )
      .ran("go test ./internal/modbus/", "ok  \tpasserelle/internal/modbus\t0.011s")
      .said(
        "C'est vert. Le champ `type` vaut `uint16` par défaut, les configurations existantes restent donc valables.",
      )
      .prompt("bien. j'ai aussi des trous de 30 s dans les courbes de l'automate 5, plusieurs fois par heure")
      .ran(
        "ssh box-atelier journalctl -u passerelle --since '1 hour ago' | grep -v ok | tail -5",
        "nov. 22 10:14:07 passerelle[611]: a5: read 40100+20: i/o timeout\nnov. 22 10:14:37 passerelle[611]: a5: reconnected\nnov. 22 10:31:52 passerelle[611]: a5: read 40100+20: i/o timeout\nnov. 22 10:32:22 passerelle[611]: a5: reconnected",
      )
      .said(
        "Un dépassement de délai, puis une reconnexion 30 s plus tard : c'est l'attente fixe dans `client.go`. Reste à savoir pourquoi la lecture échoue. Je propose de réduire l'attente à 2 s.",
      )
      .prompt(
        "non surtout pas. cet automate n'accepte qu'une seule connexion TCP et met 25 s à libérer l'ancienne, si tu reviens avant il te jette et repart pour 25 s",
      )
      .said(
        "Compris, l'attente de 30 s a donc une raison. Il vaut mieux ne pas fermer la connexion au premier dépassement.",
      )
      .prompt("voilà. qu'est-ce que tu proposes")
      .said(
        "Deux voies :\n\n1. **Réessayer sur la même connexion**, jusqu'à trois fois, puis fermer. Simple, mais une réponse en retard peut arriver pendant la demande suivante : il faut vérifier l'identifiant de transaction.\n2. **Lire des blocs plus petits**, pour que l'automate réponde à temps. Double le nombre de demandes.\n\nJe préfère la première.",
      )
      .prompt("va pour la 1, avec la vérif du transaction id bien sûr")
      .edited(
        "/home/lucas/passerelle/internal/modbus/client.go",
        "c.conn.Close()\n\ttime.Sleep(30 * time.Second)",
        "for try := 0; try < 3; try++ {\n\t\tif err = c.roundTrip(req); err == nil {\n\t\t\treturn nil\n\t\t}\n\t}\n\tc.conn.Close()\n\ttime.Sleep(30 * time.Second)",
      )
      .edited(
        "/home/lucas/passerelle/internal/modbus/client.go",
        "resp, err := c.readFrame()",
        "resp, err := c.readFrameFor(req.TxID)",
      )
      .ran(
        "go vet ./... && go test ./...",
        "ok  \tpasserelle/internal/modbus\t0.204s\nok  \tpasserelle/internal/mqtt\t0.031s\nok  \tpasserelle/cmd/passerelle\t0.008s",
      )
      .prompt("tu peux la mettre sur la box ?")
      .ran(
        "GOOS=linux GOARCH=arm go build -o dist/passerelle ./cmd/passerelle && scp dist/passerelle box-atelier:/opt/passerelle/",
        'scp: dest open "/opt/passerelle/passerelle": Read-only file system',
        1,
      )
      .prompt(
        "la racine est en lecture seule sur ces box. il y a make livrer BOX=atelier, qui remonte en rw, copie et redémarre le service",
      )
      .ran(
        "make livrer BOX=atelier",
        "remount rw\ncopie dist/passerelle\n/opt/passerelle/passerelle: 1: Syntax error: word unexpected (expecting \")\")\npasserelle.service: Failed with result 'exit-code'.\nmake: *** [Makefile:19: livrer] Error 1",
        1,
      )
      .said("Le noyau n'exécute pas le binaire. Je vérifie le processeur de la box.")
      .ran(
        "ssh box-atelier 'uname -m; grep -m1 model /proc/cpuinfo'",
        "armv5tejl\nmodel name\t: ARM926EJ-S rev 5 (v5l)",
      )
      .said(
        "C'est un ARM926 (ARMv5), or Go vise ARMv7 par défaut quand on croise. Il faut `GOARM=5` ; je l'ajoute au Makefile.",
      )
      .edited("/home/lucas/passerelle/Makefile", "GOARCH=arm go build", "GOARCH=arm GOARM=5 go build")
      .ran(
        "make livrer BOX=atelier",
        "remount rw\ncopie dist/passerelle\npasserelle.service: active (running)\nremount ro",
      )
      .said("La passerelle tourne sur `atelier`.")
      .prompt("ok on attend un peu, je vais chercher un café")
      .wait(70)
      .prompt("alors ?")
      .ran(
        "ssh box-atelier journalctl -u passerelle --since '1 hour ago' | grep -c timeout; ssh box-atelier journalctl -u passerelle --since '1 hour ago' | grep -c reconnected",
        "3\n0",
      )
      .said("Trois dépassements en une heure, aucune reconnexion : les courbes n'ont plus de trou.")
      .prompt("parfait !! et la box du quai, elle est pareille ?")
      .ran("ssh box-quai uname -m", "armv7l")
      .said("Non, celle du quai est en ARMv7. Un binaire ARMv5 y tourne aussi, inutile d'en faire deux.")
      .prompt(
        "tant mieux. livre pas sur le quai aujourd'hui, ils chargent jusqu'à 18h. à faire lundi matin avant 7h",
      )
      .said("D'accord, pas de livraison sur le quai aujourd'hui.")
      .prompt("dis, le topic mqtt c'est usine/a3/temp, le client voulait site/atelier/automate/mesure non ?")
      .called("Grep", { pattern: "topic", path: "docs/cahier.md" })
      .gave("docs/cahier.md:57:Les mesures sont publiées sous site/<site>/<automate>/<mesure>.")
      .said(
        "Oui, le cahier des charges dit `site/<site>/<automate>/<mesure>`. Le code publie `usine/<automate>/<mesure>`.",
      )
      .prompt(
        "bon. changer d'un coup casse le tableau de bord de Nadia. on publie sur les deux pendant un mois et on coupe usine/ fin décembre",
      )
      .edited(
        "/home/lucas/passerelle/internal/mqtt/publish.go",
        "c.Publish(old(m), 0, true, v)",
        "c.Publish(old(m), 0, true, v)\n\tc.Publish(topic(m), 0, true, v)",
      )
      .ran("go test ./internal/mqtt/", "ok  \tpasserelle/internal/mqtt\t0.029s")
      .said("Chaque mesure part sur les deux sujets.")
      .prompt("et désormais les messages de commit en français stp, les gars de la maintenance les lisent")
      .ran(
        "git commit -qam 'Registres signés, reprise sur la même connexion, double publication' && git log --oneline -1",
        "5e0c8aa Registres signés, reprise sur la même connexion, double publication",
      )
      .said("Commit `5e0c8aa`, en français.")
      .prompt("c'est quoi le retained au fait, le true là")
      .said("Le courtier garde la dernière valeur et l'envoie à tout nouvel abonné.")
      .prompt("ah ok. merci, bonne soirée");
  },
  keep: [
    { kind: ["fix", "learning"], words: ["decode.go", "non signés|65534"] },
    { kind: ["learning", "correction"], type: "semantic", words: ["une seule connexion TCP|25 s à libérer"] },
    { kind: ["decision", "fix"], words: ["même connexion|va pour la 1"] },
    { kind: ["command", "correction"], words: ["make livrer BOX=atelier"] },
    { kind: ["fix", "learning"], words: ["GOARM=5|ARMv5"] },
    { kind: "intention", type: "prospective", words: ["lundi matin"] },
    { kind: ["decision", "intention"], words: ["publie sur les deux|fin décembre"] },
    { kind: "preference", type: "semantic", words: ["messages de commit en français"] },
  ],
  may: [
    { kind: ["correction", "decision", "learning"], words: ["compteurs d'énergie"] },
    { kind: "learning", words: ["lecture seule"] },
    { kind: "learning", words: ["chambre froide"] },
    { kind: "learning", words: ["site/<site>"] },
    { kind: "learning", words: ["box du quai|celle du quai"] },
    { kind: "decision", words: ["uint16"] },
    { kind: "outcome", words: ["aucune reconnexion"] },
    { kind: "outcome", words: ["client.go"] },
    { kind: "outcome", words: ["5e0c8aa"] },
    { kind: "decision", words: ["inutile d'en faire deux"] },
  ],
  never: ["réduire l'attente à 2 s", "café", "bonne soirée", "du test n'était pas"],
});

export default session;
