import { type LabelledSession, labelled } from "../session.ts";

/** Choices about a schema, said by both; Prisma. */
const session: LabelledSession = labelled({
  name: "sql-migrations",
  project: "/home/deb/school",
  talk: (t) => {
    t.prompt("model attendance: students, lessons, present or not, with a note")
      .wrote("/home/deb/school/prisma/schema.prisma", "model Attendance {}")
      .wrote("/home/deb/school/src/attendance.ts", "export async function mark() {}")
      .ran(
        "npx prisma migrate dev --name attendance",
        "Error: P1001: Can't reach database server at `localhost:5432`",
        1,
      )
      .ran("docker compose up -d postgres", "Started")
      .ran("npx prisma migrate dev --name attendance", "Your database is now in sync with your schema.")
      .said(
        "`Attendance` has a row per student and lesson. I used an enum with present, absent and excused instead of a boolean because excused absences are reported separately.",
      )
      .prompt(
        "good thinking. but let's put the note into its own table, parents may see attendance and must not see notes",
      )
      .edited("/home/deb/school/prisma/schema.prisma", "note String?", "model AttendanceNote {}")
      .ran("npx prisma migrate dev --name notes", "in sync")
      .said("Notes live in `AttendanceNote` now.")
      .prompt("later on we'll need an export for the school authority, csv, once they tell us the format")
      .said("Okay.")
      .prompt("how many tables do we have now?")
      .said("Eleven.");
  },
  keep: [
    { kind: "command", type: "procedural", words: ["docker compose up", "P1001"], importance: [4, 7] },
    { kind: "decision", words: ["enum", "excused"], importance: [5, 8] },
    { kind: ["decision", "preference"], words: ["own table", "parents"], importance: [5, 9] },
    { kind: "intention", type: "prospective", words: ["export", "school authority"], importance: [4, 8] },
    { kind: "outcome", words: ["attendance.ts"], importance: [3, 7] },
  ],
  may: [{ kind: "outcome", words: ["AttendanceNote"] }],
  never: ["Eleven"],
});

export default session;
