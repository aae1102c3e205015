export default {
  pushHelp: "On this device, even when the page is closed. Each kind is off until you turn it on.",
  push_challenges: "Challenges",
  pushHelp_challenges:
    "Your group is challenged, a challenge you haven't played ends soon, or a challenge is over.",
  push_starts: "Starts",
  pushHelp_starts:
    "An arena you registered for starts soon, the next round of your cup begins, or the race you were ready for starts without you.",
  push_streak: "Daily streak",
  pushHelp_streak:
    "Your streak is about to end and you haven't played today. Once a day at most, never at night.",
  pushOn: "Notifications are on.",
  pushTest: "Send a test",
  pushTestSent: "The test is on its way.",
  pushOthers: "Your other devices",
  pushRemove: "Turn off",
  pushDenied:
    "Your browser blocks notifications from this site. You can allow them in its settings for this site.",
  pushNone: "This server sends no notifications.",
  pushImpossible: "This browser can't show notifications here.",
  pushHomeScreen:
    "On an iPhone or iPad, add this site to the Home Screen first: Share, then “Add to Home Screen”.",
};
