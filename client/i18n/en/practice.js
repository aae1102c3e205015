export default {
  practiceTitle: "Practice",
  practiceRules: "Rules",
  practiceHelp: "In this browser alone: it works without a network, and counts nowhere.",
  youAreOffline: "You are offline. Here you can practise.",
  practiceBack: "Try that page again",
  practiceNewSure: "Give up this deal and start a new one?",
};
