/** @type {{ [K in keyof typeof import("../en/tv.js").default]: string }} */
export default {
  tvTitle: "TV",
  tvPast: "Aufzeichnung",
  tvNothing: "Noch gibt es kein Rennen zu sehen. Das nächste beginnt hier von selbst.",
  tvAbout: "Zu diesem Rennen",
  tvQr: "QR-Code zum Mitmachen",
  tvJoin: "Mitspielen oder zusehen",
  tvRace: "Jetzt mitspielen",
  fullScreen: "Vollbild",
};
