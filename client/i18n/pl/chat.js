/** @type {{ [K in keyof typeof import("../en/chat.js").default]: string }} */
export default {
  chatEmpty: "Nie ma jeszcze wiadomości.",
  say: "Napisz wiadomość",
  send: "Wyślij",
  m_hello: "Cześć",
  m_good_luck: "Powodzenia",
  m_well_played: "Dobra gra",
  m_wow: "Wow",
  m_oops: "Ups",
  m_thinking: "Myślę…",
  m_thanks: "Dzięki",
};
