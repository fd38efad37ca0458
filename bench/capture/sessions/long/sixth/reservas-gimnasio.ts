import { type LabelledSession, labelled } from "../../../session.ts";

/** Reservas de clases de un gimnasio de barrio, en español: SvelteKit y SQLite, plazas de más y una lista de espera. */
const session: LabelledSession = labelled({
  name: "reservas-gimnasio",
  project: "/home/lucia/gimnasio-reservas",
  talk: (t) => {
    t.prompt(
      "buenas! a ver, ayer se apuntaron 14 personas a spinning y hay 12 bicis 😬 me ha llamado el dueño cabreado. mira q ha pasado porfa",
    )
      .said("Voy a ver primero cómo se hace una reserva.")
      .ran(
        "ls src/lib/server src/routes",
        "src/lib/server:\nbd.ts\nclases.ts\nreservas.ts\n\nsrc/routes:\n+page.svelte\nadmin\nclase",
      )
      .read(
        "/home/lucia/gimnasio-reservas/src/lib/server/reservas.ts",
        "export async function reservar(claseId: number, socioId: number) {\n  const n = await contar(claseId);\n  const clase = await leerClase(claseId);\n  if (n >= clase.plazas) throw new Error('completa');\n  await db.insert(reservas).values({ claseId, socioId });\n}",
      )
      .ran(
        'sqlite3 datos/gym.db "select creada_en from reservas where clase_id = 881 order by 1 desc limit 4"',
        "2026-11-21 07:00:00.412\n2026-11-21 07:00:00.409\n2026-11-21 07:00:00.405\n2026-11-21 06:59:58.100",
      )
      .said(
        "La causa: `reservar` cuenta las plazas y luego inserta en dos pasos, así que tres peticiones en el mismo instante ven todas 11 reservas. Lo arreglo con una sola transacción `immediate` en `reservas.ts`.",
      )
      .prompt("claro, a las 7 abren las reservas y entran todos a la vez como locos. dale")
      .edited(
        "/home/lucia/gimnasio-reservas/src/lib/server/reservas.ts",
        "const n = await contar(claseId);",
        "return db.transaction((tx) => {\n    const n = contar(tx, claseId);",
      )
      .ran(
        "npm test",
        " FAIL  src/lib/server/reservas.test.ts > veinte a la vez\nSqliteError: database is locked\n ❯ reservas.ts:9:13\n Test Files  1 failed | 6 passed (7)",
        1,
      )
      .said(
        "Ahora SQLite devuelve `database is locked`, porque las demás transacciones no esperan. Falta `busy_timeout` al abrir la base.",
      )
      .edited(
        "/home/lucia/gimnasio-reservas/src/lib/server/bd.ts",
        "sqlite.pragma('journal_mode = WAL');",
        "sqlite.pragma('journal_mode = WAL');\nsqlite.pragma('busy_timeout = 3000');",
      )
      .ran(
        "npm test",
        " ✓ src/lib/server/reservas.test.ts (9 tests) 341ms\n Test Files  7 passed (7)\n      Tests  52 passed (52)",
      )
      .said("Pasan las 52 pruebas; con veinte reservas a la vez entran doce y ocho reciben «completa».")
      .prompt("genial. y los 2 que sobran de hoy? los borro a mano? nah, que el dueño les llame el")
      .said("De acuerdo, no toco sus reservas.")
      .prompt(
        "vale, siguiente: lista de espera. cuando alguien cancela entra el primero. o le preguntamos antes? mmm no se. si entra automatico igual no se entera y deja la bici vacia",
      )
      .said(
        "Dos opciones:\n\n- **Automático**: sencillo, pero quien no lo ve deja la plaza vacía.\n- **Con confirmación**: se le avisa y tiene un rato para aceptar; si no, pasa al siguiente.\n\nLa segunda exige un proceso que revise los plazos vencidos.",
      )
      .prompt(
        "confirmacion. 30 min para aceptar y si no al siguiente. pero si faltan menos de 2h para la clase, automatico, q si no no da tiempo",
      )
      .wrote(
        "/home/lucia/gimnasio-reservas/src/lib/server/espera.ts",
        "export const PLAZO_MIN = 30;\nexport function siguiente(tx, claseId) { /* … */ }",
      )
      .wrote(
        "/home/lucia/gimnasio-reservas/migraciones/007_espera.sql",
        "create table espera (clase_id integer, socio_id integer, puesto integer, vence_en text);",
      )
      .wrote(
        "/home/lucia/gimnasio-reservas/src/routes/clase/[id]/espera/+server.ts",
        "export const POST = async () => new Response();",
      )
      .ran("npm run migrar", "aplicada 007_espera.sql")
      .ran("npm test", " Test Files  8 passed (8)\n      Tests  63 passed (63)")
      .said(
        "Lista de espera terminada: la lógica está en `espera.ts`, la tabla en `007_espera.sql` y el aviso caduca a los 30 minutos. A menos de dos horas de la clase la plaza se asigna sola. 63 pruebas en verde.",
      )
      .prompt("y como avisamos? por mail no lo lee ni dios")
      .said(
        "Se podría mandar un SMS o una notificación push de la PWA. Supongo que tenéis los móviles de los socios.",
      )
      .prompt(
        "no, moviles no tenemos, el gimnasio solo guarda email y num de socio, por lo de proteccion de datos. push entonces",
      )
      .ran("npm i web-push", "added 8 packages in 2s")
      .wrote(
        "/home/lucia/gimnasio-reservas/src/lib/server/push.ts",
        "import webpush from 'web-push';\nexport async function avisar(socioId: number, texto: string) { /* … */ }",
      )
      .said(
        "Avisos por push con `web-push`; en iPhone solo funcionan si la página está añadida a la pantalla de inicio.",
      )
      .prompt("ah si eso ya lo sabia. vale")
      .prompt("oye el boton de reservar lo pongo verde o naranja")
      .said("El naranja contrasta peor con el texto blanco (2,9:1). Yo usaría el verde.")
      .prompt("verde. no espera, el del logo es naranja. bah, verde")
      .edited("/home/lucia/gimnasio-reservas/src/app.css", "--boton: #e87b1c;", "--boton: #1c7c45;")
      .said("Botón en verde.")
      .prompt("sube esto al servidor")
      .ran(
        "npm run desplegar",
        "rsync -az build/ gym@vps:/srv/gym/\nssh gym@vps systemctl restart gym\nJob for gym.service failed because the control process exited with error code.",
        1,
      )
      .ran(
        "ssh gym@vps journalctl -u gym -n 3 --no-pager",
        "node[811]: Error: The module '/srv/gym/node_modules/better-sqlite3/build/Release/better_sqlite3.node'\nnode[811]: was compiled against a different Node.js version using NODE_MODULE_VERSION 127.\nnode[811]: This version of Node.js requires NODE_MODULE_VERSION 115.",
        0,
      )
      .said(
        "El servidor tiene Node 20 y aquí se compila con Node 22, por eso `better-sqlite3` no carga. Hay que recompilarlo allí.",
      )
      .ran(
        "ssh gym@vps 'cd /srv/gym && npm rebuild better-sqlite3 && systemctl restart gym && systemctl is-active gym'",
        "rebuilt dependencies successfully\nactive",
      )
      .said(
        "En marcha. Tras cada despliegue con módulos nuevos hace falta `npm rebuild better-sqlite3` en el servidor mientras siga con Node 20.",
      )
      .prompt(
        "uf. gracias. lo de subir el servidor a node 22 lo dejo para navidades q cierran una semana, recuerdamelo",
      )
      .prompt(
        "ah, y nunca despliegues entre las 6:30 y las 7:30, que es cuando reservan. hoy ha colado pq es domingo",
      )
      .said("Entendido, a esa hora no se despliega.")
      .prompt(
        "y los textos de la app siempre de tu, nada de usted, que es un gimnasio de barrio. he visto un «introduzca su numero»",
      )
      .ran(
        "grep -rnE 'Introduzca|Seleccione|su (número|clase)' src/routes",
        "src/routes/+page.svelte:22: Introduzca su número de socio\nsrc/routes/admin/+page.svelte:9: Seleccione una clase",
      )
      .edited(
        "/home/lucia/gimnasio-reservas/src/routes/+page.svelte",
        "Introduzca su número de socio",
        "Escribe tu número de socio",
      )
      .edited(
        "/home/lucia/gimnasio-reservas/src/routes/admin/+page.svelte",
        "Seleccione una clase",
        "Elige una clase",
      )
      .said("Cambiados los dos textos.")
      .prompt("perfe. me voy a comer, ciao 👋");
  },
  keep: [
    { kind: "fix", words: ["transacción `immediate`|dos pasos", "reservas.ts|reservar"] },
    { kind: "fix", words: ["busy_timeout|database is locked"] },
    { kind: "decision", words: ["30 min para aceptar"] },
    { kind: "outcome", words: ["Lista de espera terminada|espera.ts", "007_espera.sql|63 pruebas"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["solo guarda email y num de socio"] },
    { kind: ["command", "fix", "learning"], words: ["npm rebuild better-sqlite3"] },
    { kind: "intention", type: "prospective", words: ["node 22", "navidades"] },
    { kind: "preference", type: "semantic", words: ["nunca despliegues entre las 6:30 y las 7:30"] },
    { kind: "preference", type: "semantic", words: ["siempre de tu, nada de usted"] },
  ],
  may: [
    { kind: "learning", words: ["a las 7 abren las reservas"] },
    { kind: "learning", words: ["en iPhone solo funcionan"] },
    { kind: ["decision", "outcome"], words: ["push", "web-push|push entonces"] },
    { kind: "learning", words: ["El servidor tiene Node 20"] },
    { kind: "decision", words: ["naranja|verde"] },
    { kind: "decision", words: ["que el dueño les llame"] },
    { kind: ["outcome", "fix"], words: ["entran doce"] },
  ],
  never: ["Supongo que tenéis los móviles", "2,9:1", "me voy a comer", "igual no se entera"],
});

export default session;
