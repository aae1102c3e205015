export default {
  cohost: "Co-host",
  sittingOut: "Not playing",
  makeCohost: "Make co-host",
  dropCohost: "Remove as co-host",
  sitOut: "Host without playing",
  sitOutHelp: "You stay host and watch.",
  takeSeat: "Take a seat",
  sitsOutHelp: "You watch the races like a spectator.",
  waitingFor: "Waiting for {names}",
};
