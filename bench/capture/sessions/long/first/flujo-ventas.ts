import { type LabelledSession, labelled } from "../../../session.ts";

/** A data pipeline with Airflow and BigQuery, in Spanish: a load that doubles and one that never ends. */
const session: LabelledSession = labelled({
  name: "flujo-ventas",
  project: "/home/lucia/datos",
  talk: (t) => {
    t.prompt("buenas! el dag ventas_diarias lleva fallando desde el viernes, me miras que pasa?")
      .ran(
        "airflow dags list-runs -d ventas_diarias --state failed | head -5",
        `dag_id         | run_id                        | state  | start_date
===============+===============================+========+===================
ventas_diarias | scheduled__2026-02-27T04:00Z  | failed | 2026-02-27 04:00:12
ventas_diarias | scheduled__2026-02-28T04:00Z  | failed | 2026-02-28 04:00:09`,
      )
      .ran(
        "gsutil cat gs://datos-airflow/logs/ventas_diarias/cargar_tpv/2026-02-28/1.log | tail -5",
        `google.api_core.exceptions.BadRequest: 400 Error while reading data, error message: CSV table encountered too many errors, giving up. Rows: 1; errors: 1.
File: gs://tpv-entrada/2026-02-28/tienda_041.csv
could not parse '1.249,90' as NUMERIC for field importe (position 5)`,
      )
      .read(
        "/home/lucia/datos/dags/ventas_diarias.py",
        'cargar_tpv = GCSToBigQueryOperator(\n    task_id="cargar_tpv",\n    bucket="tpv-entrada",\n    source_objects=["{{ ds }}/*.csv"],\n    write_disposition="WRITE_APPEND",\n)\n',
      )
      .said(
        "El fallo viene de `tienda_041.csv`: el importe llega como `1.249,90`, con coma decimal, y BigQuery no lo acepta como NUMERIC. Voy a ver si pasa en más tiendas.",
      )
      .ran("gsutil cat 'gs://tpv-entrada/2026-02-28/*.csv' | cut -d';' -f6 | grep -c ','", "388")
      .ran("gsutil ls 'gs://tpv-entrada/2026-02-28/' | wc -l", "62")
      .said("Son 388 líneas con coma, de 62 ficheros.")
      .prompt(
        "ah claro, la 041 es la de andorra, la abrieron el jueves. usan otro tpv, el de sage, las demas llevan el nuestro",
      )
      .said(
        "Entonces lo más limpio es cargar todo como texto en una tabla de paso y convertir ahí según la tienda.",
      )
      .prompt("mmm no, mejor que lo arregle quien lo manda? o no... tardarian meses. venga, tabla de paso")
      .edited(
        "/home/lucia/datos/dags/ventas_diarias.py",
        'write_disposition="WRITE_APPEND",',
        'write_disposition="WRITE_TRUNCATE",\n    destination_project_dataset_table="paso.tpv_{{ ds_nodash }}",',
      )
      .wrote(
        "/home/lucia/datos/sql/tpv_a_ventas.sql",
        "insert into ventas.lineas\nselect tienda, ticket, safe_cast(replace(replace(importe, '.', ''), ',', '.') as numeric) as importe\nfrom paso.tpv_{{ ds_nodash }};\n",
      )
      .ran(
        "pytest -q tests/test_ventas_diarias.py",
        `E       airflow.exceptions.AirflowException: Cannot access variable 'tpv_bucket', metadata db not initialised
1 failed in 3.10s`,
        1,
      )
      .ran(
        "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN=sqlite:////tmp/af.db AIRFLOW_VAR_TPV_BUCKET=x pytest -q tests/test_ventas_diarias.py",
        "5 passed in 6.84s",
      )
      .said(
        "Los tests del DAG pasan así, con una base sqlite y la variable por entorno; sin eso intenta leer la base de metadatos.",
      )
      .prompt("espera, con ese replace las tiendas normales que mandan 1249.90 se convierten en 124990 no??")
      .said("Tienes razón, el punto decimal desaparece. Lo hago depender de la tienda.")
      .edited(
        "/home/lucia/datos/sql/tpv_a_ventas.sql",
        "safe_cast(replace(replace(importe, '.', ''), ',', '.') as numeric)",
        "case when t.tpv = 'sage' then cast(replace(replace(importe, '.', ''), ',', '.') as numeric) else cast(importe as numeric) end",
      )
      .edited(
        "/home/lucia/datos/seeds/tiendas.csv",
        "040,Lleida,propio",
        "040,Lleida,propio\n041,Andorra la Vella,sage",
      )
      .ran(
        "bq query --use_legacy_sql=false --dry_run < sql/tpv_a_ventas.sql",
        "Query successfully validated. Assuming the tables are not modified, running this query will process 1204311 bytes of data.",
      )
      .said("La consulta valida. El resto de tiendas no cambia.")
      .prompt("y nada de safe_cast porfa, prefiero que reviente a que meta nulls. siempre")
      .said("De acuerdo, ya es `cast` a secas.")
      .prompt("relanza viernes y sabado")
      .ran(
        "airflow dags backfill ventas_diarias -s 2026-02-27 -e 2026-02-28 --reset-dagruns -y",
        "[2026-03-02] INFO - Backfill done for DAG ventas_diarias. Exiting.",
      )
      .ran(
        "bq query --use_legacy_sql=false 'select fecha, count(*) n, sum(importe) s from ventas.lineas where fecha >= \"2026-02-25\" group by 1 order by 1'",
        `+------------+--------+-------------+
|   fecha    |   n    |      s      |
+------------+--------+-------------+
| 2026-02-25 |  41210 |  1203991.20 |
| 2026-02-26 |  40988 |  1188410.75 |
| 2026-02-27 |  85120 |  2611820.40 |
| 2026-02-28 |  91204 |  2990102.10 |
+------------+--------+-------------+`,
      )
      .said(
        "El viernes y el sábado salen al doble. Es que `tpv_a_ventas.sql` hace un `insert` sin borrar antes: los intentos fallidos ya habían metido las 61 tiendas buenas, y el backfill las metió otra vez.",
      )
      .prompt("ostras. hazlo idempotente")
      .edited(
        "/home/lucia/datos/sql/tpv_a_ventas.sql",
        "insert into ventas.lineas",
        "delete from ventas.lineas where fecha = date('{{ ds }}');\ninsert into ventas.lineas",
      )
      .ran(
        "airflow dags backfill ventas_diarias -s 2026-02-27 -e 2026-02-28 --reset-dagruns -y",
        "[2026-03-02] INFO - Backfill done for DAG ventas_diarias. Exiting.",
      )
      .ran(
        "bq query --use_legacy_sql=false 'select fecha, count(*) n from ventas.lineas where fecha >= \"2026-02-27\" group by 1 order by 1'",
        "| 2026-02-27 |  42561 |\n| 2026-02-28 |  45603 |",
      )
      .said(
        "Arreglado: `tpv_a_ventas.sql` borra el día antes de insertarlo, y las cifras ya no se duplican al repetir una ejecución.",
      )
      .prompt("genial. otra cosa, el informe semanal tarda 40 min, antes 5. tiene que ver?")
      .ran("bq show --format=prettyjson ventas.lineas | grep -A4 -i partition", "", 1)
      .ran(
        "git log --oneline -3 -- terraform/bigquery.tf",
        "77aa0c1 ventas.lineas: nueva columna canal\n0b1e9d2 dataset paso",
      )
      .said(
        "`ventas.lineas` ya no está particionada. El commit `77aa0c1` añadió una columna y Terraform recreó la tabla sin `time_partitioning`, así que el informe lee los cuatro años enteros.",
      )
      .prompt("madre mia, y eso lo hice yo")
      .edited(
        "/home/lucia/datos/terraform/bigquery.tf",
        'table_id = "lineas"',
        'table_id = "lineas"\n  time_partitioning {\n    type  = "DAY"\n    field = "fecha"\n  }\n  deletion_protection = true',
      )
      .refused("Bash", { command: "terraform apply -auto-approve" })
      .prompt(
        "no no, apply nunca desde aqui! eso solo lo hace el pipeline de gitlab, con la aprobacion de sergi",
      )
      .said("Entendido. Dejo el cambio en una rama y abro la merge request.")
      .ran(
        "git switch -qc particion-lineas && git commit -qam 'Particionar ventas.lineas por fecha' && glab mr create --fill --yes",
        "https://gitlab.com/tiendas/datos/-/merge_requests/231",
      )
      .said(
        "Abierta la MR 231. Ojo: al aplicarla Terraform querrá recrear la tabla, así que antes hay que copiarla con `bq cp ventas.lineas ventas.lineas_copia`.",
      )
      .prompt(
        "vale, la copia la hago yo mañana antes de que sergi apruebe. que hora es en bigquery por cierto, utc?",
      )
      .said("Sí, `current_date()` es UTC si no se le da una zona.")
      .prompt("ok gracias crack, me voy a comer");
  },
  keep: [
    {
      kind: "fix",
      words: ["tienda_041.csv|1.249,90|coma decimal", "tpv_a_ventas.sql|ventas_diarias.py|tabla de paso"],
    },
    { kind: "learning", type: "semantic", words: ["usan otro tpv|andorra"] },
    { kind: "command", type: "procedural", words: ["AIRFLOW__DATABASE__SQL_ALCHEMY_CONN", "pytest"] },
    { kind: "preference", type: "semantic", words: ["safe_cast", "reviente"] },
    { kind: "fix", words: ["tpv_a_ventas.sql", "insert"] },
    { kind: ["fix", "learning"], words: ["particionada|time_partitioning", "77aa0c1|bigquery.tf"] },
    { kind: ["preference", "correction", "learning"], words: ["apply nunca desde aqui|pipeline de gitlab"] },
    { kind: "intention", type: "prospective", words: ["copia la hago yo|antes hay que copiarla"] },
  ],
  may: [
    { kind: "decision", words: ["tabla de paso"] },
    { kind: "correction", words: ["124990"] },
    { kind: "learning", words: ["sqlite y la variable por entorno"] },
    { kind: "command", words: ["airflow dags backfill"] },
    { kind: ["learning", "intention"], words: ["querrá recrear la tabla"] },
    { kind: "outcome", words: ["tpv_a_ventas.sql"] },
  ],
  never: ["mejor que lo arregle quien", "madre mia", "ostras", "me voy a comer", "eso lo hice yo"],
});

export default session;
