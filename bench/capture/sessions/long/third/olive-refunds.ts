import { type LabelledSession, labelled } from "../../../session.ts";

/** Spanish: partial refunds in the back office of an oil shop; PHP and Laravel, a bank's gateway, accounting. */
const session: LabelledSession = labelled({
  name: "olive-refunds",
  held: true,
  project: "/srv/almazara/backoffice",
  talk: (t) => {
    t.prompt(
      "hola! necesito que desde la ficha del pedido se pueda devolver solo una parte del importe, ahora es todo o nada. mira cómo está hecho y me cuentas antes de tocar nada",
    )
      .thought("El usuario quiere una exploración primero. Busco refund en app/.")
      .said("Voy a mirar cómo funciona hoy la devolución.")
      .called("Grep", { pattern: "refund", path: "app", output_mode: "files_with_matches" })
      .gave(
        "app/Http/Controllers/OrderController.php\napp/Services/RedsysClient.php\napp/Models/Order.php\napp/Mail/OrderRefunded.php\napp/Console/Commands/RedsysSandboxRefund.php",
      )
      .read(
        "/srv/almazara/backoffice/app/Http/Controllers/OrderController.php",
        `    public function refund(Order $order, RedsysClient $redsys)
    {
        abort_unless($order->isPaid(), 409);
        $redsys->refund($order, $order->total_cents);
        $order->update(['status' => 'refunded']);
        Mail::to($order->customer)->queue(new OrderRefunded($order));
        return back();
    }`,
      )
      .read(
        "/srv/almazara/backoffice/app/Services/RedsysClient.php",
        `    public function refund(Order $order, int $cents): void
    {
        $this->post([
            'DS_MERCHANT_TRANSACTIONTYPE' => '3',
            'DS_MERCHANT_ORDER' => (string) $order->id,
            'DS_MERCHANT_AMOUNT' => (string) $cents,
        ]);
    }`,
      )
      .said(
        `Así está hoy:

1. \`OrderController@refund\` llama a Redsys con el total y pone el pedido en \`refunded\`.
2. No queda registro del importe devuelto, solo el estado.

Veo dos formas de hacerlo:

- **A.** Una columna \`refunded_cents\` en \`orders\`, más sencilla.
- **B.** Una tabla \`order_refunds\`, una fila por abono.

En los dos casos habría que reponer las existencias de las líneas devueltas, igual que hace la anulación. ¿Cuál prefieres?`,
      )
      .prompt(
        "ojo, el stock no se repone con la devolución, se repone cuando almacén marca la recepción con la pistola, si no acabamos vendiendo garrafas que siguen en casa del cliente",
      )
      .said("Entendido: la devolución es solo dinero y no toca el stock.")
      .prompt(
        "eso. y de lo otro la B, tabla aparte, que Pilar tiene que poder cuadrar cada abono con su apunte del banco",
      )
      .said("Perfecto, empiezo por la migración y el modelo.")
      .wrote(
        "/srv/almazara/backoffice/database/migrations/2026_03_02_091500_create_order_refunds_table.php",
        `Schema::create('order_refunds', function (Blueprint $table) {
    $table->id();
    $table->foreignId('order_id')->constrained();
    $table->unsignedInteger('amount_cents');
    $table->string('bank_reference', 40)->nullable();
    $table->foreignId('user_id')->constrained();
    $table->timestamps();
});`,
      )
      .wrote(
        "/srv/almazara/backoffice/app/Models/OrderRefund.php",
        "<?php\n\nnamespace App\\Models;\n\nclass OrderRefund extends Model\n{\n    protected $fillable = ['amount_cents', 'bank_reference', 'user_id'];\n}",
      )
      .edited(
        "/srv/almazara/backoffice/app/Http/Controllers/OrderController.php",
        "$redsys->refund($order, $order->total_cents);",
        "$data = $request->validate(['amount_cents' => ['required', 'integer', 'min:1', 'max:' . $order->refundableCents()]]);\n        $redsys->refund($order, $data['amount_cents']);",
      )
      .wrote(
        "/srv/almazara/backoffice/tests/Feature/PartialRefundTest.php",
        "<?php\n\nit('refunds a part of the order', function () {\n    // ...\n});",
      )
      .ran(
        "php artisan test --filter=PartialRefund",
        `   FAIL  Tests\\Feature\\PartialRefundTest
  ⨯ it refunds a part of the order                                       0.31s
  SQLSTATE[HY000] [2002] php_network_getaddresses: getaddrinfo for mysql failed: Name or service not known (Connection: mysql, SQL: delete from \`orders\`)

  Tests:    1 failed (0 assertions)`,
        1,
      )
      .said("El host `mysql` solo existe dentro de los contenedores; lo lanzo con Sail.")
      .ran(
        "./vendor/bin/sail artisan test --filter=PartialRefund",
        "   PASS  Tests\\Feature\\PartialRefundTest\n  ✓ it refunds a part of the order                                       1.12s\n\n  Tests:    1 passed (6 assertions)\n  Duration: 2.40s",
      )
      .said("Pasa. Ahora falta el formulario en la ficha.")
      .prompt("el formulario ponlo debajo de las líneas, no en modal. me bajo a por un café, ahora vuelvo")
      .read(
        "/srv/almazara/backoffice/resources/views/orders/show.blade.php",
        '<x-card>\n  @include("orders._lines")\n</x-card>',
      )
      .edited(
        "/srv/almazara/backoffice/resources/views/orders/show.blade.php",
        '@include("orders._lines")',
        '@include("orders._lines")\n  @include("orders._refund_form")',
      )
      .wrote(
        "/srv/almazara/backoffice/resources/views/orders/_refund_form.blade.php",
        '<form method="post">\n  <x-money name="amount_cents" />\n  <button>Devolver</button>\n</form>',
      )
      .said("El formulario está debajo de las líneas, con el máximo que queda por devolver como ayuda.")
      .prompt("ya estoy. pruébalo contra el sandbox del banco con el 10482, 12,50")
      .ran(
        "./vendor/bin/sail artisan redsys:sandbox-refund 10482 --amount=1250",
        `POST https://sis-t.redsys.es:25443/sis/rest/trataPeticionREST
HTTP 200
{"errorCode":"SIS0054"}

   App\\Exceptions\\RedsysException

  SIS0054: No existe operación sobre la que realizar la devolución

  at app/Services/RedsysClient.php:88`,
        1,
      )
      .thought("La operación sí existe. ¿Qué número de pedido se manda al cobrar?")
      .called("Grep", { pattern: "DS_MERCHANT_ORDER", path: "app", output_mode: "content" })
      .gave(
        "app/Services/RedsysClient.php:41:            'DS_MERCHANT_ORDER' => str_pad((string) $order->id, 12, '0', STR_PAD_LEFT),\napp/Services/RedsysClient.php:63:            'DS_MERCHANT_ORDER' => (string) $order->id,",
      )
      .said(
        "La causa del SIS0054: al cobrar se manda el número de pedido rellenado con ceros hasta 12 posiciones y al devolver se manda sin rellenar, así que el banco no encuentra la operación.",
      )
      .edited(
        "/srv/almazara/backoffice/app/Services/RedsysClient.php",
        "'DS_MERCHANT_ORDER' => (string) $order->id,",
        "'DS_MERCHANT_ORDER' => $this->reference($order),",
      )
      .ran(
        "./vendor/bin/sail artisan redsys:sandbox-refund 10482 --amount=1250",
        "HTTP 200\nDs_Response: 0900\nDevolución autorizada",
      )
      .said(
        "Arreglado: `RedsysClient` usa ahora la misma referencia de 12 posiciones para cobrar y para devolver, y el sandbox responde 0900.",
      )
      .prompt(
        "o sea que las totales tampoco funcionaban?? jajaja madre mía, con razón Pilar las hacía en la web del banco",
      )
      .said("Eso parece: con ese código ninguna devolución desde aquí podía llegar al banco.")
      .prompt("y si lo metemos en una cola? bueno no, déjalo, son tres devoluciones al día")
      .said("De acuerdo, se queda síncrono.")
      .prompt(
        "por cierto, el banco solo deja devolver hasta 365 días después del cobro, más allá es por transferencia y lo hace Pilar a mano. que el botón no salga en esos",
      )
      .edited(
        "/srv/almazara/backoffice/app/Models/Order.php",
        "public function isPaid(): bool",
        "public function canRefundByCard(): bool\n    {\n        return $this->paid_at?->gt(now()->subDays(365)) ?? false;\n    }\n\n    public function isPaid(): bool",
      )
      .said("Hecho: pasado ese plazo, en lugar del botón sale «Devolución por transferencia: contabilidad».")
      .prompt(`este es el mail que sale, lo he probado conmigo:

"Hola Nuria, te hemos devuelto 12,50 € de tu pedido. Recuerda que tardará entre 3 y 5 días. ¡Sigue disfrutando de tu aceite!"

mal. a los clientes siempre de usted, en los mails y en todo lo que vean, nunca de tú`)
      .edited(
        "/srv/almazara/backoffice/resources/views/mail/order_refunded.blade.php",
        "te hemos devuelto",
        "le hemos devuelto",
      )
      .said("Corregido el correo: «Le hemos devuelto 12,50 € de su pedido».")
      .prompt("añade el abono al CSV de contabilidad tb, con la referencia del banco")
      .edited(
        "/srv/almazara/backoffice/app/Exports/AccountingCsv.php",
        "'total',",
        "'total',\n            'abono',\n            'referencia_banco',",
      )
      .ran(
        "./vendor/bin/sail artisan test",
        "  Tests:    1 failed, 212 passed (804 assertions)\n\n  FAILED  Tests\\Unit\\AccountingCsvTest > header\n  Failed asserting that two strings are identical.",
        1,
      )
      .edited(
        "/srv/almazara/backoffice/tests/Unit/AccountingCsvTest.php",
        "total;",
        "total;abono;referencia_banco;",
      )
      .ran("./vendor/bin/sail artisan test", "  Tests:    213 passed (806 assertions)")
      .said(
        `Terminado. Las devoluciones parciales funcionan desde la ficha del pedido:

- Tabla \`order_refunds\`, una fila por abono, con usuario y referencia del banco
- Formulario bajo las líneas, con el importe máximo pendiente
- Correo al cliente y dos columnas nuevas en el CSV de contabilidad

213 tests en verde.`,
      )
      .prompt(
        "genial. recuérdame avisar a Pilar del cambio del CSV antes del cierre del día 20, que lo importa en Holded con una plantilla fija",
      )
      .said("Anotado. Si quieres, preparo un CSV de ejemplo para que pruebe la plantilla.")
      .prompt("no hace falta. commit y push")
      .ran(
        "git add -A && git commit -m 'Devoluciones parciales' && git push",
        "[devoluciones 7c2e1f0] Devoluciones parciales\n 11 files changed, 214 insertions(+), 9 deletions(-)",
      )
      .said("Subido a `devoluciones`.")
      .prompt("gracias majo 😊");
  },
  keep: [
    {
      kind: ["correction", "learning"],
      type: "semantic",
      words: ["stock no se repone", "almacén marca"],
    },
    { kind: "decision", type: "episodic", words: ["tabla aparte|order_refunds", "abono"] },
    { kind: "command", type: "procedural", words: ["vendor/bin/sail artisan test"] },
    { kind: "fix", type: "episodic", words: ["SIS0054", "RedsysClient"] },
    { kind: "learning", type: "semantic", words: ["365 días", "transferencia"] },
    { kind: "preference", type: "semantic", words: ["siempre de usted"] },
    { kind: "intention", type: "prospective", words: ["avisar a Pilar", "CSV"] },
    { kind: "outcome", type: "episodic", words: ["devoluciones parciales"] },
  ],
  may: [
    { kind: "decision", words: ["síncrono|cola"] },
    { kind: "learning", words: ["Holded"] },
    { kind: "preference", words: ["debajo de las líneas"] },
    { kind: "learning", words: ["solo existe dentro de los contenedores"] },
    { kind: "learning", words: ["ninguna devolución desde aquí"] },
    { kind: "learning", words: ["no toca el stock"] },
  ],
  never: ["café", "disfrutando", "habría que reponer", "majo", "jajaja"],
});

export default session;
