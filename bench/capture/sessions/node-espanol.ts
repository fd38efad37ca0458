import { type LabelledSession, labelled } from "../session.ts";

/** In Spanish: Node, a correction, a decision, a reminder. */
const session: LabelledSession = labelled({
  name: "node-espanol",
  project: "/home/iker/pedidos",
  talk: (t) => {
    t.prompt("Añade validación a la ruta de pedidos.")
      .edited(
        "/home/iker/pedidos/src/rutas/pedidos.js",
        "app.post('/pedidos'",
        "app.post('/pedidos', validar(esquema)",
      )
      .wrote("/home/iker/pedidos/src/esquemas/pedido.js", "export const esquema = joi.object()")
      .ran("npm test", "Tests: 12 passed")
      .said("La ruta de pedidos valida el cuerpo con joi; las pruebas pasan.")
      .prompt("No, usa zod en lugar de joi. Ya lo tenemos en el frontend.")
      .edited("/home/iker/pedidos/src/esquemas/pedido.js", "joi.object()", "z.object({})")
      .said("Cambiado a zod.")
      .prompt(
        "Hemos decidido no borrar pedidos nunca, solo marcarlos como cancelados, porque contabilidad los necesita.",
      )
      .said("De acuerdo.")
      .prompt("Recuérdame antes del despliegue que hay que migrar los estados antiguos.")
      .said("Anotado.")
      .prompt("¿siempre falla el test de correo en tu máquina?")
      .said("No, pasa siempre.");
  },
  keep: [
    { kind: ["correction", "preference"], type: "semantic", words: ["zod", "joi"], importance: [6, 9] },
    { kind: ["decision", "preference"], words: ["cancelados", "contabilidad"], importance: [6, 9] },
    { kind: "intention", type: "prospective", words: ["migrar", "estados"], importance: [4, 8] },
  ],
  may: [{ kind: "outcome", words: ["validación"] }],
  never: ["test de correo"],
});

export default session;
