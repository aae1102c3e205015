import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { LANGUAGES, loadTexts, ordinalText, signed, t, useLanguage } from "../../client/i18n/index.js";
import { dayText } from "../../client/ui/format.js";
import { exactTimeText, numberText } from "../../client/ui/numbers.js";
import { exported, imported, moduleOf, partsOf, problemOf, SOURCE } from "./translations.js";

const TRANSLATIONS = LANGUAGES.filter((language) => language !== SOURCE);

test("no key is in two parts", async () => {
  const keys = Object.values(await partsOf(SOURCE)).flatMap(Object.keys);
  assert.deepEqual(
    keys.filter((key, i) => keys.indexOf(key) !== i),
    [],
  );
});

for (const language of TRANSLATIONS)
  test(`every text can be shown in every language: complete, with its values and plural forms (${language})`, async () => {
    const [english, parts, german] = await Promise.all([SOURCE, language, "de"].map(partsOf));
    assert.deepEqual(Object.keys(parts), Object.keys(english));
    for (const [part, texts] of Object.entries(english)) {
      const errors = Object.keys(german[part]).filter((key) => !(key in texts));
      assert.deepEqual(Object.keys(parts[part]).sort(), [...Object.keys(texts), ...errors].sort(), part);
      for (const [key, text] of Object.entries(parts[part]))
        assert.equal(problemOf(language, key, text, texts[key]), "");
    }
  });

for (const language of LANGUAGES)
  test(`the file of the translators has all of a language, and gives it back (${language})`, async () => {
    const [english, parts] = await Promise.all([SOURCE, language].map(partsOf));
    const file = JSON.parse(JSON.stringify(exported(language, parts)));
    assert.deepEqual(imported(language, file, english), { parts, problems: [] });
  });

test("a plural form has an entry of its own in the file of the translators", async () => {
  const { challenge, base, moderation } = exported("pl", await partsOf("pl"));
  assert.equal(challenge.hours_one, "{n} godzina");
  assert.equal(challenge.hours_few, "{n} godziny");
  assert.equal(challenge.hours_many, "{n} godzin");
  assert.equal(base.ordinal, "{n}.");
  assert.ok(moderation.reason_other);
  assert.equal(exported("en", await partsOf("en")).base.ordinal_ordinal_few, "{n}rd");
});

test("what translators left out or broke is in English, and named", async () => {
  const english = await partsOf(SOURCE);
  const file = exported("pl", await partsOf("pl"));
  delete file.home.slogan;
  file.challenge.challengeBy = "Wyzwanie!";
  delete file.challenge.hours_few;
  const { parts, problems } = imported("pl", file, english);
  assert.equal(parts.home.slogan, english.home.slogan);
  assert.equal(parts.challenge.challengeBy, english.challenge.challengeBy);
  assert.equal(parts.challenge.hours, english.challenge.hours);
  assert.deepEqual(problems, [
    "challenge: challengeBy has the values none instead of {name}",
    "challenge: hours is missing",
    "home: slogan is missing",
  ]);
});

test("what is imported is what the client loads", async () => {
  const { challenge } = await partsOf("pl");
  const url = `data:text/javascript,${encodeURIComponent(moduleOf("challenge", challenge))}`;
  assert.deepEqual({ ...(await import(url)).default }, { ...challenge });
});

test("a page in Hebrew runs from right to left, its names and signs from left to right", async () => {
  await useLanguage("he");
  await loadTexts("challenge");
  assert.equal(document.documentElement.dir, "rtl");
  assert.equal(signed(-5), "\u200e−5");
  assert.equal(signed("+5"), "\u200e+5");
  assert.equal(t("challengeBy", { name: "Anna!" }), "אתגר מאת \u2068Anna!\u2069");
  await useLanguage("pl");
  assert.equal(document.documentElement.dir, "ltr");
});

test("what is below zero has a minus sign, not a hyphen", async () => {
  await useLanguage("en");
  await Promise.all([loadTexts("pages"), loadTexts("room")]);
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
    await loadTexts("places");
    assert.equal(signed(12_345), number);
    assert.ok(t("ofPlayers", { n: 12_345 }).endsWith(number));
    assert.equal(ordinalText(12_345), place);
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
    await loadTexts("race");
    assert.deepEqual([0, 1, 2, 5, 21, 22].map(movesOf), forms);
  }
});
