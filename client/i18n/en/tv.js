export default {
  tvTitle: "TV",
  tvPast: "Recorded",
  tvNothing: "No race to show yet. One will start here by itself.",
  tvAbout: "About this race",
  tvQr: "QR code of the address to join",
  tvJoin: "Join or watch",
  tvRace: "Race now",
  fullScreen: "Full screen",
};
