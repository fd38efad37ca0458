import { type LabelledSession, labelled } from "../../../session.ts";

/** A web shop lets people collect parcels from lockers: a feature from plan to pull request; NestJS, React, a carrier's API. */
const session: LabelledSession = labelled({
  name: "parcel-locker-checkout",
  project: "/home/magda/shop-api",
  talk: (t) => {
    t.prompt(
      "hi, new ticket SHOP-2210: customers should can choose parcel locker in the checkout. Carrier is BoxNet. Please look first how the delivery methods are made now, dont code yet",
    )
      .said("I'll look at how delivery methods are modelled before proposing anything.")
      .called("Grep", { pattern: "DeliveryMethod", path: "apps" })
      .gave(
        "apps/api/src/delivery/delivery-method.entity.ts\napps/api/src/delivery/delivery.service.ts\napps/api/src/orders/order.entity.ts\napps/web/src/checkout/DeliveryStep.tsx",
      )
      .read(
        "/home/magda/shop-api/apps/api/src/delivery/delivery-method.entity.ts",
        "@Entity()\nexport class DeliveryMethod {\n  @PrimaryColumn() code: string;\n  @Column() carrier: string;\n  @Column('int') priceCents: number;\n}",
      )
      .read(
        "/home/magda/shop-api/apps/api/src/delivery/delivery.service.ts",
        "async book(order: Order) {\n  const client = this.carriers.get(order.delivery.carrier);\n  return client.createShipment(order);\n}",
      )
      .read(
        "/home/magda/shop-api/apps/web/src/checkout/DeliveryStep.tsx",
        "export function DeliveryStep() {\n  const { data } = useDeliveryMethods();\n  return <RadioGroup options={data} />;\n}",
      )
      .said(
        "Here is what I found:\n\n## Current state\n- `DeliveryMethod` is a flat table: code, carrier, price\n- `DeliveryService.book` picks a client by carrier and sends the whole order\n- The checkout shows a plain radio group\n\n## Options\n1. **New column `lockerId` on the order** – smallest change\n2. **Separate `PickupPoint` table** – we mirror BoxNet's list of lockers\n3. **Ask BoxNet live** on every checkout – always fresh, but a slow dependency\n\nWhich one do you prefer?",
      )
      .prompt(
        "hmm 3 is not possible, BoxNet limits us at 60 requests per minute for the whole company account, and the marketplace team uses also from it",
      )
      .said(
        "Then live lookups are out. A mirrored table with a nightly import would need about 20 requests per night.",
      )
      .prompt(
        "ok so 2, mirror table, import in the night. and the locker code we save on the order as a copy not as a foreign key, because lockers disappear",
      )
      .said("Makes sense. I'll start with the entity and the migration.")
      .wrote(
        "/home/magda/shop-api/apps/api/src/delivery/pickup-point.entity.ts",
        "@Entity()\nexport class PickupPoint {\n  @PrimaryColumn() code: string;\n  @Column() city: string;\n  @Column('geometry') position: Point;\n}",
      )
      .ran(
        "pnpm --filter api typeorm migration:generate src/migrations/PickupPoints",
        "Error during migration generation:\nError: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16)",
        1,
      )
      .said("The database isn't running. Let me start it.")
      .ran("docker compose up -d db", " Container shop-api-db-1  Started")
      .ran(
        "pnpm --filter api typeorm migration:generate src/migrations/PickupPoints",
        'QueryFailedError: type "geometry" does not exist',
        1,
      )
      .thought("The image is plain postgres, without PostGIS.")
      .said(
        "The development database is plain `postgres:16` and has no PostGIS, so `geometry` is unknown. I could switch the image to `postgis/postgis`.",
      )
      .prompt(
        "no no, production has no postgis neither and the DBAs will not install it, we asked two times. just two columns lat and lng",
      )
      .edited(
        "/home/magda/shop-api/apps/api/src/delivery/pickup-point.entity.ts",
        "@Column('geometry') position: Point;",
        "@Column('double precision') lat: number;\n  @Column('double precision') lng: number;",
      )
      .ran(
        "pnpm --filter api typeorm migration:generate src/migrations/PickupPoints",
        "Migration /home/magda/shop-api/apps/api/src/migrations/1772445-PickupPoints.ts has been generated successfully.",
      )
      .said("Migration generated. Next: the import job.")
      .wrote(
        "/home/magda/shop-api/apps/api/src/delivery/pickup-point.import.ts",
        "@Cron('0 3 * * *')\nasync run() {\n  for await (const page of this.boxnet.points()) await this.repo.upsert(page, ['code']);\n}",
      )
      .ran(
        "pnpm --filter api test pickup-point",
        "FAIL src/delivery/pickup-point.import.spec.ts\n  ● import › reads all pages\n    expect(received).toBe(expected)\n    Expected: 812\n    Received: 800",
        1,
      )
      .read(
        "/home/magda/shop-api/apps/api/test/fixtures/boxnet-points-9.json",
        '{"page":9,"total_pages":8,"items":[{"code":"KRA01M"}]}',
      )
      .said(
        "Found it. BoxNet counts its pages from 0 but `total_pages` counts only the full pages, so the last, partial page was never fetched. I'll read until a page comes back empty.",
      )
      .edited(
        "/home/magda/shop-api/apps/api/src/delivery/pickup-point.import.ts",
        "page < totalPages",
        "items.length > 0",
      )
      .ran(
        "pnpm --filter api test pickup-point",
        "PASS src/delivery/pickup-point.import.spec.ts\nTests: 6 passed, 6 total",
      )
      .said("All six tests pass now.")
      .prompt("super. one moment, call")
      .wait(25)
      .prompt("back. so the frontend. which map library did you want to take")
      .said(
        "I'd suggest Leaflet: it's 42 kB gzipped, and the designs only need pins and a popup. Google Maps would need a key and the consent banner.",
      )
      .prompt("leaflet is ok")
      .refused("Bash", { command: "pnpm add leaflet react-leaflet", description: "Install in the root" })
      .prompt(
        "not in the root please!! in this repo every dependency goes to the package where it is used, with --filter. Root is only for tooling",
      )
      .said("Understood, I'll add it to the web package only.")
      .ran(
        "pnpm --filter web add leaflet react-leaflet",
        "+ leaflet 1.9.4\n+ react-leaflet 5.0.0\nDone in 4.1s",
      )
      .wrote(
        "/home/magda/shop-api/apps/web/src/checkout/LockerMap.tsx",
        "export function LockerMap({ points, onPick }: Props) { return <MapContainer /> }",
      )
      .edited(
        "/home/magda/shop-api/apps/web/src/checkout/DeliveryStep.tsx",
        "<RadioGroup options={data} />",
        "<RadioGroup options={data} />\n{picked?.locker && <LockerMap />}",
      )
      .ran("pnpm --filter web test", "Test Files  31 passed (31)\n     Tests  204 passed (204)")
      .said("The locker map is in the delivery step, and the web tests pass.")
      .blocks([
        { type: "text", text: "in the mobile it looks strange, the map eats the scroll" },
        { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
      ])
      .edited(
        "/home/magda/shop-api/apps/web/src/checkout/LockerMap.tsx",
        "<MapContainer />",
        "<MapContainer dragging={!L.Browser.mobile} tap={false} />",
      )
      .said("On touch devices the map no longer takes one-finger drags, so the page scrolls.")
      .prompt("ok good. what with cash on delivery?")
      .said(
        "Right now nothing stops someone from combining a locker with cash on delivery. Should I hide the locker methods when cash on delivery is selected?",
      )
      .prompt(
        "Lockers cannot take cash, but Piotr from payments is removing cash on delivery in january anyway. so dont touch it",
      )
      .said("I'll leave it alone then.")
      .prompt("do we have to do something with the returns?")
      .called("Grep", { pattern: "createReturnLabel", path: "apps/api/src" })
      .gave(
        "apps/api/src/returns/returns.service.ts:48:    const label = await this.carriers.get('dpd').createReturnLabel(order);",
      )
      .said(
        "Returns always go through DPD, whatever the order was shipped with (`returns.service.ts:48`). BoxNet has a return endpoint, but it isn't part of this ticket.",
      )
      .prompt(
        "right. returns by locker we make in a second step, when the contract is signed. Write me pr description please",
      )
      .ran(
        "git push -u origin SHOP-2210-lockers",
        "branch 'SHOP-2210-lockers' set up to track 'origin/SHOP-2210-lockers'.",
      )
      .ran(
        "gh pr create --draft --title 'SHOP-2210 Parcel lockers' --body-file /tmp/body.md",
        "https://github.com/sklepik/shop-api/pull/1187",
      )
      .said(
        "The draft PR is open: https://github.com/sklepik/shop-api/pull/1187\n\n## Summary\nParcel lockers can be chosen in the checkout, on a map, from a table that is imported every night.\n\n### Backend\n- `pickup-point.entity.ts` and a migration\n- `pickup-point.import.ts`, nightly at 03:00\n- `lockerCode` copied to the order\n\n### Frontend\n- `LockerMap.tsx` with Leaflet\n- `DeliveryStep.tsx` shows the map for locker methods\n\n### Not included\n- Returns by locker\n- Cash on delivery rules\n\nAll 204 web tests and 388 API tests pass.",
      )
      .prompt(
        "thanks, very nice :) only the title, we write titles without ticket number, the number goes in the branch",
      )
      .ran(
        "gh pr edit 1187 --title 'Parcel lockers in the checkout'",
        "https://github.com/sklepik/shop-api/pull/1187",
      )
      .said("Renamed.")
      .prompt("dziekuje! enough for today");
  },
  keep: [
    { kind: "learning", type: "semantic", words: ["60 requests per minute"] },
    { kind: "decision", words: ["mirror table", "import in the night"] },
    { kind: "decision", words: ["locker code", "not as a foreign key"] },
    { kind: ["correction", "learning", "decision"], words: ["postgis", "DBAs will not install"] },
    { kind: ["fix", "learning"], words: ["total_pages", "full pages|partial page"] },
    { kind: ["preference", "correction"], type: "semantic", words: ["every dependency goes to the package"] },
    { kind: "intention", type: "prospective", words: ["returns by locker", "second step|contract"] },
    { kind: ["preference", "correction"], type: "semantic", words: ["titles without ticket number"] },
    { kind: "outcome", words: ["Parcel lockers can be chosen in the checkout|pickup-point.import.ts"] },
  ],
  may: [
    { kind: "intention", words: ["part of this ticket"] },
    { kind: "decision", words: ["leaflet"] },
    { kind: "learning", words: ["removing cash on delivery in january"] },
    { kind: "learning", words: ["Returns always go through DPD"] },
    { kind: "learning", words: ["20 requests per night"] },
    { kind: "fix", words: ["LockerMap.tsx"] },
    { kind: "preference", words: ["Root is only for tooling"] },
    { kind: "correction", words: ["two columns lat and lng"] },
    { kind: "fix", words: ["geometry"] },
    { kind: "outcome", words: ["1187"] },
  ],
  never: [
    "one moment, call",
    "dont code yet",
    "dziekuje",
    "hide the locker methods",
    "Which one do you prefer",
  ],
});

export default session;
