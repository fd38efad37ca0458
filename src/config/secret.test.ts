import { expect, test } from "bun:test";
import { presentable, withoutPassword } from "./secret.ts";

test.each([
  ["postgres://ada:s3cret@db/team", "postgres://ada:***@db/team"],
  ["postgres://ada:p@ss/w:rd@db/team?sslmode=require", "postgres://ada:***@db/team?sslmode=require"],
  ["postgresql://db/team?user=ada&password=s3cret&x=1", "postgresql://db/team?user=ada&password=***&x=1"],
  ["postgres://db/team?sslpassword=s3cret", "postgres://db/team?sslpassword=***"],
  ["postgres://ada@db/team", "postgres://ada@db/team"],
  ["postgres://db:5432/team", "postgres://db:5432/team"],
  ["postgres:/ada:s3cret@/team", "postgres:/ada:***@/team"],
  ["ada:s3cret@db/team", "ada:***@db/team"],
])("%s is shown as %s", (url, shown) => {
  expect(withoutPassword(url)).toBe(shown);
});

test("a configuration is shown whole, without what is secret", () => {
  const config = { store: { url: "postgres://ada:s3cret@db/team" }, list: ["a:b@c", 1], text: "a:b@c" };
  expect(presentable(config)).toEqual({
    store: { url: "postgres://ada:***@db/team" },
    list: ["a:b@c", 1],
    text: "a:b@c",
  });
});
