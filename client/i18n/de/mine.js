/** @type {{ [K in keyof typeof import("../en/mine.js").default]: string }} */
export default {
  myGroups: "Deine Gruppen",
  groupSize: "{n} Mitglied|{n} Mitglieder",
  someWait: "{n} wartet|{n} warten",
  waitsForOwner: "Du wartest darauf, aufgenommen zu werden",
};
