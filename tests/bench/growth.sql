-- Very many games, see growth_data.py, which puts the sizes in and carries out the chains at once, each step by step.
-- Half of the games are of dailies: n counts them, a date after the other. The others are in races of four: m counts the races.
-- A table that is truncated in the transaction that fills it is not written to the log as well (wal_level = minimal).

CREATE TEMPORARY VIEW of_dailies AS
SELECT n, d.date, d.deal, d.at, 'D' || lpad(to_hex(n), 7, '0') AS room, substr(md5('r' || n), 1, 16) AS race,
  substr(md5('g' || n), 1, 16) AS game, 'p' || lpad((n % {players})::text, 7, '0') AS player,
  (n * 7 + n / 64) % {templates} AS template
FROM generate_series(0, {of_dailies} - 1) n JOIN bench_dates d ON d.day = n / {players};
CREATE TEMPORARY VIEW of_races AS
SELECT m, 'R' || lpad(to_hex(m / 5), 7, '0') AS room, substr(md5('s' || m), 1, 16) AS race,
  md5('d' || m) || md5('e' || m) AS deal, {first_at} + m * ({now} - {first_at}) / {races} AS at
FROM generate_series(0::bigint, {races} - 1) m;
CREATE TEMPORARY VIEW of_seats AS
SELECT o.*, seat, substr(md5('t' || (m * {seats} + seat)), 1, 16) AS game, (m * 5 + seat * 11) % {templates} AS template,
  'p' || lpad((((m * {seats} + seat) * 7919) % {players})::text, 7, '0') AS player
FROM of_races o CROSS JOIN generate_series(0, {seats} - 1) seat;

-- chain: games
-- step: games
TRUNCATE games;
INSERT INTO games (id, race, seat, player, ranked, hinted, won, locked, score, moves, shuffles, time_ms, reached_ms, given_up,
  transcript, last_board, shuffled_boards, packed, ended_at)
SELECT o.game, o.race, 0, o.player, true, false, t.won, t.locked, t.score, t.moves, t.shuffles, t.time_ms + n % 60000,
  t.reached_ms, t.given_up, CASE WHEN at >= {packed_until} THEN t.transcript END, CASE WHEN at >= {packed_until} THEN t.last_board END,
  CASE WHEN at >= {packed_until} THEN t.shuffled_boards END, CASE WHEN at < {packed_until} THEN t.packed END, at + 600000
FROM of_dailies o JOIN bench_templates t ON t.number = o.template;
INSERT INTO games (id, race, seat, player, ranked, hinted, won, locked, score, moves, shuffles, time_ms, reached_ms, given_up,
  transcript, last_board, shuffled_boards, packed, ended_at)
SELECT o.game, o.race, o.seat, o.player, true, false, t.won, t.locked, t.score, t.moves, t.shuffles, t.time_ms,
  t.reached_ms, t.given_up, CASE WHEN at >= {packed_until} THEN t.transcript END, CASE WHEN at >= {packed_until} THEN t.last_board END,
  CASE WHEN at >= {packed_until} THEN t.shuffled_boards END, CASE WHEN at < {packed_until} THEN t.packed END, at + 900000
FROM of_seats o JOIN bench_templates t ON t.number = o.template;

-- chain: everything else
-- step: players
INSERT INTO players (id, name, generation, recovery_hash, created_at)
SELECT 'p' || lpad(n::text, 7, '0'), 'Player ' || n, 1, md5('h' || n) || md5('i' || n), {now} - n
FROM generate_series(0, {players} - 1) n;
INSERT INTO ratings (player, variant, mu, sigma, races) SELECT id, 'addiction', 25, 2, 100 FROM players;

-- step: deals, rooms and races
INSERT INTO deals (id, variant, code, secret, origin, seeds)
SELECT deal, '{variant}', upper(substr(md5('c' || m), 1, 10)), decode(md5('k' || m) || md5('l' || m), 'hex'), 'drawn',
  decode(md5('a' || m) || md5('b' || m) || md5('f' || m) || md5('g' || m), 'hex')
FROM of_races;
TRUNCATE rooms;
INSERT INTO rooms (code, version, state, listed, touched_at, closed)
SELECT room, 3, '', false, at, true FROM of_dailies;
INSERT INTO rooms (code, version, state, listed, touched_at, closed)
SELECT room, 40, '', m % 2 = 0, at, true FROM of_races WHERE m % 5 = 0;
TRUNCATE races;
INSERT INTO races (id, room, number, deal, starts_at, ended_at)
SELECT race, room, 1, deal, at, at + 600000 FROM of_dailies;
INSERT INTO races (id, room, number, deal, starts_at, ends_at, ended_at)
SELECT race, room, m % 5 + 1, deal, at, at + 900000, at + 900000 FROM of_races;

-- step: places and scores of dailies
TRUNCATE attempts;
INSERT INTO attempts (date, variant, player, game) SELECT date, 'addiction', player, game FROM of_dailies;
TRUNCATE places;
INSERT INTO places (leaderboard, player, key, game)
SELECT 'daily/' || o.date || '/addiction', o.player, t.key + ((n % 60000)::bigint << 13), o.game
FROM of_dailies o JOIN bench_templates t ON t.number = o.template;
INSERT INTO place_counts (leaderboard, level, bucket, n)
SELECT leaderboard, level, key >> shift, count(*)
FROM places CROSS JOIN (VALUES (0, {shifts[0]}), (1, {shifts[1]})) levels(level, shift) GROUP BY 1, 2, 3;
TRUNCATE daily_scores;
INSERT INTO daily_scores (date, variant, player, game, score, performance, strength, error)
SELECT date, 'addiction', player, game, n % 9000, 1500, 1500, 60 FROM of_dailies;

-- step: histories of ratings
TRUNCATE rating_changes;
INSERT INTO rating_changes (race, player, variant, at, mu, sigma, races, opponents, strangers, days, last_day)
SELECT race, player, 'addiction', at + 900000, 25, 2, 100, 9, 9, 9, 20000 FROM of_seats;
