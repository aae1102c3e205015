export default {
  decided: "The moderators have decided something about you.",
  readIt: "Read it",
  yourGroups: "Your groups",
  fromModerators: "From the moderators",
  currentCode: "Your current code",
  replaceCode: "Replace it",
  lostCode: "I've lost my code",
  lostCodeHelp:
    "Without your current code, a new one takes over after a week. Until then, you can withdraw it on any of your devices.",
  codeWaits: "A new recovery code takes over on {date}. Until then, your current code works.",
  firstCodeWaits:
    "This code signs you in right away. From {date}, using it also signs out all other devices.",
  withdrawCode: "Withdraw the code",
  codeWithdrawn: "The code has been withdrawn.",
  signOutAll: "Sign out other devices",
  signOutHelp:
    "All other browsers and programs will need your recovery code to sign in again. This browser stays signed in.",
  signedOutAll: "All other devices are signed out.",
  codeRequested: "Someone asked for a new recovery code for your account. It takes over on {date}.",
  wasMe: "That was me",
  signedOut: "You have been signed out of “{name}”. Your recovery code brings you back.",
  stayGuest: "Continue as a guest",
  signInAgain: "Enter the code",
};
