/** @type {{ [K in keyof typeof import("../en/chat.js").default]: string }} */
export default {
  chatEmpty: "Noch keine Nachrichten.",
  say: "Nachricht schreiben",
  send: "Senden",
  m_hello: "Hallo",
  m_good_luck: "Viel Glück",
  m_well_played: "Gut gespielt",
  m_wow: "Wow",
  m_oops: "Hoppla",
  m_thinking: "Ich überlege …",
  m_thanks: "Danke",
};
