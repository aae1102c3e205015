export default {
  tvTitle: "TV",
  tvPast: "Recorded",
  tvNothing: "No race to show yet. The next one starts here by itself.",
  tvAbout: "About this race",
  tvQr: "QR code to join",
  tvJoin: "Join or watch",
  tvRace: "Race now",
  fullScreen: "Full screen",
};
