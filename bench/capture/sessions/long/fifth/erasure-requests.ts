import { type LabelledSession, labelled } from "../../../session.ts";

/** Data protection: the erasure of a person's data over several stores becomes a feature; Java, Spring, Postgres. */
const session: LabelledSession = labelled({
  name: "erasure-requests",
  project: "/home/marloes/members",
  talk: (t) => {
    t.prompt(
      "we need art 17 erasure in members-service. DPO (Annelies) wants it before the audit on 14 April. POST /internal/erasures {memberId, ticket}. pls look around first, no code yet",
    )
      .said("I'll look at what is stored about a member before I propose anything.")
      .called("Grep", { pattern: "memberId|member_id", path: "/home/marloes/members/src/main" })
      .gave(
        "src/main/java/nl/members/profile/Profile.java:19\nsrc/main/java/nl/members/consent/ConsentLog.java:14\nsrc/main/java/nl/members/claims/Claim.java:27\nsrc/main/java/nl/members/mail/MailArchive.java:11\nsrc/main/java/nl/members/search/MemberDocument.java:9",
      )
      .read(
        "/home/marloes/members/src/main/java/nl/members/claims/Claim.java",
        '@Entity\n@Table(name = "claim")\npublic class Claim {\n  @Column(name = "member_id") UUID memberId;\n  BigDecimal amount;\n  LocalDate incurredOn;\n}',
      )
      .read(
        "/home/marloes/members/src/main/java/nl/members/mail/MailArchive.java",
        "public class MailArchive {\n  private final S3Client s3;\n  // key: archive/{memberId}/{yyyy}/{uuid}.eml\n}",
      )
      .said(
        "A member's data is in five places:\n\n| Where | Store | Suggested |\n|---|---|---|\n| `profile` | Postgres | delete |\n| `consent_log` | Postgres | delete |\n| `claim` | Postgres | delete |\n| mail archive | S3 | delete by prefix |\n| search document | OpenSearch | delete |\n\nShould claims be deleted too?",
      )
      .prompt(
        "no no. claims stay 7 years, tax law, we only cut the link to the person. and consent_log must stay as well, its our proof that we were allowed to write them at all",
      )
      .said("Then claims get a random pseudonym in place of `member_id`, and `consent_log` stays as it is.")
      .prompt(
        "consent_log: email column there has to be hashed tho. sha256 with the pepper we have in the vault, same as the suppression list does",
      )
      .called("Grep", { pattern: "suppression", path: "/home/marloes/members/src/main" })
      .gave(
        "src/main/java/nl/members/mail/SuppressionList.java:22:  String key = hasher.peppered(email.toLowerCase(Locale.ROOT));",
      )
      .said(
        "I can reuse `hasher.peppered` from the suppression list. Next question: synchronous, or a job? OpenSearch and S3 can fail in between.",
      )
      .prompt("hm. could do an outbox. or just a table with steps and a scheduled thing. what do you think")
      .said(
        "A table `erasure_step` with one row for each store, worked off by the scheduler. An outbox needs a consumer for each store, and we would still have to know when all of them are done, which is what the DPO has to attest.",
      )
      .prompt("yep table. go")
      .wrote(
        "/home/marloes/members/src/main/resources/db/migration/V118__erasure.sql",
        "create table erasure (id uuid primary key, member_id uuid not null, ticket text not null, requested_at timestamptz not null, completed_at timestamptz);\ncreate table erasure_step (erasure_id uuid references erasure, store text, state text not null, attempts int not null default 0, primary key (erasure_id, store));",
      )
      .wrote(
        "/home/marloes/members/src/main/java/nl/members/erasure/ErasureService.java",
        "@Service\npublic class ErasureService {\n  @Transactional\n  public UUID request(UUID memberId, String ticket) { … }\n}",
      )
      .wrote(
        "/home/marloes/members/src/main/java/nl/members/erasure/ErasureRunner.java",
        "@Component\nclass ErasureRunner {\n  @Scheduled(fixedDelay = 30_000)\n  void work() { … }\n}",
      )
      .wrote(
        "/home/marloes/members/src/main/java/nl/members/erasure/ErasureController.java",
        '@RestController\n@RequestMapping("/internal/erasures")\nclass ErasureController { … }',
      )
      .ran(
        "./mvnw -q verify",
        "[ERROR] Tests run: 3, Failures: 0, Errors: 3 <<< FAILURE! - in nl.members.erasure.ErasureServiceIT\n[ERROR] java.lang.IllegalStateException: Could not find a valid Docker environment\n[ERROR] BUILD FAILURE",
        1,
      )
      .said("The integration tests need Docker and Testcontainers doesn't find it here.")
      .prompt(
        "we have podman on these laptops. DOCKER_HOST=unix:///run/user/1000/podman/podman.sock and TESTCONTAINERS_RYUK_DISABLED=true",
      )
      .ran(
        "DOCKER_HOST=unix:///run/user/1000/podman/podman.sock TESTCONTAINERS_RYUK_DISABLED=true ./mvnw -q verify",
        '[ERROR] ErasureServiceIT.pseudonymisesClaims:61\n[ERROR] org.springframework.dao.DataIntegrityViolationException: ERROR: insert or update on table "claim" violates foreign key constraint "claim_member_id_fkey"\n[ERROR] BUILD FAILURE',
        1,
      )
      .said(
        "Now they run. The update fails because `claim.member_id` has a foreign key to `member`, and a random pseudonym doesn't exist there. I'll drop the constraint in V118 and keep the index.",
      )
      .edited(
        "/home/marloes/members/src/main/resources/db/migration/V118__erasure.sql",
        "create table erasure_step",
        "alter table claim drop constraint claim_member_id_fkey;\ncreate table erasure_step",
      )
      .prompt(
        "wait, dont drop the fk! the actuaries' replica is built from it, their tool reads the constraints. insert a tombstone member instead",
      )
      .interrupted()
      .prompt("so: member row with status ERASED and no other fields, claims point to that")
      .edited(
        "/home/marloes/members/src/main/resources/db/migration/V118__erasure.sql",
        "alter table claim drop constraint claim_member_id_fkey;\n",
        "",
      )
      .edited(
        "/home/marloes/members/src/main/java/nl/members/erasure/ErasureService.java",
        "claims.pseudonymise(memberId, UUID.randomUUID());",
        "var tombstone = members.save(Member.erased());\n    claims.reassign(memberId, tombstone.id());",
      )
      .ran(
        "DOCKER_HOST=unix:///run/user/1000/podman/podman.sock TESTCONTAINERS_RYUK_DISABLED=true ./mvnw -q verify",
        "[INFO] Tests run: 412, Failures: 0, Errors: 0, Skipped: 3\n[INFO] BUILD SUCCESS",
      )
      .said("All 412 tests pass with a tombstone member per erasure.")
      .prompt("one tombstone for all or one each?")
      .said("One for each erasure at the moment.")
      .prompt("keep it like that, otherwise statistics think one person broke 4000 legs")
      .said("Ha, indeed. It stays at one per erasure.")
      .prompt("does the log output contain member ids anywhere? auditors grep")
      .called("Grep", {
        pattern: "log\\.(info|warn|error)",
        path: "/home/marloes/members/src/main/java/nl/members/erasure",
      })
      .gave(
        'ErasureRunner.java:34:    log.warn("step {} of {} failed", step.store(), erasure.memberId(), e);',
      )
      .edited(
        "/home/marloes/members/src/main/java/nl/members/erasure/ErasureRunner.java",
        "erasure.memberId()",
        "erasure.id()",
      )
      .said("One place did, fixed: it logs the id of the erasure.")
      .prompt("in general, ids of members and BSN never go into logs, not even at debug")
      .said("Noted. I've checked the other classes that I added, none of them logs either.")
      .prompt("backups?")
      .said(
        "Restoring a backup would bring an erased member back. The usual way is to replay the `erasure` table after a restore; that needs a small command, which I have not built.",
      )
      .prompt("backups are gone after 35 days anyway, the DPO accepts that in writing. no replay")
      .said("Then nothing to do there.")
      .prompt("mail archive: is versioning on in that bucket?")
      .ran("aws s3api get-bucket-versioning --bucket members-mail-archive", '{\n    "Status": "Enabled"\n}')
      .said(
        "Yes. That means a plain delete only writes a delete marker and the old versions of the mails stay readable; I'll delete all versions explicitly.",
      )
      .edited(
        "/home/marloes/members/src/main/java/nl/members/mail/MailArchive.java",
        "s3.deleteObject",
        "s3.listObjectVersionsPaginator",
      )
      .ran(
        "DOCKER_HOST=unix:///run/user/1000/podman/podman.sock TESTCONTAINERS_RYUK_DISABLED=true ./mvnw -q verify",
        "[INFO] Tests run: 414, Failures: 0, Errors: 0, Skipped: 3\n[INFO] BUILD SUCCESS",
      )
      .said(
        "Erasure is implemented in `nl.members.erasure`: request, steps for five stores with retries, tombstone members, and `completed_at` once every step is done. Still open: the steps retry forever, there is no alert when one is stuck.",
      )
      .prompt("great. alert comes with the ops sprint, remind me before the audit tho. commit + MR")
      .ran(
        "git checkout -b erasure && git add -A && git commit -qm 'Erasure of members' && git push -u origin erasure",
        "remote: To create a merge request for erasure, visit:\nremote:   https://git.members.nl/core/members/-/merge_requests/new",
      )
      .said("Pushed as `erasure`.");
  },
  keep: [
    { kind: ["learning", "correction", "decision"], words: ["claims stay 7 years"] },
    { kind: ["learning", "correction", "decision"], words: ["consent_log", "proof"] },
    { kind: "decision", words: ["erasure_step", "outbox|one row for each store"], type: "episodic" },
    { kind: ["command", "learning"], words: ["podman.sock"], type: ["procedural", "semantic"] },
    { kind: ["correction", "learning", "decision"], words: ["actuaries' replica"] },
    { kind: "preference", words: ["never go into logs"], type: "semantic" },
    { kind: ["decision", "learning"], words: ["35 days"] },
    { kind: "outcome", words: ["nl.members.erasure"], type: "episodic" },
    { kind: "intention", words: ["remind me before the audit|there is no alert"], type: "prospective" },
  ],
  may: [
    { kind: ["decision", "preference"], words: ["sha256 with the pepper"] },
    { kind: "outcome", words: ["tombstone"] },
    { kind: "decision", words: ["tombstone"] },
    { kind: "decision", words: ["4000 legs"] },
    { kind: "intention", words: ["audit on 14 April"] },
    { kind: ["learning", "fix"], words: ["delete marker"] },
    { kind: "intention", words: ["before the audit on"] },
  ],
  never: [
    "drop the constraint",
    "random pseudonym in place",
    "no code yet",
    "auditors grep",
    "replay the `erasure`",
  ],
});

export default session;
