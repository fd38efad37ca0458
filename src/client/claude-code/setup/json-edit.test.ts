import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { JsonEditError, removeAt, setAt, valueAt } from "./json-edit.ts";

describe("editing a person's JSON file", () => {
  test("a new key goes behind the others, in the file's own indentation", () => {
    const text = '{\n    "model":   "sonnet",\n    "hooks": { "a": [1, 2] }\n}\n';
    expect(setAt(text, ["enabledPlugins", "memory@recollect"], true)).toBe(
      '{\n    "model":   "sonnet",\n    "hooks": { "a": [1, 2] },\n    "enabledPlugins": {\n        "memory@recollect": true\n    }\n}\n',
    );
  });

  test("tabs, CRLF and a byte order mark are kept", () => {
    const text = '\uFEFF{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}';
    expect(setAt(text, ["a", "c"], { d: 2 })).toBe(
      '\uFEFF{\r\n\t"a": {\r\n\t\t"b": 1,\r\n\t\t"c": {\r\n\t\t\t"d": 2\r\n\t\t}\r\n\t}\r\n}',
    );
  });

  test("an object on one line stays on one line", () => {
    expect(setAt('{"a":{"b":1}}', ["a", "c"], { d: 2 })).toBe('{"a":{"b":1, "c": {"d":2}}}');
  });

  test("an existing value is replaced in place", () => {
    expect(setAt('{ "a" : [1, {"}": "]"}] , "b":2 }', ["a"], 3)).toBe('{ "a" : 3 , "b":2 }');
  });

  test("of duplicate keys the one that counts is edited", () => {
    expect(valueAt(setAt('{"a": 1, "a": 2}', ["a"], 3), ["a"])).toBe(3);
  });

  test("removing the first, a middle, the last and the only key leaves the others as they are", () => {
    const text = '{\n  "a": 1,\n  "b": {"x": "}"},\n  "c": 3\n}';
    expect(removeAt(text, ["a"])).toBe('{\n  "b": {"x": "}"},\n  "c": 3\n}');
    expect(removeAt(text, ["b"])).toBe('{\n  "a": 1,\n  "c": 3\n}');
    expect(removeAt(text, ["c"])).toBe('{\n  "a": 1,\n  "b": {"x": "}"}\n}');
    expect(removeAt(text, ["b", "x"])).toBe('{\n  "a": 1,\n  "b": {},\n  "c": 3\n}');
    expect(removeAt(text, ["b", "y"])).toBe(text);
    expect(removeAt(text, ["a", "y"])).toBe(text);
  });

  test("comments, broken JSON and other values than objects are refused", () => {
    for (const text of ['// hi\n{"a":1}', '{"a":1,}', "[]", "null", "", '{"a":']) {
      expect(() => setAt(text, ["a"], 1)).toThrow(JsonEditError);
      expect(() => removeAt(text, ["a"])).toThrow(JsonEditError);
    }
    expect(() => setAt('{"a": []}', ["a", "b"], 1)).toThrow("a is not an object");
  });

  const key = fc.constantFrom("a", "b", "enabledPlugins", 'q"uote\\', "ключ", "{", "");
  const json = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
  const space = fc.constantFrom<string | number | undefined>(undefined, 1, 2, 4, "\t");

  test("setting a key changes that key and nothing else, whatever the file", () => {
    fc.assert(
      fc.property(
        json,
        space,
        fc.array(key, { minLength: 1, maxLength: 3 }),
        fc.jsonValue(),
        (object, indent, path, value) => {
          const [first, ...rest] = path;
          if (first === undefined) return;
          const text = JSON.stringify(object, null, indent);
          let edited: string;
          try {
            edited = setAt(text, [first, ...rest], value);
          } catch (error) {
            expect(error).toBeInstanceOf(JsonEditError);
            return;
          }
          expect(valueAt(edited, path)).toEqual(JSON.parse(JSON.stringify(value)));
          for (const other of Object.keys(object).filter((name) => name !== first)) {
            expect(valueAt(edited, [other])).toEqual(valueAt(text, [other]));
          }
        },
      ),
    );
  });

  test("adding a key and taking it out again gives the same bytes", () => {
    fc.assert(
      fc.property(json, space, fc.jsonValue(), (object, indent, value) => {
        const text = JSON.stringify(object, null, indent);
        expect(removeAt(setAt(text, ["recollect"], value), ["recollect"])).toBe(text);
      }),
    );
  });
});
