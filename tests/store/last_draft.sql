-- The tables of the last draft, as its migrations made them. For SQLite, tests replace a few words.

CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    compatible_from VARCHAR(32),
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

INSERT INTO alembic_version VALUES ('0042', '0029');

CREATE TABLE banned_networks (
    decision VARCHAR(32) NOT NULL,
    network VARCHAR(32) NOT NULL,
    until BIGINT NOT NULL,
    CONSTRAINT pk_banned_networks PRIMARY KEY (decision, network)
);

CREATE INDEX ix_banned_networks_network ON banned_networks (network);

CREATE TABLE blocks (
    player VARCHAR(32) NOT NULL,
    blocked VARCHAR(32) NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_blocks PRIMARY KEY (player, blocked)
);

CREATE INDEX ix_blocks_blocked ON blocks (blocked);

CREATE TABLE certified_deals (
    variant VARCHAR(16) NOT NULL,
    code VARCHAR(16) NOT NULL,
    par INTEGER NOT NULL,
    harder_permille INTEGER NOT NULL,
    line TEXT NOT NULL,
    version INTEGER DEFAULT '1' NOT NULL,
    found_at BIGINT NOT NULL,
    taken_at BIGINT,
    CONSTRAINT pk_certified_deals PRIMARY KEY (variant, code)
);

CREATE INDEX ix_certified_deals_ready ON certified_deals (variant, found_at) WHERE taken_at IS NULL;

CREATE TABLE cursors (
    name VARCHAR(32) NOT NULL,
    position BIGINT NOT NULL,
    began_at BIGINT NOT NULL,
    CONSTRAINT pk_cursors PRIMARY KEY (name)
);

CREATE TABLE daily_secrets (
    date VARCHAR(10) NOT NULL,
    variant VARCHAR(16) NOT NULL,
    secret BYTEA NOT NULL,
    band VARCHAR(16),
    CONSTRAINT pk_daily_secrets PRIMARY KEY (date, variant)
);

CREATE TABLE deals (
    id VARCHAR(64) NOT NULL,
    variant TEXT NOT NULL,
    code VARCHAR(16) NOT NULL,
    secret BYTEA NOT NULL,
    origin VARCHAR(16),
    seeds BYTEA,
    CONSTRAINT pk_deals PRIMARY KEY (id)
);

CREATE TABLE decisions (
    id VARCHAR(32) NOT NULL,
    at BIGINT NOT NULL,
    moderator TEXT NOT NULL,
    action VARCHAR(16) NOT NULL,
    reason TEXT NOT NULL,
    player VARCHAR(32),
    game VARCHAR(32),
    room VARCHAR(16),
    "group" VARCHAR(16),
    storm VARCHAR(32),
    until BIGINT,
    detail TEXT NOT NULL,
    lifted_at BIGINT,
    read_at BIGINT,
    answer TEXT,
    answered_at BIGINT,
    CONSTRAINT pk_decisions PRIMARY KEY (id)
);

CREATE INDEX ix_decisions_at_id ON decisions (at, id);

CREATE INDEX ix_decisions_player_at ON decisions (player, at);

CREATE TABLE groups (
    code VARCHAR(16) NOT NULL,
    name TEXT NOT NULL,
    colour VARCHAR(16) NOT NULL,
    invitation VARCHAR(16) NOT NULL,
    private BOOLEAN NOT NULL,
    approval BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    room VARCHAR(16),
    name_fixed_until BIGINT,
    daily_variant VARCHAR(16),
    daily_zone VARCHAR(64) DEFAULT 'UTC' NOT NULL,
    daily_hour SMALLINT DEFAULT '0' NOT NULL,
    daily_due_at BIGINT,
    CONSTRAINT pk_groups PRIMARY KEY (code),
    CONSTRAINT uq_groups_invitation UNIQUE (invitation)
);

CREATE INDEX ix_groups_daily_due_at ON groups (daily_due_at);

CREATE TABLE muted_spectators (
    room VARCHAR(16) NOT NULL,
    player VARCHAR(32) NOT NULL,
    CONSTRAINT pk_muted_spectators PRIMARY KEY (room, player)
);

CREATE INDEX ix_muted_spectators_player ON muted_spectators (player);

CREATE TABLE passkeys (
    id VARCHAR(1400) NOT NULL,
    player VARCHAR(32) NOT NULL,
    generation INTEGER NOT NULL,
    public_key BYTEA NOT NULL,
    sign_count BIGINT NOT NULL,
    device VARCHAR(64) NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    CONSTRAINT pk_passkeys PRIMARY KEY (id)
);

CREATE INDEX ix_passkeys_player ON passkeys (player);

CREATE TABLE place_counts (
    leaderboard VARCHAR(48) NOT NULL,
    level SMALLINT NOT NULL,
    bucket BIGINT NOT NULL,
    n BIGINT NOT NULL,
    CONSTRAINT pk_place_counts PRIMARY KEY (leaderboard, level, bucket)
) WITHOUT ROWID;

CREATE TABLE players (
    id VARCHAR(32) NOT NULL,
    name TEXT NOT NULL,
    generation INTEGER NOT NULL,
    recovery_hash VARCHAR(64) NOT NULL,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT,
    next_recovery_hash VARCHAR(64),
    next_recovery_at BIGINT,
    program BOOLEAN DEFAULT false NOT NULL,
    suspended_until BIGINT,
    muted_until BIGINT,
    name_fixed_until BIGINT,
    CONSTRAINT pk_players PRIMARY KEY (id),
    CONSTRAINT uq_players_recovery_hash UNIQUE (recovery_hash)
);

CREATE INDEX ix_players_created_at ON players (created_at);

CREATE UNIQUE INDEX ix_players_next_recovery_hash ON players (next_recovery_hash) WHERE next_recovery_hash IS NOT NULL;

CREATE TABLE predictions (
    room VARCHAR(16) NOT NULL,
    number INTEGER NOT NULL,
    player VARCHAR(32) NOT NULL,
    pick VARCHAR(32) NOT NULL,
    worth INTEGER NOT NULL,
    at BIGINT NOT NULL,
    points INTEGER,
    CONSTRAINT pk_predictions PRIMARY KEY (room, number, player)
);

CREATE INDEX ix_predictions_player ON predictions (player);

CREATE TABLE push_events (
    id VARCHAR(32) NOT NULL,
    type VARCHAR(32) NOT NULL,
    subject VARCHAR(32) NOT NULL,
    due_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    players TEXT NOT NULL,
    CONSTRAINT pk_push_events PRIMARY KEY (id)
);

CREATE INDEX ix_push_events_due_at ON push_events (due_at);

CREATE TABLE push_messages (
    id VARCHAR(32) NOT NULL,
    subscription VARCHAR(32) NOT NULL,
    type VARCHAR(32) NOT NULL,
    subject VARCHAR(32) NOT NULL,
    due_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    owned_until BIGINT,
    CONSTRAINT pk_push_messages PRIMARY KEY (id)
);

CREATE INDEX ix_push_messages_due_at ON push_messages (due_at);

CREATE INDEX ix_push_messages_subscription ON push_messages (subscription);

CREATE TABLE push_subscriptions (
    id VARCHAR(32) NOT NULL,
    player VARCHAR(32) NOT NULL,
    session VARCHAR(32) NOT NULL,
    endpoint VARCHAR(1000) NOT NULL,
    p256dh BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    kinds TEXT NOT NULL,
    language VARCHAR(8) NOT NULL,
    zone VARCHAR(64) NOT NULL,
    site TEXT NOT NULL,
    vapid VARCHAR(100) NOT NULL,
    device VARCHAR(64) NOT NULL,
    created_at BIGINT NOT NULL,
    streak_at BIGINT,
    failing_since BIGINT,
    day INTEGER NOT NULL,
    sent INTEGER NOT NULL,
    CONSTRAINT pk_push_subscriptions PRIMARY KEY (id),
    CONSTRAINT uq_push_subscriptions_endpoint UNIQUE (endpoint),
    CONSTRAINT uq_push_subscriptions_session UNIQUE (session)
);

CREATE INDEX ix_push_subscriptions_player ON push_subscriptions (player);

CREATE INDEX ix_push_subscriptions_streak_at ON push_subscriptions (streak_at);

CREATE TABLE puzzles (
    id VARCHAR(32) NOT NULL,
    columns SMALLINT NOT NULL,
    board TEXT NOT NULL,
    line TEXT NOT NULL,
    proof BYTEA NOT NULL,
    boards INTEGER NOT NULL,
    made_at BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tries INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    lessons INTEGER NOT NULL,
    CONSTRAINT pk_puzzles PRIMARY KEY (id),
    CONSTRAINT uq_puzzles_board UNIQUE (board)
);

CREATE INDEX ix_puzzles_rating_id ON puzzles (rating, id);

CREATE INDEX ix_puzzles_untried ON puzzles (columns, rating) WHERE tries = 0;

CREATE TABLE recomputations (
    variant VARCHAR(16) NOT NULL,
    at BIGINT NOT NULL,
    race VARCHAR(32) NOT NULL,
    CONSTRAINT pk_recomputations PRIMARY KEY (variant)
);

CREATE TABLE reports (
    id VARCHAR(32) NOT NULL,
    at BIGINT NOT NULL,
    reporter VARCHAR(32) NOT NULL,
    player VARCHAR(32) NOT NULL,
    subject TEXT NOT NULL,
    reason VARCHAR(16) NOT NULL,
    note TEXT NOT NULL,
    name TEXT NOT NULL,
    game VARCHAR(32),
    room VARCHAR(16),
    line TEXT,
    "group" VARCHAR(16),
    seen BOOLEAN NOT NULL,
    decision VARCHAR(32),
    CONSTRAINT pk_reports PRIMARY KEY (id),
    CONSTRAINT uq_reports_reporter_player_subject UNIQUE (reporter, player, subject)
);

CREATE INDEX ix_reports_open ON reports (at) WHERE decision IS NULL;

CREATE INDEX ix_reports_player_at ON reports (player, at);

CREATE TABLE rooms (
    code VARCHAR(16) NOT NULL,
    version INTEGER NOT NULL,
    state BYTEA NOT NULL,
    listed BOOLEAN NOT NULL,
    touched_at BIGINT NOT NULL,
    closed BOOLEAN NOT NULL,
    CONSTRAINT pk_rooms PRIMARY KEY (code)
);

CREATE INDEX ix_rooms_ever_listed ON rooms (touched_at) WHERE listed;

CREATE INDEX ix_rooms_listed ON rooms (touched_at) WHERE listed AND NOT closed;

CREATE INDEX ix_rooms_open ON rooms (touched_at) WHERE NOT closed;

CREATE TABLE server_keys (
    name VARCHAR(32) NOT NULL,
    key BYTEA NOT NULL,
    CONSTRAINT pk_server_keys PRIMARY KEY (name)
);

CREATE TABLE sessions (
    id VARCHAR(32) NOT NULL,
    player VARCHAR(32) NOT NULL,
    generation INTEGER NOT NULL,
    began_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    device VARCHAR(64) NOT NULL,
    network VARCHAR(32) NOT NULL,
    ended_at BIGINT,
    CONSTRAINT pk_sessions PRIMARY KEY (id)
);

CREATE INDEX ix_sessions_player ON sessions (player);

CREATE INDEX ix_sessions_seen_at ON sessions (seen_at);

CREATE TABLE subjects (
    issuer VARCHAR(255) NOT NULL,
    subject VARCHAR(255) NOT NULL,
    player VARCHAR(32) NOT NULL,
    generation INTEGER,
    connected_at BIGINT NOT NULL,
    proven_at BIGINT NOT NULL,
    CONSTRAINT pk_subjects PRIMARY KEY (issuer, subject)
);

CREATE UNIQUE INDEX ix_subjects_player_issuer ON subjects (player, issuer);

CREATE TABLE voidings (
    decision VARCHAR(32) NOT NULL,
    player VARCHAR(32) NOT NULL,
    restores BOOLEAN NOT NULL,
    CONSTRAINT pk_voidings PRIMARY KEY (decision)
);

CREATE TABLE arenas (
    code VARCHAR(16) NOT NULL,
    name TEXT NOT NULL,
    player VARCHAR(32) NOT NULL,
    form VARCHAR(8) NOT NULL,
    variant VARCHAR(16) NOT NULL,
    made_at BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    round_ms INTEGER NOT NULL,
    rounds SMALLINT NOT NULL,
    "group" VARCHAR(16),
    listed BOOLEAN NOT NULL,
    teams SMALLINT NOT NULL,
    team_scores SMALLINT NOT NULL,
    repeat_days SMALLINT NOT NULL,
    zone VARCHAR(64) NOT NULL,
    round SMALLINT NOT NULL,
    settled SMALLINT NOT NULL,
    due_at BIGINT,
    ended_at BIGINT,
    next VARCHAR(16),
    last_round SMALLINT,
    fill_to SMALLINT DEFAULT '0' NOT NULL,
    bot_level SMALLINT DEFAULT '3' NOT NULL,
    CONSTRAINT pk_arenas PRIMARY KEY (code),
    CONSTRAINT fk_arenas_group_groups FOREIGN KEY("group") REFERENCES groups (code),
    CONSTRAINT fk_arenas_player_players FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_arenas_due ON arenas (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX ix_arenas_group_starts_at ON arenas ("group", starts_at);

CREATE INDEX ix_arenas_open ON arenas (listed, starts_at) WHERE ended_at IS NULL;

CREATE INDEX ix_arenas_player ON arenas (player);

CREATE TABLE challenges (
    code VARCHAR(16) NOT NULL,
    deal VARCHAR(64) NOT NULL,
    player VARCHAR(32) NOT NULL,
    made_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    places SMALLINT,
    ranked BOOLEAN NOT NULL,
    "group" VARCHAR(16),
    ended_at BIGINT,
    date VARCHAR(10),
    closes_at BIGINT,
    arena VARCHAR(16),
    round SMALLINT,
    CONSTRAINT pk_challenges PRIMARY KEY (code),
    CONSTRAINT fk_challenges_deal_deals FOREIGN KEY(deal) REFERENCES deals (id),
    CONSTRAINT fk_challenges_group_groups FOREIGN KEY("group") REFERENCES groups (code),
    CONSTRAINT fk_challenges_player_players FOREIGN KEY(player) REFERENCES players (id)
);

CREATE UNIQUE INDEX ix_challenges_arena_round ON challenges (arena, round);

CREATE INDEX ix_challenges_closing ON challenges (closes_at) WHERE ended_at IS NULL;

CREATE INDEX ix_challenges_deal ON challenges (deal);

CREATE UNIQUE INDEX ix_challenges_group_date ON challenges ("group", date);

CREATE INDEX ix_challenges_group_made_at ON challenges ("group", made_at);

CREATE INDEX ix_challenges_open ON challenges (ends_at) WHERE ended_at IS NULL;

CREATE INDEX ix_challenges_player ON challenges (player);

CREATE TABLE dailies (
    date VARCHAR(10) NOT NULL,
    variant VARCHAR(16) NOT NULL,
    deal VARCHAR(64) NOT NULL,
    par INTEGER,
    harder_permille INTEGER,
    line TEXT,
    version INTEGER,
    CONSTRAINT pk_dailies PRIMARY KEY (date, variant),
    CONSTRAINT fk_dailies_deal_deals FOREIGN KEY(deal) REFERENCES deals (id),
    CONSTRAINT uq_dailies_deal UNIQUE (deal)
);

CREATE TABLE group_members (
    "group" VARCHAR(16) NOT NULL,
    player VARCHAR(32) NOT NULL,
    role VARCHAR(16) NOT NULL,
    joined_at BIGINT NOT NULL,
    shows_presence BOOLEAN NOT NULL,
    seen_at BIGINT,
    CONSTRAINT pk_group_members PRIMARY KEY ("group", player),
    CONSTRAINT fk_group_members_group_groups FOREIGN KEY("group") REFERENCES groups (code),
    CONSTRAINT fk_group_members_player_players FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_group_members_player ON group_members (player);

CREATE TABLE group_scores (
    "group" VARCHAR(16) NOT NULL,
    daily VARCHAR(16) NOT NULL,
    date VARCHAR(10) NOT NULL,
    version INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    scores BYTEA,
    CONSTRAINT pk_group_scores PRIMARY KEY ("group", daily, date),
    CONSTRAINT fk_group_scores_group_groups FOREIGN KEY("group") REFERENCES groups (code)
);

CREATE INDEX ix_group_scores_unscored ON group_scores (date) WHERE scored != version;

CREATE TABLE player_figures (
    player VARCHAR(32) NOT NULL,
    ended_at BIGINT NOT NULL,
    game VARCHAR(32) NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    score BIGINT NOT NULL,
    time_ms BIGINT NOT NULL,
    figures BYTEA NOT NULL,
    CONSTRAINT pk_player_figures PRIMARY KEY (player),
    CONSTRAINT fk_player_figures_player_players FOREIGN KEY(player) REFERENCES players (id)
);

CREATE TABLE puzzle_days (
    date VARCHAR(10) NOT NULL,
    puzzle VARCHAR(32) NOT NULL,
    CONSTRAINT pk_puzzle_days PRIMARY KEY (date),
    CONSTRAINT fk_puzzle_days_puzzle_puzzles FOREIGN KEY(puzzle) REFERENCES puzzles (id),
    CONSTRAINT uq_puzzle_days_puzzle UNIQUE (puzzle)
);

CREATE TABLE puzzle_players (
    player VARCHAR(32) NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tries INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    asked_at BIGINT,
    owned_until BIGINT,
    CONSTRAINT pk_puzzle_players PRIMARY KEY (player),
    CONSTRAINT fk_puzzle_players_player_players FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_puzzle_players_asked_at ON puzzle_players (asked_at) WHERE asked_at IS NOT NULL;

CREATE TABLE puzzle_tries (
    player VARCHAR(32) NOT NULL,
    puzzle VARCHAR(32) NOT NULL,
    kind VARCHAR(16) NOT NULL,
    begun_at BIGINT NOT NULL,
    found TEXT NOT NULL,
    wrong VARCHAR(16) NOT NULL,
    state VARCHAR(16) NOT NULL,
    ended_at BIGINT,
    rating_after DOUBLE PRECISION,
    change DOUBLE PRECISION,
    CONSTRAINT pk_puzzle_tries PRIMARY KEY (player, puzzle),
    CONSTRAINT fk_puzzle_tries_player_players FOREIGN KEY(player) REFERENCES players (id),
    CONSTRAINT fk_puzzle_tries_puzzle_puzzles FOREIGN KEY(puzzle) REFERENCES puzzles (id)
);

CREATE INDEX ix_puzzle_tries_open ON puzzle_tries (player) WHERE state = 'open' AND kind = 'next';

CREATE TABLE races (
    id VARCHAR(32) NOT NULL,
    room VARCHAR(16) NOT NULL,
    number INTEGER NOT NULL,
    deal VARCHAR(64) NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT,
    ended_at BIGINT,
    challenge VARCHAR(16),
    team_scores SMALLINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_races PRIMARY KEY (id),
    CONSTRAINT fk_races_deal_deals FOREIGN KEY(deal) REFERENCES deals (id),
    CONSTRAINT fk_races_room_rooms FOREIGN KEY(room) REFERENCES rooms (code),
    CONSTRAINT uq_races_room_number UNIQUE (room, number)
);

CREATE INDEX ix_races_deal ON races (deal);

CREATE INDEX ix_races_open ON races (room) WHERE ended_at IS NULL;

CREATE TABLE ratings (
    player VARCHAR(32) NOT NULL,
    variant VARCHAR(16) NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    races INTEGER NOT NULL,
    opponents INTEGER DEFAULT '0' NOT NULL,
    strangers INTEGER DEFAULT '0' NOT NULL,
    days INTEGER DEFAULT '0' NOT NULL,
    last_day INTEGER DEFAULT '-1' NOT NULL,
    CONSTRAINT pk_ratings PRIMARY KEY (player, variant),
    CONSTRAINT fk_ratings_player_players FOREIGN KEY(player) REFERENCES players (id)
);

CREATE TABLE series (
    id VARCHAR(32) NOT NULL,
    room VARCHAR(16) NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    best_of SMALLINT NOT NULL,
    ended_at BIGINT NOT NULL,
    "group" VARCHAR(16),
    CONSTRAINT pk_series PRIMARY KEY (id),
    CONSTRAINT fk_series_room_rooms FOREIGN KEY(room) REFERENCES rooms (code),
    CONSTRAINT uq_series_room_last UNIQUE (room, last)
);

CREATE INDEX ix_series_group_ended_at ON series ("group", ended_at);

CREATE TABLE storm_bests (
    period VARCHAR(10) NOT NULL,
    player VARCHAR(32) NOT NULL,
    score INTEGER NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_storm_bests PRIMARY KEY (period, player),
    CONSTRAINT fk_storm_bests_player_players FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_storm_bests_period_score_at_player ON storm_bests (period, score, at, player);

CREATE INDEX ix_storm_bests_player ON storm_bests (player);

CREATE TABLE storm_puzzles (
    sequence VARCHAR(32) NOT NULL,
    position SMALLINT NOT NULL,
    puzzle VARCHAR(32) NOT NULL,
    CONSTRAINT pk_storm_puzzles PRIMARY KEY (sequence, position),
    CONSTRAINT fk_storm_puzzles_puzzle_puzzles FOREIGN KEY(puzzle) REFERENCES puzzles (id)
);

CREATE TABLE storms (
    id VARCHAR(32) NOT NULL,
    player VARCHAR(32) NOT NULL,
    begun_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    puzzle VARCHAR(32) NOT NULL,
    found TEXT NOT NULL,
    n INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    sequence VARCHAR(32) DEFAULT '' NOT NULL,
    log TEXT DEFAULT '' NOT NULL,
    flags TEXT,
    cleared_by TEXT,
    voided_by VARCHAR(32),
    CONSTRAINT pk_storms PRIMARY KEY (id),
    CONSTRAINT fk_storms_player_players FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_storms_due ON storms (ends_at) WHERE flags IS NULL;

CREATE INDEX ix_storms_flagged ON storms (begun_at) WHERE flags != '';

CREATE INDEX ix_storms_player_begun_at ON storms (player, begun_at);

CREATE UNIQUE INDEX ix_storms_sequence_player ON storms (sequence, player);

CREATE INDEX ix_storms_void ON storms (voided_by) WHERE voided_by IS NOT NULL;

CREATE TABLE webhooks (
    id VARCHAR(32) NOT NULL,
    "group" VARCHAR(16),
    url TEXT NOT NULL,
    kind VARCHAR(16) NOT NULL,
    language VARCHAR(8) NOT NULL,
    events TEXT NOT NULL,
    secret BYTEA NOT NULL,
    old_secret BYTEA NOT NULL,
    old_secret_until BIGINT NOT NULL,
    site TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    paused VARCHAR(16) NOT NULL,
    failures INTEGER NOT NULL,
    failing_since BIGINT,
    failure VARCHAR(32) NOT NULL,
    delivered_at BIGINT,
    rests_until BIGINT NOT NULL,
    owned_until BIGINT,
    CONSTRAINT pk_webhooks PRIMARY KEY (id),
    CONSTRAINT fk_webhooks_group_groups FOREIGN KEY("group") REFERENCES groups (code)
);

CREATE INDEX ix_webhooks_group ON webhooks ("group");

CREATE INDEX ix_webhooks_next_at ON webhooks (next_at);

CREATE TABLE arena_players (
    arena VARCHAR(16) NOT NULL,
    player VARCHAR(32) NOT NULL,
    at BIGINT NOT NULL,
    team SMALLINT NOT NULL,
    out_after SMALLINT,
    CONSTRAINT pk_arena_players PRIMARY KEY (arena, player),
    CONSTRAINT fk_arena_players_arena_arenas FOREIGN KEY(arena) REFERENCES arenas (code),
    CONSTRAINT fk_arena_players_player_players FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_arena_players_player ON arena_players (player);

CREATE TABLE arena_roles (
    arena VARCHAR(16) NOT NULL,
    player VARCHAR(32) NOT NULL,
    role VARCHAR(8) NOT NULL,
    CONSTRAINT pk_arena_roles PRIMARY KEY (arena, player),
    CONSTRAINT fk_arena_roles_arena_arenas FOREIGN KEY(arena) REFERENCES arenas (code),
    CONSTRAINT fk_arena_roles_player_players FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_arena_roles_player ON arena_roles (player);

CREATE TABLE closings (
    date VARCHAR(10) NOT NULL,
    variant VARCHAR(16) NOT NULL,
    version INTEGER NOT NULL,
    cursor VARCHAR(32) NOT NULL,
    done BOOLEAN NOT NULL,
    owned_until BIGINT,
    games INTEGER,
    difficulty DOUBLE PRECISION,
    error DOUBLE PRECISION,
    CONSTRAINT pk_closings PRIMARY KEY (date, variant),
    CONSTRAINT fk_closings_date_variant_dailies FOREIGN KEY(date, variant) REFERENCES dailies (date, variant)
);

CREATE INDEX ix_closings_open ON closings (variant, date) WHERE NOT done;

CREATE TABLE games (
    id VARCHAR(32) NOT NULL,
    race VARCHAR(32) NOT NULL,
    seat SMALLINT NOT NULL,
    player VARCHAR(32) NOT NULL,
    ranked BOOLEAN NOT NULL,
    hinted BOOLEAN NOT NULL,
    won BOOLEAN,
    locked SMALLINT,
    score SMALLINT,
    moves INTEGER,
    shuffles SMALLINT,
    time_ms BIGINT,
    reached_ms BIGINT,
    transcript TEXT,
    ended_at BIGINT,
    among_programs BOOLEAN DEFAULT false NOT NULL,
    last_board TEXT,
    shuffled_boards TEXT,
    voided_by VARCHAR(32),
    team SMALLINT DEFAULT '0' NOT NULL,
    packed BYTEA,
    waits_ms INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_games PRIMARY KEY (id),
    CONSTRAINT fk_games_player_players FOREIGN KEY(player) REFERENCES players (id),
    CONSTRAINT fk_games_race_races FOREIGN KEY(race) REFERENCES races (id),
    CONSTRAINT uq_games_race_player UNIQUE (race, player),
    CONSTRAINT uq_games_race_seat UNIQUE (race, seat)
);

CREATE INDEX ix_games_of_player ON games (player, ended_at, id, race, ranked, won, locked, score, time_ms, moves, reached_ms, voided_by);

CREATE INDEX ix_games_unpacked ON games (ended_at) WHERE transcript IS NOT NULL;

CREATE INDEX ix_games_void ON games (voided_by) WHERE voided_by IS NOT NULL;

CREATE TABLE letters (
    id VARCHAR(40) NOT NULL,
    webhook VARCHAR(32) NOT NULL,
    type VARCHAR(32) NOT NULL,
    subject VARCHAR(32) NOT NULL,
    at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    failure VARCHAR(32) NOT NULL,
    is_dead BOOLEAN NOT NULL,
    CONSTRAINT pk_letters PRIMARY KEY (id),
    CONSTRAINT fk_letters_webhook_webhooks FOREIGN KEY(webhook) REFERENCES webhooks (id)
);

CREATE INDEX ix_letters_due ON letters (due_at, webhook) WHERE NOT is_dead;

CREATE INDEX ix_letters_webhook_at ON letters (webhook, at);

CREATE TABLE rating_changes (
    race VARCHAR(32) NOT NULL,
    player VARCHAR(32) NOT NULL,
    variant VARCHAR(16) NOT NULL,
    at BIGINT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    races INTEGER NOT NULL,
    opponents INTEGER DEFAULT '0' NOT NULL,
    strangers INTEGER DEFAULT '0' NOT NULL,
    days INTEGER DEFAULT '0' NOT NULL,
    last_day INTEGER DEFAULT '-1' NOT NULL,
    CONSTRAINT pk_rating_changes PRIMARY KEY (race, player),
    CONSTRAINT fk_rating_changes_player_players FOREIGN KEY(player) REFERENCES players (id),
    CONSTRAINT fk_rating_changes_race_races FOREIGN KEY(race) REFERENCES races (id)
);

CREATE INDEX ix_rating_changes_player_variant_at_race ON rating_changes (player, variant, at, race);

CREATE INDEX ix_rating_changes_variant_at_race ON rating_changes (variant, at, race);

CREATE TABLE actions (
    game VARCHAR(32) NOT NULL,
    n INTEGER NOT NULL,
    action VARCHAR(16) NOT NULL,
    ms BIGINT NOT NULL,
    CONSTRAINT pk_actions PRIMARY KEY (game, n),
    CONSTRAINT fk_actions_game_games FOREIGN KEY(game) REFERENCES games (id)
) WITHOUT ROWID;

CREATE TABLE analyses (
    game VARCHAR(32) NOT NULL,
    turn_at BIGINT NOT NULL,
    share VARCHAR(16),
    searched_ms INTEGER DEFAULT '0' NOT NULL,
    owner VARCHAR(32),
    owned_until BIGINT,
    findings BYTEA NOT NULL,
    done BOOLEAN NOT NULL,
    accuracy SMALLINT,
    CONSTRAINT pk_analyses PRIMARY KEY (game),
    CONSTRAINT fk_analyses_game_games FOREIGN KEY(game) REFERENCES games (id)
);

CREATE INDEX ix_analyses_open ON analyses (turn_at) WHERE NOT done;

CREATE TABLE attempts (
    date VARCHAR(10) NOT NULL,
    variant VARCHAR(16) NOT NULL,
    player VARCHAR(32) NOT NULL,
    game VARCHAR(32) NOT NULL,
    CONSTRAINT pk_attempts PRIMARY KEY (date, variant, player),
    CONSTRAINT fk_attempts_date_variant_dailies FOREIGN KEY(date, variant) REFERENCES dailies (date, variant),
    CONSTRAINT fk_attempts_game_games FOREIGN KEY(game) REFERENCES games (id),
    CONSTRAINT fk_attempts_player_players FOREIGN KEY(player) REFERENCES players (id),
    CONSTRAINT uq_attempts_game UNIQUE (game)
);

CREATE INDEX ix_attempts_player_variant_date_game ON attempts (player, variant, date, game);

CREATE TABLE challenge_players (
    challenge VARCHAR(16) NOT NULL,
    player VARCHAR(32) NOT NULL,
    at BIGINT NOT NULL,
    game VARCHAR(32),
    CONSTRAINT pk_challenge_players PRIMARY KEY (challenge, player),
    CONSTRAINT fk_challenge_players_challenge_challenges FOREIGN KEY(challenge) REFERENCES challenges (code),
    CONSTRAINT fk_challenge_players_game_games FOREIGN KEY(game) REFERENCES games (id),
    CONSTRAINT fk_challenge_players_player_players FOREIGN KEY(player) REFERENCES players (id)
);

CREATE INDEX ix_challenge_players_game ON challenge_players (game);

CREATE INDEX ix_challenge_players_player ON challenge_players (player);

CREATE TABLE daily_scores (
    date VARCHAR(10) NOT NULL,
    variant VARCHAR(16) NOT NULL,
    player VARCHAR(32) NOT NULL,
    game VARCHAR(32) NOT NULL,
    score INTEGER NOT NULL,
    performance DOUBLE PRECISION NOT NULL,
    strength DOUBLE PRECISION NOT NULL,
    error DOUBLE PRECISION NOT NULL,
    CONSTRAINT pk_daily_scores PRIMARY KEY (date, variant, player),
    CONSTRAINT fk_daily_scores_date_variant_dailies FOREIGN KEY(date, variant) REFERENCES dailies (date, variant),
    CONSTRAINT fk_daily_scores_game_games FOREIGN KEY(game) REFERENCES games (id),
    CONSTRAINT fk_daily_scores_player_players FOREIGN KEY(player) REFERENCES players (id)
) WITHOUT ROWID;

CREATE INDEX ix_daily_scores_game ON daily_scores (game);

CREATE INDEX ix_daily_scores_player_variant_date ON daily_scores (player, variant, date);

CREATE TABLE examinations (
    game VARCHAR(32) NOT NULL,
    leaderboard VARCHAR(48) NOT NULL,
    asked_at BIGINT NOT NULL,
    owned_until BIGINT,
    flags BYTEA NOT NULL,
    done BOOLEAN NOT NULL,
    flagged BOOLEAN NOT NULL,
    cleared_by TEXT,
    cleared_at BIGINT,
    CONSTRAINT pk_examinations PRIMARY KEY (game),
    CONSTRAINT fk_examinations_game_games FOREIGN KEY(game) REFERENCES games (id)
);

CREATE INDEX ix_examinations_flagged ON examinations (leaderboard, asked_at) WHERE flagged;

CREATE INDEX ix_examinations_open ON examinations (asked_at, game) WHERE NOT done;

CREATE TABLE places (
    leaderboard VARCHAR(48) NOT NULL,
    player VARCHAR(32) NOT NULL,
    key BIGINT NOT NULL,
    game VARCHAR(32) NOT NULL,
    CONSTRAINT pk_places PRIMARY KEY (leaderboard, player),
    CONSTRAINT fk_places_game_games FOREIGN KEY(game) REFERENCES games (id),
    CONSTRAINT fk_places_player_players FOREIGN KEY(player) REFERENCES players (id)
) WITHOUT ROWID;

CREATE INDEX ix_places_game ON places (game);

CREATE INDEX ix_places_leaderboard_key_player ON places (leaderboard, key, player);

CREATE INDEX ix_places_player ON places (player);

CREATE TABLE puzzle_games (
    game VARCHAR(32) NOT NULL,
    CONSTRAINT pk_puzzle_games PRIMARY KEY (game),
    CONSTRAINT fk_puzzle_games_game_games FOREIGN KEY(game) REFERENCES games (id)
);

CREATE TABLE puzzle_mistakes (
    player VARCHAR(32) NOT NULL,
    puzzle VARCHAR(32) NOT NULL,
    game VARCHAR(32) NOT NULL,
    at BIGINT NOT NULL,
    played VARCHAR(16) NOT NULL,
    CONSTRAINT pk_puzzle_mistakes PRIMARY KEY (player, puzzle),
    CONSTRAINT fk_puzzle_mistakes_game_games FOREIGN KEY(game) REFERENCES games (id),
    CONSTRAINT fk_puzzle_mistakes_player_players FOREIGN KEY(player) REFERENCES players (id),
    CONSTRAINT fk_puzzle_mistakes_puzzle_puzzles FOREIGN KEY(puzzle) REFERENCES puzzles (id)
);
