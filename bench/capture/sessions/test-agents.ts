import { type LabelledSession, labelled } from "../session.ts";

/** A subagent writes tests; its task holds rules that are no wishes; Java. */
const session: LabelledSession = labelled({
  name: "test-agents",
  project: "/home/yan/ledger",
  talk: (t) => {
    t.prompt("have an agent write tests for InterestCalculator, then review them")
      .called("Task", {
        description: "Tests",
        prompt:
          "Write tests for InterestCalculator. Always use AssertJ. Never touch the class. Remember to cover leap years.",
        subagent_type: "general-purpose",
      })
      .gave("Wrote InterestCalculatorTest with 14 tests; leap years fail.")
      .ran(
        "mvn -q test -Dtest=InterestCalculatorTest",
        "[ERROR] InterestCalculatorTest.leapYear:41 expected: 366.00 but was: 365.00\n[ERROR] Tests run: 14, Failures: 1",
        1,
      )
      .read("/home/yan/ledger/src/InterestCalculator.java", "private static final int DAYS = 365;")
      .said("The failing test is right: the calculator divides by 365 in every year.")
      .prompt("that's intended. we use act/365 fixed, it's in the contract with the bank")
      .edited("/home/yan/ledger/test/InterestCalculatorTest.java", "366.00", "365.00")
      .ran("mvn -q test -Dtest=InterestCalculatorTest", "")
      .said("The test expects 365 now; I named it after the convention.")
      .prompt("good");
  },
  agents: {
    "tests-1": (t) => {
      t.prompt(
        "Write tests for InterestCalculator. Always use AssertJ. Never touch the class. Remember to cover leap years.",
      )
        .wrote("/home/yan/ledger/test/InterestCalculatorTest.java", "class InterestCalculatorTest {}")
        .said("Wrote InterestCalculatorTest with 14 tests; leap years fail.");
    },
  },
  keep: [
    {
      kind: ["learning", "correction", "preference"],
      type: "semantic",
      words: ["365", "contract"],
      importance: [5, 9],
    },
  ],
  may: [{ kind: ["fix", "outcome"], words: ["365"] }],
  never: ["AssertJ", "Never touch the class", "cover leap years"],
});

export default session;
