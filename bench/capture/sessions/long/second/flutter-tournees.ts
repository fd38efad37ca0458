import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/home/yasmine/tournees";

/** Une application Flutter de livreurs qui perd le réseau : file d'envoi, doublons, photos ; en français, pressé. */
const session: LabelledSession = labelled({
  name: "flutter-tournees",
  project: P,
  talk: (t) => {
    t.prompt(
      "salut, on a des livraisons validées deux fois chez les clients du sud, ça arrive quand le livreur sort d'un parking. regarde la file d'envoi stp",
    )
      .said("Je regarde comment les validations partent quand le réseau revient.")
      .called("Glob", { pattern: "lib/**/outbox*.dart" })
      .gave("lib/sync/outbox.dart\nlib/sync/outbox_worker.dart\nlib/sync/outbox_table.dart")
      .read(
        `${P}/lib/sync/outbox_worker.dart`,
        "Future<void> drain() async {\n  for (final job in await outbox.pending()) {\n    await api.post(job.path, job.body).timeout(const Duration(seconds: 8));\n    await outbox.remove(job.id);\n  }\n}",
      )
      .read(`${P}/lib/sync/outbox.dart`, "connectivity.onConnectivityChanged.listen((_) => worker.drain());")
      .said(
        "Première hypothèse : `drain()` tourne deux fois en parallèle, parce que `onConnectivityChanged` émet un événement pour le wifi puis un pour la 4G.",
      )
      .prompt("possible mais on a le wifi coupé sur tous les téléphones. t'as regardé le timeout ?")
      .thought(
        "Le délai de 8 s : la requête peut être arrivée au serveur, mais le client l'abandonne et la renvoie.",
      )
      .ran(
        "adb logcat -d | grep outbox",
        "02-27 11:04:12.201 outbox POST /livraisons/8841/valider\n02-27 11:04:20.207 outbox TimeoutException after 0:00:08.000000: Future not completed\n02-27 11:04:20.911 outbox POST /livraisons/8841/valider\n02-27 11:04:22.660 outbox 201",
      )
      .said(
        "Tu as raison. La requête arrive bien au serveur, mais la réponse met plus de 8 secondes à la sortie du parking ; le client lève `TimeoutException` et renvoie la même validation, que le serveur enregistre une seconde fois. Il faut une clé d'idempotence, générée à la création du job et non à l'envoi.",
      )
      .prompt(
        "oui vas y. côté serveur Karim a déjà mis l'en-tête, c'est Idempotency-Key, il garde les clés 72h",
      )
      .edited(
        `${P}/lib/sync/outbox_table.dart`,
        "TextColumn get body => text()();",
        "TextColumn get body => text()();\n  TextColumn get key => text().clientDefault(() => const Uuid().v7())();",
      )
      .edited(
        `${P}/lib/sync/outbox_worker.dart`,
        "api.post(job.path, job.body)",
        "api.post(job.path, job.body, headers: {'Idempotency-Key': job.key})",
      )
      .ran(
        "flutter test test/sync",
        "00:02 +3 -1: drain sends the key [E]\n  Error: Type 'Job' has no getter 'key'.\n  test/sync/outbox_test.dart:41:18",
        1,
      )
      .ran(
        "flutter pub run build_runner build",
        "[SEVERE] drift_dev on lib/sync/database.dart:\nConflicting outputs were detected and the build is unable to prompt for permission to remove them.\n    lib/sync/database.g.dart",
        78,
      )
      .ran(
        "dart run build_runner build --delete-conflicting-outputs",
        "[INFO] Succeeded after 21.4s with 96 outputs (212 actions)",
      )
      .ran("flutter test test/sync", "00:03 +7: All tests passed!")
      .said(
        "C'est corrigé : la clé est créée avec le job dans `outbox_table.dart` et repart à l'identique à chaque essai. Les 7 tests passent.",
      )
      .prompt("et ceux qui ont déjà des jobs dans la file sans clé ?")
      .edited(
        `${P}/lib/sync/database.dart`,
        "int get schemaVersion => 6;",
        "int get schemaVersion => 7;\n  // 6 → 7 : une clé pour chaque job en attente",
      )
      .ran("flutter test test/sync/migration_test.dart", "00:01 +2: All tests passed!")
      .said("La migration 6 → 7 donne une clé à chaque job en attente.")
      .prompt("nickel")
      .prompt(
        "autre chose, le support se plaint que les photos de preuve arrivent floues. on compresse à combien ?",
      )
      .called("Grep", { pattern: "quality|compress", path: `${P}/lib` })
      .gave("lib/preuve/photo.dart:19:    imageQuality: 30,\nlib/preuve/photo.dart:20:    maxWidth: 640,")
      .said(
        "À 30 % et 640 px de large. Un BL en petits caractères devient illisible. Je propose 70 % et 1600 px, environ 350 Ko par photo.",
      )
      .prompt(
        "ok pour 1600. par contre le forfait des livreurs c'est 2 Go par mois, faut pas dépasser 500 Ko la photo",
      )
      .edited(
        `${P}/lib/preuve/photo.dart`,
        "imageQuality: 30,\n    maxWidth: 640",
        "imageQuality: 70,\n    maxWidth: 1600",
      )
      .said("C'est fait, 350 Ko en moyenne sur les dix photos d'exemple.")
      .prompt(
        "tu connais la différence entre un isolate et un thread toi ? un stagiaire m'a demandé j'ai bafouillé",
      )
      .said(
        "Un isolate a sa propre mémoire et sa propre boucle d'événements ; deux isolates ne partagent rien et s'envoient des messages. Deux threads partagent le même tas, d'où les verrous.",
      )
      .prompt("merci je lui dirai que c'est de moi")
      .prompt(
        "bon, Android 14. depuis la mise à jour des Samsung la synchro s'arrête écran éteint:\n\nandroid.app.MissingForegroundServiceTypeException: Starting FGS without a type  callerApp=ProcessRecord{4f1 fr.rapidolog.tournees/u0a231} targetSDK=34\n\tat android.app.MissingForegroundServiceTypeException$1.createFromParcel(MissingForegroundServiceTypeException.java:53)\n\tat android.os.Parcel.readParcelableInternal(Parcel.java:5059)",
      )
      .read(
        `${P}/android/app/src/main/AndroidManifest.xml`,
        '<service android:name=".SyncService" android:exported="false" />',
      )
      .said(
        "À partir du SDK 34 chaque service au premier plan doit déclarer un type, et le nôtre n'en a aucun. J'ajoute `dataSync` au manifeste avec la permission qui va avec.",
      )
      .edited(
        `${P}/android/app/src/main/AndroidManifest.xml`,
        '<service android:name=".SyncService"',
        '<uses-permission android:name="android.permission.FOREGROUND_SERVICE_DATA_SYNC" />\n<service android:name=".SyncService" android:foregroundServiceType="dataSync"',
      )
      .ran(
        "flutter build apk --flavor terrain",
        "✓ Built build/app/outputs/flutter-apk/app-terrain-release.apk (31.2MB)",
      )
      .ran(
        "adb install -r build/app/outputs/flutter-apk/app-terrain-release.apk",
        "Performing Streamed Install\nSuccess",
      )
      .prompt("je teste sur le S23 de mon mec deux minutes")
      .wait(6)
      .prompt("ça marche écran éteint 👌")
      .said(
        "Parfait. Attention toutefois : sous Android 15 un service `dataSync` est arrêté au bout de six heures par jour, et une tournée en dure parfois neuf.",
      )
      .prompt(
        "aïe. on migre vers workmanager alors ? non attends, pas maintenant, les téléphones restent en 14 jusqu'à l'été. on verra ça en juin",
      )
      .said("D'accord, on laisse tel quel.")
      .prompt("est-ce que riverpod vaudrait le coup à la place de provider à ton avis")
      .said(
        "Pour ce projet, le gain serait faible : 14 providers, presque tous sans dépendances. Je n'y toucherais pas.",
      )
      .prompt("ok c'était juste pour savoir")
      .ran(
        "dart format lib",
        "Formatted lib/carte/carte_page.dart\nFormatted lib/profil/profil_page.dart\n…\nFormatted 131 files (14 changed) in 0.92 seconds.",
      )
      .interrupted()
      .prompt(
        "attends pourquoi tu lances dart format sur tout lib ? jamais de formatage sur des fichiers que tu modifies pas, ça pourrit mes revues",
      )
      .ran("git checkout -- lib/carte lib/profil", "Updated 14 paths from the index")
      .said("Désolé, j'ai remis les 14 fichiers en état. Je m'en tiens aux fichiers modifiés.")
      .prompt("prépare la version, 5.8.2, branche terrain")
      .edited(`${P}/pubspec.yaml`, "version: 5.8.1+212", "version: 5.8.2+213")
      .ran("git commit -am '5.8.2' && git push origin HEAD:terrain", "   1ab..93e  HEAD -> terrain")
      .said("La 5.8.2 est sur `terrain`.")
      .prompt("top. bonne aprem");
  },
  keep: [
    {
      kind: "fix",
      words: ["TimeoutException", "outbox_worker.dart|outbox_table.dart|idempotence"],
    },
    { kind: "learning", type: "semantic", words: ["Idempotency-Key", "72h"] },
    {
      kind: "command",
      type: "procedural",
      words: ["dart run build_runner build --delete-conflicting-outputs"],
    },
    { kind: ["learning", "preference", "decision"], words: ["2 Go par mois", "500 Ko"] },
    {
      kind: "fix",
      words: ["MissingForegroundServiceTypeException|doit déclarer un type", "AndroidManifest.xml|dataSync"],
    },
    { kind: ["intention", "decision"], words: ["en juin"] },
    {
      kind: ["learning", "intention"],
      words: ["arrêté au bout de six heures"],
    },
    {
      kind: ["preference", "correction"],
      type: "semantic",
      words: ["jamais de formatage sur des fichiers"],
    },
  ],
  may: [
    { kind: "outcome", words: ["outbox"] },
    { kind: ["correction", "learning"], words: ["wifi coupé sur tous les téléphones"] },
    { kind: "decision", words: ["ok pour 1600"] },
    { kind: "fix", words: ["photo.dart"] },
    { kind: ["decision", "learning"], words: ["Je n'y toucherais pas|le gain serait faible"] },
    { kind: ["outcome", "fix"], words: ["La migration 6"] },
  ],
  never: [
    "émet un événement pour le wifi",
    "readParcelableInternal",
    "j'ai bafouillé",
    "S23 de mon mec",
    "vaudrait le coup",
  ],
});

export default session;
