/** Every recorded question gets an answer of the right form, and no handler fails. */
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { MyBot } = require("./my_bot.js");

const QUESTIONS = path.join(__dirname, "questions.txt");

test("recorded questions", async (t) => {
  const errors = t.mock.method(console, "error", () => {}).mock;
  const bot = new MyBot();
  await bot.receive({ type: "hello", protocol: [1] });
  let asked = 0;
  for (const line of fs.readFileSync(QUESTIONS, "utf8").split("\n")) {
    if (!line.startsWith("> ")) continue; // what was answered then
    const question = JSON.parse(line.slice(2));
    const reply = await bot.receive(question);
    const printed = errors.calls.flatMap((call) => call.arguments);
    const failed = printed.find((each) => each instanceof Error);
    assert.ifError(failed);
    if (question.type !== "decide") continue;
    asked++;
    const { choice } = reply;
    const listed = Number.isInteger(choice) && choice in question.choices;
    assert.ok(listed || choice.do, `${JSON.stringify(reply)} is no answer to\n${line.slice(2)}`);
  }
  assert.ok(asked, "questions.txt has no questions");
});
