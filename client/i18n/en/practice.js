export default {
  practiceTitle: "Practice",
  practiceRules: "Rules",
  practiceHelp: "Only in this browser. Works offline; results don't count.",
  youAreOffline: "You are offline. Here you can practise.",
  practiceBack: "Try that page again",
  practiceNewSure: "Give up this deal and start a new one?",
};
