export default {
  reload: "Reload",
  e_not_found: "Page not found. The link may be incomplete.",
  e_game_over: "The game is over.",
  e_illegal_move: "That move is not allowed.",
  e_not_stuck: "You can shuffle only when no moves are left.",
  e_no_shuffle_left: "You have no shuffles left.",
  e_no_redeal: "This variant has no shuffles.",
  e_nothing_to_undo: "There is nothing to undo.",
  e_nothing_to_redo: "There is nothing to redo.",
  e_history_lost: "The server has lost the latest moves. Play goes on from those that it still has.",
  e_wrong_number: "This game went on in another tab. Your board is now up to date.",
};
