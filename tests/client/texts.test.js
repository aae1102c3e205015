import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { LANGUAGES, ordinalText, signed, t, useLanguage } from "../../client/i18n/index.js";
import { dayText, exactTimeText, numberText } from "../../client/ui/format.js";
import { exported, imported, moduleOf, problemOf, SOURCE, textsOf } from "./translations.js";

const TRANSLATIONS = LANGUAGES.filter((language) => language !== SOURCE);

for (const language of TRANSLATIONS)
  test(`every text can be shown in every language: complete, with its values and plural forms (${language})`, async () => {
    const [english, texts, german] = await Promise.all([SOURCE, language, "de"].map(textsOf));
    const errors = Object.keys(german).filter((key) => key.startsWith("e_"));
    assert.deepEqual(Object.keys(texts).sort(), [...new Set([...Object.keys(english), ...errors])].sort());
    for (const [key, text] of Object.entries(texts))
      assert.equal(problemOf(language, key, text, english[key]), "");
  });

for (const language of LANGUAGES)
  test(`the file of the translators has all of a language, and gives it back (${language})`, async () => {
    const [english, texts] = await Promise.all([SOURCE, language].map(textsOf));
    const file = JSON.parse(JSON.stringify(exported(language, texts)));
    assert.deepEqual(imported(language, file, english), { texts, problems: [] });
  });

test("a plural form has an entry of its own in the file of the translators", async () => {
  const polish = exported("pl", await textsOf("pl"));
  assert.equal(polish.hours_one, "{n} godzina");
  assert.equal(polish.hours_few, "{n} godziny");
  assert.equal(polish.hours_many, "{n} godzin");
  assert.equal(polish.ordinal, "{n}.");
  assert.ok(polish.reason_other);
  assert.equal(exported("en", await textsOf("en")).ordinal_ordinal_few, "{n}rd");
  assert.equal(polish.shuffleCount_zero, "bez tasowania");
});

test("what translators left out or broke is in English, and named", async () => {
  const english = await textsOf(SOURCE);
  const file = exported("pl", await textsOf("pl"));
  delete file.slogan;
  file.challengeBy = "Wyzwanie!";
  delete file.hours_few;
  const { texts, problems } = imported("pl", file, english);
  assert.equal(texts.slogan, english.slogan);
  assert.equal(texts.challengeBy, english.challengeBy);
  assert.equal(texts.hours, english.hours);
  assert.deepEqual(problems.sort(), [
    "challengeBy has the values none instead of {name}",
    "hours is missing",
    "slogan is missing",
  ]);
});

test("what is imported is what the client loads", async () => {
  const polish = await textsOf("pl");
  const url = `data:text/javascript,${encodeURIComponent(moduleOf(polish))}`;
  assert.deepEqual({ ...(await import(url)).default }, { ...polish });
});

test("a page in Hebrew runs from right to left, its names and signs from left to right", async () => {
  await useLanguage("he");
  assert.equal(document.documentElement.dir, "rtl");
  assert.equal(signed(-5), "\u200e−5");
  assert.equal(signed("+5"), "\u200e+5");
  assert.equal(t("challengeBy", { name: "Anna!" }), "אתגר מאת \u2068Anna!\u2069");
  await useLanguage("pl");
  assert.equal(document.documentElement.dir, "ltr");
});

test("what is below zero has a minus sign, not a hyphen", async () => {
  await useLanguage("en");
  assert.equal(t("points", { n: -2 }), "−2 points");
  assert.equal(signed(-13), "−13");
  assert.equal(numberText(-1), "−1");
  assert.equal(t("invitedBy", { name: "-1" }), "-1 invites you to a race");
});

test("an exact time ends with its thousandths, also between two of them", async () => {
  await useLanguage("en");
  assert.equal(exactTimeText(55_007.4), "0:55.007");
});

test("no line ends between a day and its month", async () => {
  const ends = { en: "November\u00a024, 2026", de: ", 24.\u00a0November 2026", pl: "24\u00a0listopada 2026" };
  for (const [language, end] of Object.entries(ends)) {
    await useLanguage(language);
    assert.ok(dayText("2026-11-24").endsWith(end), dayText("2026-11-24"));
  }
});

test("a number of a thousand and more has its thousands apart, alone, in a text and as a place", async () => {
  for (const [language, number, place] of /** @type {const} */ ([
    ["en", "12,345", "12,345th"],
    ["de", "12.345", "12.345."],
    ["pl", "12\u00a0345", "12\u00a0345."],
    ["he", "12,345", "12,345"],
  ])) {
    await useLanguage(language);
    assert.equal(signed(12_345), number);
    assert.ok(t("outOf", { n: 12_345 }).endsWith(number));
    assert.equal(ordinalText(12_345), place);
  }
});

test("none of something is said in words where a text has them", async () => {
  for (const [language, texts] of /** @type {const} */ ([
    ["en", ["no shuffles", "1 shuffle", "2 shuffles"]],
    ["de", ["nicht gemischt", "1-mal gemischt", "2-mal gemischt"]],
    ["pl", ["bez tasowania", "1 tasowanie", "2 tasowania", "3 tasowania", "4 tasowania", "5 tasowań"]],
    ["he", ["בלי ערבוב", "ערבוב אחד", "2 ערבובים"]],
  ])) {
    await useLanguage(language);
    assert.deepEqual(
      [...texts.keys()].map((n) => t("shuffleCount", { n })),
      texts,
    );
  }
});

test("a number chooses the plural form of its language", async () => {
  const movesOf = (/** @type {number} */ n) => t("movesWord", { n });
  for (const [language, forms] of /** @type {const} */ ([
    ["en", ["moves", "move", "moves", "moves", "moves", "moves"]],
    ["de", ["Züge", "Zug", "Züge", "Züge", "Züge", "Züge"]],
    ["pl", ["ruchów", "ruch", "ruchy", "ruchów", "ruchów", "ruchy"]],
    ["he", ["מהלכים", "מהלך", "מהלכים", "מהלכים", "מהלכים", "מהלכים"]],
  ])) {
    await useLanguage(language);
    assert.deepEqual([0, 1, 2, 5, 21, 22].map(movesOf), forms);
  }
});
