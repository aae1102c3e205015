import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { RoomReplica } from "../../client/net/replica.js";
import { folded, labelOf, namesakes } from "../../client/people/look-alikes.js";
import { playerColours } from "../../client/people/names.js";
import { Company } from "../../client/room/company.js";
import { roomView, welcome } from "./stage.js";

const [ANN, BOB, CHO] = ["7cd7b00000000000", "0000000000000001", "ffffffffffffffff"];

test("names that read alike fold into one, and others do not", () => {
  const alike = [
    ["Anna", "ANNA", "Аnna", "Ann\u00e0", "𝐀nna", "@nna"],
    ["Bill", "BiIl", "Bi11", "В\u0456ll"],
    ["Corner", "Comer", "Соrner"],
    ["Oscar", "0scar", "Оѕсаr", "ΟScar"],
  ];
  const forms = alike.map((names) => new Set(names.map(folded)));
  assert.deepEqual(
    forms.map(({ size }) => size),
    [1, 1, 1, 1],
  );
  assert.equal(new Set(forms.flatMap((each) => [...each])).size, 4);
});

test("a player keeps a colour, whoever else has come, and nobody has that of another", () => {
  const colours = playerColours([ANN, BOB, CHO]);
  assert.equal(new Set(colours.values()).size, 3);
  assert.deepEqual(
    [...playerColours([ANN, CHO])],
    [...colours].filter(([id]) => id !== BOB),
  );
  const alike = playerColours(Array.from({ length: 25 }, (_, i) => `00000${i}`));
  assert.equal(new Set([...alike.values()].slice(0, 10)).size, 10);
});

test("a tag is shown to those only whose names read like that of somebody else", () => {
  const people = [
    { player: ANN, name: "Anna" },
    { player: BOB, name: "Аnna" },
    { player: CHO, name: "Cho" },
    { player: CHO, name: "Cho" },
  ];
  const alike = namesakes(people);
  assert.deepEqual([...alike], [ANN, BOB]);
  assert.deepEqual(
    people.map((each) => labelOf(each, alike)),
    ["Anna #FKBV", "Аnna #0000", "Cho", "Cho"],
  );
  assert.equal(labelOf({ player: "bot-1", name: "Ada (bot)" }, new Set(["bot-1"])), "Ada (bot)");
});

test("a room tells its people apart: members, racers and those who have written and left", () => {
  const replica = new RoomReplica();
  const company = new Company(/** @type {any} */ ({ replica }));
  const members = [
    { id: ANN, name: "Anna" },
    { id: CHO, name: "Cho" },
  ];
  const room = { ...roomView(), members };
  replica.apply(welcome({ room }));
  replica.tellApart = (person) => company.labelOf(person);
  assert.deepEqual([replica.nameOf(ANN), replica.nameOf(CHO), replica.nameOf(BOB)], ["Anna", "Cho", "?"]);
  replica.apply({ t: "said", player: BOB, name: "ANNA", said_at: 1, text: "Hi" });
  assert.equal(replica.nameOf(ANN), "Anna #FKBV");
  assert.equal(company.labelOf(replica.chat[0]), "ANNA #0000");
  replica.apply({
    t: "room",
    room: { ...room, version: 2, members: [...members, { id: BOB, name: "Сho" }] },
  });
  assert.equal(replica.nameOf(CHO), "Cho #ZZZZ");
});

test("the names of a room are compared when one of them may have changed, not each time that one is shown", () => {
  const replica = new RoomReplica();
  const company = new Company(/** @type {any} */ ({ replica }));
  let reads = 0;
  const member = {
    id: ANN,
    get name() {
      reads++;
      return "Anna";
    },
  };
  replica.apply(welcome({ room: { ...roomView(), members: [member] } }));
  company.labelOf({ player: ANN, name: "Anna" });
  const before = reads;
  assert.ok(before > 0);
  company.labelOf({ player: ANN, name: "Anna" });
  assert.equal(reads, before);
  replica.apply({ t: "said", player: BOB, name: "ANNA", said_at: 1, text: "Hi" });
  company.labelOf({ player: ANN, name: "Anna" });
  assert.ok(reads > before);
});
