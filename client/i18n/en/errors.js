export default {
  reload: "Reload",
  e_not_found: "There is no such page: the link may be cut short.",
  e_game_over: "The game is over.",
  e_illegal_move: "This move is not possible.",
  e_not_stuck: "A shuffle is allowed only when no move is left.",
  e_no_shuffle_left: "No shuffle is left.",
  e_no_redeal: "This variant has no shuffle.",
  e_nothing_to_undo: "There is nothing to undo.",
  e_nothing_to_redo: "There is nothing to redo.",
  e_wrong_number: "The game has gone on elsewhere: here is how it stands.",
};
