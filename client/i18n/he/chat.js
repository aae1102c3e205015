/** @type {{ [K in keyof typeof import("../en/chat.js").default]: string }} */
export default {
  chatEmpty: "אין עדיין הודעות.",
  say: "כתבו הודעה",
  send: "שליחה",
  m_hello: "שלום",
  m_good_luck: "בהצלחה",
  m_well_played: "משחק יפה",
  m_wow: "וואו",
  m_oops: "אופס",
  m_thinking: "חושבים…",
  m_thanks: "תודה",
};
