export default {
  chatEmpty: "Nobody has said anything yet.",
  say: "Say something",
  send: "Send",
  m_hello: "Hello",
  m_good_luck: "Good luck",
  m_well_played: "Well played",
  m_wow: "Wow",
  m_oops: "Oops",
  m_thinking: "Thinking",
  m_thanks: "Thanks",
};
