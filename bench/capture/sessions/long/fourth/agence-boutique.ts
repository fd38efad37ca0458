import { type LabelledSession, labelled } from "../../../session.ts";

/** En agence, une boutique WooCommerce dont les mails ne partent plus ; WordPress, PHP, en français. */
const session: LabelledSession = labelled({
  name: "agence-boutique",
  held: true,
  project: "/home/lmartel/sites/quillien",
  talk: (t) => {
    t.prompt(
      "salut ! la cliente (Mme Quillien) dit que les commandes en retrait boutique ne reçoivent plus le mail « prête » depuis vendredi. tu peux regarder ?",
    )
      .said("Je regarde d'abord ce qui envoie ce mail, puis ce qui a changé vendredi.")
      .called("Grep", { pattern: "pret-retrait", output_mode: "content" })
      .gave(
        "web/app/mu-plugins/retrait.php:12:register_post_status('wc-pret-retrait', [...]);\nweb/app/mu-plugins/retrait.php:31:add_action('woocommerce_order_status_pret-retrait', 'quillien_mail_pret');",
      )
      .read(
        "/home/lmartel/sites/quillien/web/app/mu-plugins/retrait.php",
        `    31	add_action('woocommerce_order_status_pret-retrait', 'quillien_mail_pret');
    32	function quillien_mail_pret($order_id) {
    33	    $boutique = get_post_meta($order_id, '_boutique_retrait', true);
    34	    if (!$boutique) {
    35	        return;
    36	    }
    37	    WC()->mailer()->get_emails()['Quillien_Mail_Pret']->trigger($order_id, $boutique);
    38	}`,
      )
      .ran(
        "wp option get woocommerce_custom_orders_table_enabled",
        "Error: This does not seem to be a WordPress installation.\nThe used path is: /home/lmartel/sites/quillien/\nPass --path=`path/to/wordpress` or run `wp core download`.",
        1,
      )
      .ran("wp --path=web/wp option get woocommerce_custom_orders_table_enabled", "yes")
      .said(
        "Trouvé. Le stockage HPOS est activé, donc les commandes ne sont plus dans `wp_postmeta` : `get_post_meta()` dans `retrait.php` renvoie une chaîne vide et la fonction sort sans rien envoyer. (Au passage, le site est un Bedrock : toutes les commandes wp-cli ont besoin de `--path=web/wp`.)",
      )
      .prompt("ah mince oui c'est moi qui ai activé HPOS vendredi… du coup on le désactive ?")
      .said(
        "Ce serait le plus rapide, mais la synchronisation dans l'autre sens prendrait la boutique une petite heure, et WooCommerce finira par l'imposer. Deux lignes à corriger suffisent.",
      )
      .prompt("ok alors on garde HPOS et on corrige le code")
      .edited(
        "/home/lmartel/sites/quillien/web/app/mu-plugins/retrait.php",
        "$boutique = get_post_meta($order_id, '_boutique_retrait', true);",
        "$order = wc_get_order($order_id);\n    $boutique = $order ? $order->get_meta('_boutique_retrait') : '';",
      )
      .ran(
        "wp --path=web/wp eval 'wc_get_order(18211)->update_status(\"pret-retrait\");' && tail -1 ~/mailpit.log",
        '18211 to=test@example.org subject="Votre commande est prête"',
      )
      .said(
        "Le mail part de nouveau (commande de test 18211). Corrigé dans `retrait.php` avec `wc_get_order()->get_meta()`.",
      )
      .prompt("top. et les 3 jours de commandes qui n'ont rien reçu ?")
      .ran(
        "wp --path=web/wp wc shop_order list --status=pret-retrait --after=2026-02-27 --format=count --user=1",
        "17",
      )
      .said("Il y en a 17. Je peux relancer l'envoi, mais certains clients sont sans doute déjà passés.")
      .prompt("non laisse, Mme Quillien les appelle elle-même, elle préfère")
      .prompt(
        `sinon elle m'a renvoyé ça ce matin :

Bonjour Loïc,
Merci pour votre réactivité ! Deux petites choses pour Pâques : il faudrait un bandeau en haut du site pour la fermeture du 6 avril, et nous aimerions que les clientes puissent composer leur coffret elles-mêmes (choisir 12 chocolats parmi 40, avec un aperçu). Mon neveu dit que c'est deux heures de travail. Pensez à toujours mettre le logo en doré !
Bien à vous, Soizic Quillien`,
      )
      .said(
        "Le bandeau est simple. Le configurateur, c'est plutôt huit à dix jours : stock par chocolat, aperçu, panier, préparation.",
      )
      .prompt(
        "le neveu, classique 😅 bon : le bandeau on le fait, le configurateur de coffrets c'est hors forfait, Sandrine lui enverra un devis",
      )
      .edited(
        "/home/lmartel/sites/quillien/web/app/themes/quillien/header.php",
        "<body <?php body_class(); ?>>",
        '<body <?php body_class(); ?>>\n<div class="bandeau">Fermeture exceptionnelle le lundi 6 avril!</div>',
      )
      .prompt(
        "attends, pas dans le thème parent !! il est mis à jour par l'éditeur et tout saute. tout ce qu'on fait va dans quillien-child, sans exception",
      )
      .ran("git checkout web/app/themes/quillien/header.php", "Updated 1 path from the index")
      .wrote(
        "/home/lmartel/sites/quillien/web/app/themes/quillien-child/inc/bandeau.php",
        "<?php\nadd_action('wp_body_open', function () {\n    echo '<div class=\"bandeau\">Fermeture exceptionnelle le lundi 6 avril!</div>';\n});",
      )
      .said("Déplacé dans `quillien-child/inc/bandeau.php`, accroché à `wp_body_open`.")
      .prompt(
        "et en français on met une espace insécable avant ! ? : ; , pense-y à chaque fois, la cliente est prof de lettres à la retraite…",
      )
      .edited(
        "/home/lmartel/sites/quillien/web/app/themes/quillien-child/inc/bandeau.php",
        "6 avril!",
        "6 avril\u00a0!",
      )
      .said("Corrigé.")
      .prompt("un peu plus clair le fond ? genre crème")
      .edited("/home/lmartel/sites/quillien/web/app/themes/quillien-child/style.css", "#c9a227", "#f6efdc")
      .said("Le fond est en `#f6efdc`.")
      .prompt("bof, un poil plus chaud")
      .edited("/home/lmartel/sites/quillien/web/app/themes/quillien-child/style.css", "#f6efdc", "#f8ead0")
      .said("`#f8ead0`.")
      .prompt("voilà. envoie en préprod stp, les accès c'est toujours quillien / caramel-salé-29")
      .ran(
        "git add -A && git commit -qm 'Mail de retrait, bandeau de Pâques' && git push preprod HEAD:main",
        "remote: Déploiement vers preprod.maison-quillien.example\nremote: composer install --no-dev\nremote: OK\nTo o2switch:quillien-preprod.git\n   51d0e2f..c0a9f14  HEAD -> main",
      )
      .ran("curl -s -u quillien:$PREPROD https://preprod.maison-quillien.example | grep -c bandeau", "0", 1)
      .said("Déployé, mais le bandeau n'apparaît pas. Le fichier est bien là… je regarde le cache.")
      .ran("ssh quillien-preprod 'wp --path=web/wp litespeed-purge all'", "Success: Purged All!")
      .ran("curl -s -u quillien:$PREPROD https://preprod.maison-quillien.example | grep -c bandeau", "1")
      .said(
        "C'était le cache LiteSpeed : le déploiement ne le vide pas. Après chaque envoi il faut lancer `wp --path=web/wp litespeed-purge all` sur le serveur, sinon l'ancienne page reste une semaine.",
      )
      .prompt(
        "ahh c'est pour ça que ça marchait jamais du premier coup. tu peux utiliser des match() ou pas trop, t'es en quoi ?",
      )
      .said("J'évite : le serveur est en PHP 7.4, `match` n'existe qu'à partir de 8.0.")
      .prompt("non non, on est passés en 8.3 en janvier, c'est le composer.json qui est pas à jour")
      .ran("ssh quillien-preprod 'php -v | head -1'", "PHP 8.3.14 (cli)")
      .edited("/home/lmartel/sites/quillien/composer.json", '"php": ">=7.4"', '"php": ">=8.3"')
      .said("Confirmé, et `composer.json` demande maintenant 8.3.")
      .prompt(
        "au fait il faut qu'on vire le pixel Meta avant le 1er avril, ils ont reçu un courrier de la CNIL. pas maintenant, faut que je voie avec Sandrine ce qu'on met à la place",
      )
      .said("D'accord, je n'y touche pas pour l'instant.")
      .prompt("tu me fais un petit mail pour la cliente ? sympa mais pas trop")
      .said(
        "Bonjour Madame Quillien,\n\nLes courriels de retrait partent de nouveau depuis ce matin. Le bandeau pour le 6 avril est visible sur le site de test ; dites-nous s'il vous convient. Pour les coffrets, Sandrine revient vers vous avec une proposition.\n\nBien cordialement,\nLoïc",
      )
      .prompt("impec. on met en prod demain matin, jamais le lundi soir")
      .said("Entendu, je laisse la préprod en l'état.");
  },
  keep: [
    { kind: ["fix", "learning"], words: ["HPOS", "retrait.php"] },
    { kind: ["command", "learning"], words: ["--path=web/wp", "Bedrock|wp-cli|does not seem"] },
    { kind: "decision", words: ["on garde HPOS"] },
    { kind: "decision", words: ["hors forfait"] },
    { kind: ["preference", "correction"], type: "semantic", words: ["quillien-child"] },
    { kind: "preference", type: "semantic", words: ["espace insécable"] },
    { kind: ["fix", "learning", "command"], words: ["litespeed-purge|cache LiteSpeed"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["8.3"] },
    { kind: "intention", type: "prospective", words: ["pixel Meta"] },
  ],
  may: [
    { kind: ["preference", "decision", "intention"], words: ["jamais le lundi soir|prod demain matin"] },
    { kind: ["decision", "learning"], words: ["les appelle elle-même"] },
    { kind: ["fix", "outcome"], words: ["Le mail part de nouveau"] },
    { kind: ["learning"], words: ["Le configurateur, c'est plutôt"] },
    { kind: ["outcome"], words: ["bandeau.php"] },
  ],
  never: [
    "caramel-salé",
    "logo en doré",
    "deux heures de travail",
    "un poil plus chaud",
    "PHP 7.4",
    "Bonjour Madame",
  ],
});

export default session;
