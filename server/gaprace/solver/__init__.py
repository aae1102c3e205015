"""The solver: hints, proofs and certificates. Pure, and built on the rules alone.

To read it from the bottom up, within half an hour:

- `encoding`, `moves`: a board as bytes, and the moves on it;
- `evaluation`, `gain`, `tables`: the value of a board, its change by a move, and the learnt numbers;
- `queue`, `visited`, `search`: best-first search, one move after the other, for what locks most;
- `lost_boards`, `loose_ends`: boards that are lost at sight, and those that are one to wins and proofs;
- `chains`, `blocks`: boards that need not be searched one by one; `cyclic_search`: wins; `enumeration`: proofs;
- `solve`: how these two decide a position; `lines`: the moves that were found;
- `shuffle_chance`, `policy`: the worth of a shuffle, and where to make it;
- built on them: `hint`, `certificate`, `bot_levels` and `style`, `find_puzzles`;
- `features`, `win_model`, `chance`: the win probability;
- `greedy`: the move that looks best at once, without a search;
- `answers`: its questions and answers, which the server has without loading the search;
- `arrays`, `compiling`: tools. The programs that made the numbers are in `tools/training`.
"""
