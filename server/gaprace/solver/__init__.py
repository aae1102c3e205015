"""The solver: hints, proofs and certificates. Pure, and built on the rules alone.

To read it from the bottom up, within half an hour:

- `encoding`, `moves`: a board as bytes, and what can be moved on it;
- `evaluation`, `gain`, `tables`: the value of a board, what a move changes in it, and the learnt numbers;
- `queue`, `visited`, `search`: best-first search, one move after the other, for what locks most;
- `lost_boards`, `loose_ends`: boards that are lost at sight, and those that are one to wins and proofs;
- `chains`, `blocks`: boards that need not be searched one by one; `cyclic_search`: wins; `enumeration`: proofs;
- `solve`: how these two decide a position; `lines`: what was found;
- `shuffle_chance`, `policy`: what a shuffle is worth, and where to make it;
- built on them: `hint`, `certificate`, `bot_levels` and `style`, `find_puzzles`;
- `features`, `win_model`, `chance`: the win probability;
- `greedy`: the move that looks best at once, without a search;
- `answers`: what it is asked and answers, which the server has without loading the search;
- `arrays`, `compiling`: tools. The programs that made the numbers are in `tools/training`.
"""
