import { type LabelledSession, labelled } from "../session.ts";

/** A terse and impatient person; Vue. */
const session: LabelledSession = labelled({
  name: "vue-impatient",
  project: "/home/rob/admin",
  talk: (t) => {
    t.prompt("add sorting to the users table")
      .edited("/home/rob/admin/src/UsersTable.vue", "<th>Name</th>", "<th @click='sort(\"name\")'>Name</th>")
      .said("Clicking a column header sorts the rows in the browser now.")
      .prompt(
        "wrong. sorting is done by the backend, the table only ever has one page. pass ?sort= to the API",
      )
      .edited("/home/rob/admin/src/UsersTable.vue", "rows.sort()", "reload({ sort })")
      .said("The header passes `sort` to the API now and reloads the page.")
      .prompt("you used the options api. we use <script setup> in all components")
      .edited("/home/rob/admin/src/UsersTable.vue", "export default {", "<script setup>")
      .said("Converted the component to `<script setup>`.")
      .prompt("no. undo that last bit with the icons")
      .edited("/home/rob/admin/src/UsersTable.vue", "<Icon />", "")
      .said("Removed the icons.")
      .prompt("and quit apologizing in every message, just do it")
      .said("Okay.")
      .prompt("tests?")
      .ran("npm run test:unit", "Test Files  9 passed (9)")
      .said("All nine test files pass.")
      .prompt("fine");
  },
  keep: [
    {
      kind: ["correction", "learning"],
      type: "semantic",
      words: ["backend", "one page"],
      importance: [6, 9],
    },
    { kind: ["correction", "preference"], type: "semantic", words: ["script setup"], importance: [6, 9] },
    { kind: ["preference", "correction"], type: "semantic", words: ["apologizing"], importance: [5, 9] },
  ],
  may: [{ kind: "outcome", words: ["UsersTable"] }],
  never: ["icons"],
});

export default session;
