export default {
  chatEmpty: "No messages yet.",
  say: "Write a message",
  send: "Send",
  m_hello: "Hello",
  m_good_luck: "Good luck",
  m_well_played: "Well played",
  m_wow: "Wow",
  m_oops: "Oops",
  m_thinking: "Thinking…",
  m_thanks: "Thanks",
};
