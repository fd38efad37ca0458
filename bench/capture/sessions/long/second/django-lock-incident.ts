import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/home/dee/code/clinicbook";

/** A migration that locks a table at night: Django, Postgres, somebody on call who has no patience left. */
const session: LabelledSession = labelled({
  name: "django-lock-incident",
  project: P,
  talk: (t) => {
    t.prompt("prod is down. 502 everywhere since 01:47. deploy went out 01:45. what changed")
      .ran(
        "git log --oneline prod-2026.02.26..prod-2026.02.27",
        "e91c0aa Reminders: per-clinic quiet hours\n4bd7713 Bump sentry-sdk\n07aa6f1 Appointment.source with default",
      )
      .ran(
        "git show 07aa6f1 --stat",
        " booking/migrations/0113_appointment_source.py | 21 +++\n booking/models.py                             |  4 ++",
      )
      .read(
        `${P}/booking/migrations/0113_appointment_source.py`,
        "operations = [\n  migrations.AddField('appointment', 'source', models.CharField(max_length=16, null=True)),\n  migrations.RunPython(backfill),\n  migrations.AlterField('appointment', 'source', models.CharField(max_length=16, default='web')),\n]",
      )
      .said(
        "Suspect is `0113_appointment_source`: AddField, a backfill over every appointment and AlterField to NOT NULL, all in one transaction. The AddField's ACCESS EXCLUSIVE lock would be held until the backfill finishes.",
      )
      .prompt("how do i prove it quick")
      .said(
        "```sql\nselect pid, state, wait_event_type, left(query, 60), now() - xact_start\nfrom pg_stat_activity\nwhere datname = 'clinicbook' order by xact_start;\n```",
      )
      .ran(
        "psql $PROD_URL -c \"select pid, state, wait_event_type, left(query,40) q, now()-xact_start age from pg_stat_activity where datname='clinicbook' order by xact_start limit 5\"",
        'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory\n\tIs the server running locally and accepting connections on that socket?',
        2,
      )
      .prompt(
        "PROD_URL isnt set here. its ./ops/psql prod, goes thru the bastion, you need --admin to see other ppls queries",
      )
      .ran(
        "./ops/psql prod --admin -c \"select pid, state, wait_event_type, left(query,40) q, now()-xact_start age from pg_stat_activity where datname='clinicbook' order by xact_start limit 5\"",
        "  pid  | state  | wait_event_type |                    q                     |       age\n-------+--------+-----------------+------------------------------------------+-----------------\n 20114 | active |                 | UPDATE booking_appointment SET source =  | 00:19:41.204\n 20190 | active | Lock            | SELECT booking_appointment.id, booking_a | 00:19:40.881\n 20191 | active | Lock            | SELECT booking_appointment.id, booking_a | 00:19:40.460",
      )
      .said(
        "Confirmed: 20114 is the migration, in its transaction for nearly 20 minutes; everything behind it waits for the lock. Cancelling it rolls the whole migration back.",
      )
      .prompt("kill it")
      .refused("Bash", { command: './ops/psql prod --admin -c "select pg_terminate_backend(20114)"' })
      .prompt("CANCEL not terminate. terminate and the deploy hook retries it")
      .ran(
        './ops/psql prod --admin -c "select pg_cancel_backend(20114)"',
        " pg_cancel_backend\n-------------------\n t",
      )
      .ran("curl -s -o /dev/null -w '%{http_code}' https://app.clinicbook.example/healthz", "200")
      .said("Cancelled, and the health check is back to 200.")
      .prompt("ok. breathing. the new pods, are they running w/o the column?")
      .ran(
        "kubectl -n prod get pods -l app=web",
        "NAME                   READY   STATUS             RESTARTS\nweb-6c9d7b-2xkqp       1/1     Running            0\nweb-7f8e11-mm4z2       0/1     CrashLoopBackOff   8",
      )
      .said(
        "The old pods serve; the new ones crash since their migration check fails. I'd roll back the deployment so they stop restarting.",
      )
      .prompt("do it")
      .ran("kubectl -n prod rollout undo deploy/web", "deployment.apps/web rolled back")
      .said("Rolled back to 2026.02.26.")
      .prompt(
        "statuspage: 'we had an outage from 01:47 to 02:11 utc, bookings made in that time were not lost'. is that last part true??",
      )
      .ran("kubectl -n prod logs deploy/intake --since=40m | grep -c queued", "312")
      .said(
        "True as far as the logs show: the intake service queued 312 bookings, and they were written after the lock was gone.",
      )
      .prompt("good. posted. now write the migration so it cant do that again")
      .edited(
        `${P}/booking/migrations/0113_appointment_source.py`,
        "migrations.RunPython(backfill),",
        "# nullable only; see 0114 for the backfill",
      )
      .wrote(
        `${P}/booking/migrations/0114_backfill_source.py`,
        "class Migration(migrations.Migration):\n    atomic = False\n    operations = [migrations.RunPython(in_batches(5_000))]",
      )
      .wrote(
        `${P}/booking/migrations/0115_source_not_null.py`,
        "operations = [AddConstraintNotValid('appointment', ...), ValidateConstraint('appointment', ...)]",
      )
      .said(
        "Split in three: 0113 adds the nullable column, 0114 backfills in batches of 5,000 outside a transaction, 0115 adds the check NOT VALID and validates it. Shall I also set a `lock_timeout`?",
      )
      .prompt("yes 3s, for all migrations. rather have a failed deploy than this")
      .edited(
        `${P}/clinicbook/settings/migrate.py`,
        "from .base import *",
        'from .base import *\nDATABASES["default"]["OPTIONS"] = {"options": "-c lock_timeout=3000"}',
      )
      .ran(
        "python manage.py test booking.tests.test_migrations --settings clinicbook.settings.migrate",
        "django.db.utils.OperationalError: canceling statement due to lock timeout\nFAILED (errors=1)",
        1,
      )
      .said(
        "The test holds a lock on purpose to see the timeout; I hadn't marked it as expected. Adding `assertRaises`.",
      )
      .edited(
        `${P}/booking/tests/test_migrations.py`,
        "migrate()",
        "with self.assertRaises(OperationalError): migrate()",
      )
      .ran(
        "python manage.py test booking.tests.test_migrations --settings clinicbook.settings.migrate",
        "Ran 4 tests in 6.120s\n\nOK",
      )
      .prompt("how many rows is that table anyway")
      .ran(
        "./ops/psql prod -c \"select reltuples::bigint from pg_class where relname='booking_appointment'\"",
        " reltuples\n-----------\n  48211904",
      )
      .said("About 48 million. At 5,000 a batch with a short pause the backfill takes around 50 minutes.")
      .prompt("staging has like 2000 rows lol, thats why nobody noticed")
      .prompt(
        "we should have a prod-size copy to try migrations on. not tonight. put it in the postmortem as an action item, owner me",
      )
      .wrote(
        `${P}/docs/postmortems/2026-02-27-appointment-lock.md`,
        "# Appointment lock\n\n## Impact\n24 minutes\n\n## Cause\nOne transaction\n\n## Actions\n- [ ] prod-size copy for migrations (dee)",
      )
      .said("The post-mortem is drafted with a timeline, the cause and that item.")
      .prompt(
        "blameless pls. you wrote 'the author failed to'. and from now on no migration goes out after 6pm, put that in CONTRIBUTING, im not doing this again",
      )
      .edited(
        `${P}/docs/postmortems/2026-02-27-appointment-lock.md`,
        "the author failed to notice",
        "nothing showed",
      )
      .edited(`${P}/CONTRIBUTING.md`, "## Deploys", "## Deploys\nNo migrations after 18:00.")
      .said("Reworded, and the rule is in CONTRIBUTING.md.")
      .prompt("do i redeploy now or wait for morning")
      .said("I'd wait. Nothing needs the column tonight, and 0114 will run for almost an hour.")
      .prompt("morning it is. open the pr, tag raj, im going to bed")
      .ran(
        "gh pr create --title 'Source of appointments, in three migrations' --reviewer raj --body-file -",
        "https://github.com/clinicbook/clinicbook/pull/2204",
      )
      .said("Opened #2204 with Raj as reviewer.")
      .prompt(
        "oh and the pager still says im primary next week, swap w/ lena pls. no wait you cant do that. nvm",
      );
  },
  keep: [
    {
      kind: "fix",
      words: [
        "all in one transaction|everything behind it waits",
        "0113_appointment_source|0114|pg_cancel_backend",
      ],
    },
    { kind: ["command", "learning", "correction"], words: ["./ops/psql prod", "--admin"] },
    { kind: ["correction", "learning"], words: ["deploy hook retries it"] },
    { kind: ["decision", "preference"], words: ["rather have a failed deploy|for all migrations"] },
    { kind: ["learning"], words: ["48 million|48211904"] },
    { kind: "intention", type: "prospective", words: ["prod-size copy"] },
    { kind: ["preference", "decision"], type: "semantic", words: ["no migration goes out after 6pm"] },
  ],
  may: [
    { kind: ["decision", "outcome", "fix"], words: ["Split in three"] },
    { kind: ["preference", "correction"], words: ["blameless"] },
    { kind: "learning", words: ["2000 rows"] },
    { kind: ["learning", "outcome"], words: ["queued 312 bookings"] },
    { kind: ["decision", "intention"], words: ["morning it is|I'd wait"] },
    { kind: "outcome", words: ["0115|0114|migration"] },
    { kind: "outcome", words: ["outage from 01:47"] },
    { kind: "command", words: ["clinicbook.settings.migrate"] },
  ],
  never: ["how do i prove it", "swap w/ lena", "marked it as expected", "breathing", "PROD_URL -c"],
});

export default session;
