/** @type {{ [K in keyof typeof import("../en/mine.js").default]: string }} */
export default {
  myGroups: "Twoje grupy",
  groupSize: "{n} osoba|{n} osoby|{n} osób",
  someWait: "{n} czeka|{n} czekają|{n} czeka",
  waitsForOwner: "Czekasz, aż wpuści cię właściciel",
};
