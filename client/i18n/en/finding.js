export default {
  finding: "Finding players",
  findingTitle: "Race now: {variant}",
  findingHelp:
    "The race starts when four players are here. Bots take the free seats in {n} second.|The race starts when four players are here. Bots take the free seats in {n} seconds.",
  findingEnd: "Bots take the free seats. Get ready!",
  freeSeat: "Free seat",
  leaveQueue: "Cancel",
};
