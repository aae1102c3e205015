// What crosses the wire, made from server/gaprace/wire/ and the tables of
// server/gaprace/web/api/ by `python -m tests.client.wire_types`.
// A field that may be missing has its default there.
// All modules know these types as those of `wire`.
export as namespace wire;

export type Command = Hello | Ready | Seed | SetSettings | Start | Act | Hint | Say | React | AddBot | ChooseTeam | BalanceTeams | Kick | Mute | Cohost | SitOut | Rematch | Leave | Ping;
export type Event = Welcome | Room | Present | Starting | Started | Acted | Progress | Snapshot | Hinted | Refused | Notice | Finished | Said | Audience | Chances | Pong | Bye;

export type AccuracyPoint = {
  game: string;
  ended_at: number;
  accuracy: number;
};

export type Achievement = {
  name: "first_win" | "giant" | "no_shuffle" | "streak_30" | "streak_7";
  reached_at: number;
  game: string;
};

export type Act = {
  t: "act";
  game: string;
  n: number;
  action: string;
};

export type Acted = {
  t: "acted";
  game: string;
  n: number;
  action: string;
  ms: number;
  checksum?: number | null;
  board?: string | null;
};

export type AddBot = {
  t: "addbot";
  level: number;
};

export type Analysis = {
  game: string;
  state: "done" | "none" | "running" | "waiting";
  judged?: number;
  positions?: number;
  verdicts?: ("unknown" | "unwinnable" | "winnable")[];
  losses?: Loss[];
  chances?: number[];
  accuracy?: number | null;
  costs?: CostlyAction[];
};

export type Answer = {
  text: string;
};

export type Arena = {
  code: string;
  name: string;
  form: "arena" | "cup";
  phase: "before" | "ended" | "running";
  variant: string;
  starts_at: number;
  minutes: number;
  rounds: number;
  players: number;
  entered: boolean;
  player: string;
  organiser: string;
  made_at: number;
  listed: boolean;
  teams?: number;
  repeat_days?: number;
  fill_to?: number;
  bot_level?: number;
  bots?: number;
  ends_at?: number | null;
  ended_at?: number | null;
  next_at?: number | null;
  next?: string | null;
  group?: string | null;
  group_name?: string | null;
  round?: CurrentRound | null;
  begun?: ArenaRound[];
  table?: ArenaRow[];
  table_next?: string | null;
  mine?: ArenaRow | null;
  team_table?: ArenaTeamRow[];
  may?: "" | "host" | "lead";
  cohosts?: NamedPlayer[];
  removed?: NamedPlayer[];
};

export type ArenaChange = {
  name?: string | null;
  starts_at?: number | null;
  minutes?: number | null;
  rounds?: number | null;
};

export type ArenaList = {
  arenas: ArenaSummary[];
};

export type ArenaRoleChange = {
  role: "cohost" | "player" | "removed";
};

export type ArenaRound = {
  number: number;
  race: string;
  starts_at: number;
  ends_at: number;
  games: number;
  ended_at?: number | null;
};

export type ArenaRow = {
  player: string;
  name: string;
  rank: number;
  points: number;
  rounds: number;
  best: number;
  team?: number;
  out_after?: number | null;
  bot?: boolean;
};

export type ArenaSummary = {
  code: string;
  name: string;
  form: "arena" | "cup";
  phase: "before" | "ended" | "running";
  variant: string;
  starts_at: number;
  minutes: number;
  rounds: number;
  players: number;
  entered: boolean;
};

export type ArenaTable = {
  items: ArenaRow[];
  next?: string | null;
};

export type ArenaTeamRow = {
  team: number;
  rank: number;
  points: number;
  players: number;
  count: number;
  counted: NamedPlayer[];
};

export type Attempt = {
  game: string;
  room: string;
  ended: boolean;
};

export type Audience = {
  t: "audience";
  lines?: Said[];
  reactions?: { [key: string]: number };
};

export type BackupFile = {
  name: string;
  bytes: number;
  made_at: number;
};

export type Balance = {
  variant: string;
  races: number;
  wins: number;
  losses: number;
  mean_imps: number;
};

export type BalanceTeams = {
  t: "balance";
};

export type BlockList = {
  players: BlockedPlayer[];
};

export type BlockedPlayer = {
  id: string;
  name: string;
  at: number;
};

export type Bye = {
  t: "bye";
  code: string;
  message: string;
  retry: boolean;
  retry_after_s?: number | null;
};

export type CalendarDay = {
  date: string;
  variant: string;
  game: string;
  won: boolean;
  score: number;
};

export type Certificate = {
  par: number;
  harder_permille: number;
  line?: string | null;
  version?: number;
};

export type Challenge = {
  code: string;
  player: string;
  name: string;
  variant: VariantChoice;
  commitment: string;
  made_at: number;
  ends_at: number;
  ranked: boolean;
  players: ChallengePlayer[];
  order?: "daily" | "duplicate" | "race";
  places?: number | null;
  group?: string | null;
  group_name?: string | null;
  date?: string | null;
  arena?: string | null;
  daily?: DailyName | null;
  certificate?: Certificate | null;
  ended_at?: number | null;
  mine?: "done" | "plays" | "waits" | null;
  room?: string | null;
  game?: string | null;
  target?: ChallengeGame | null;
  results?: ChallengeGame[];
};

export type ChallengeGame = {
  won: boolean;
  locked: number;
  score: number;
  time_ms: number;
  moves: number;
  reached_ms: number;
  shuffles: number;
  given_up?: boolean;
  player: string;
  name: string;
  rank: number;
  imps?: number | null;
  game?: string | null;
};

export type ChallengeList = {
  challenges: Challenge[];
};

export type ChallengePlayer = {
  player: string;
  name: string;
  state: "done" | "plays" | "waits";
};

export type Chances = {
  t: "chances";
  race: string;
  games: GameChance[];
};

export type ChangeRole = {
  role: "co_owner" | "member" | "owner" | "pending" | "removed";
};

export type ChooseTeam = {
  t: "team";
  team: number;
  player?: string;
};

export type Circle = {
  rows: LeaderboardRow[];
  size: number;
  absent?: NamedPlayer[];
  group?: string | null;
  name?: string;
};

export type Cohost = {
  t: "cohost";
  player: string;
  cohost?: boolean;
};

export type Commitment = {
  date: string;
  variant: string;
  commitment: string;
  band?: string | null;
};

export type Commitments = {
  commitments: Commitment[];
};

export type ConnectedAccount = {
  label: string;
  connected_at?: number | null;
  is_own?: boolean;
};

export type CostlyAction = {
  n: number;
  points: number;
  line: string[];
  wins: boolean;
  needed?: string | null;
  later?: number;
};

export type CurrentRound = {
  number: number;
  ends_at: number;
  playing: number;
  done: number;
  mine?: "done" | "plays" | "waits" | null;
  room?: string | null;
};

export type Daily = {
  date: string;
  variant: string;
  commitment: string;
  opens_at: number;
  closes_at: number;
  reveals_at: number;
  played: number;
  attempt?: Attempt | null;
  certificate?: Certificate | null;
  code?: string | null;
  secret?: string | null;
  candidate?: number | null;
  band?: string | null;
  field?: DailyField | null;
};

export type DailyField = {
  games: number;
  difficulty: number;
  error: number;
};

export type DailyList = {
  date: string;
  dailies: Daily[];
  until?: number | null;
  streak?: Streak | null;
};

export type DailyName = {
  date: string;
  variant: string;
};

export type DeadLetter = {
  id: string;
  type: "challenge.ended" | "challenge.made" | "daily.digest" | "daily.opened" | "race.finished" | "room.opened" | "webhook.test";
  at: number;
  attempts: number;
  failure: string;
};

export type Decision = {
  id: string;
  at: number;
  moderator: string;
  action: "announce" | "ban" | "ban_address" | "close_room" | "dismiss" | "erase" | "lift" | "mute" | "rename" | "rename_group" | "sign_out" | "suspend" | "void" | "warn";
  reason: string;
  player?: string | null;
  name?: string;
  game?: string | null;
  room?: string | null;
  group?: string | null;
  until?: number | null;
  detail?: string;
  lifted_at?: number | null;
  read_at?: number | null;
  answer?: string | null;
  answered_at?: number | null;
};

export type DecisionList = {
  items: Decision[];
  next?: string | null;
};

export type DeleteGroup = {
  name: string;
};

export type DeleteMe = {
  name: string;
};

export type DeviceCode = {
  code: string;
  link: string;
  qr: string;
  ends_at: number;
};

export type EnterArena = {
  team?: number;
};

export type EventRoom = {
  code: string;
  kind: "challenge" | "daily" | "group_daily" | "round";
  ranked: boolean;
  ends_at: number;
  practice?: boolean;
  label?: string;
  parent?: string;
};

export type ExaminedFlag = {
  rule: string;
  message: string;
  values: { [key: string]: number };
  other?: string;
};

export type ExploredMove = {
  move: string;
  win: number | null;
};

export type ExploredPosition = {
  board: string;
  shuffles_left: number;
  win: number | null;
  line: string[];
  moves: ExploredMove[];
};

export type Export = {
  exported_at: number;
  player: { [key: string]: unknown };
  records: { [key: string]: unknown };
  games: { [key: string]: unknown }[];
};

export type Finished = {
  t: "finished";
  race: string;
  standings: Standing[];
  reveal?: Reveal | null;
};

export type FinishedGame = {
  won: boolean;
  locked: number;
  score: number;
  time_ms: number;
  moves: number;
  reached_ms: number;
  shuffles: number;
  given_up?: boolean;
  player: string;
  name: string;
  id: string;
  ranked: boolean;
  ended_at: number;
  replay: Replay;
  void?: boolean;
  race?: string | null;
  room?: string | null;
  rank?: number | null;
  players?: number;
  code?: string | null;
  daily?: DailyName | null;
  challenge?: string | null;
  record?: Record | null;
  revealed_at?: number | null;
  flags?: ExaminedFlag[];
  cleared?: boolean;
};

export type FlaggedResult = {
  player: string;
  name: string;
  game: GameEvidence;
  left_out: boolean;
};

export type FlaggedRow = {
  locked: number;
  moves: number;
  reached_ms: number;
  shuffles: number;
  given_up?: boolean;
  won: boolean;
  score: number;
  time_ms: number;
  player: string;
  name: string;
  rules: string[];
  game?: string | null;
};

export type Form = {
  variant: string;
  points: FormPoint[];
};

export type FormPoint = {
  date: string;
  strength: number;
  error: number;
  duplicate: number;
  performance: number;
  game: string;
};

export type Friend = {
  player: string;
  name: string;
  at: number;
  friend?: boolean;
  doing?: "about" | "daily" | "racing" | null;
  room?: string | null;
  invites_to?: string | null;
};

export type FriendList = {
  friends: Friend[];
  shows_me: boolean;
};

export type FriendNews = {
  player: string;
  name: string;
  kind: "best" | "challenge" | "daily";
  variant: string;
  time_ms?: number | null;
  challenge?: string | null;
};

export type FriendNewsList = {
  news: FriendNews[];
};

export type GameChance = {
  game: string;
  n: number;
  win: number;
  unwinnable?: boolean;
};

export type GameEvidence = {
  won: boolean;
  locked: number;
  score: number;
  time_ms: number;
  moves: number;
  reached_ms: number;
  shuffles: number;
  given_up?: boolean;
  id: string;
  ended_at: number;
  ms_per_action: number;
  fastest_ten_ms?: number | null;
  ranked?: boolean;
  void?: boolean;
  daily?: string | null;
  flags?: ExaminedFlag[];
  cleared_by?: string | null;
};

export type GameView = {
  game: string;
  n: number;
  locked: number;
  moves: number;
  shuffles: number;
  reached_ms?: number;
  ended?: boolean;
  won?: boolean;
  given_up?: boolean;
  player: string;
  last_action_ms?: number;
  board?: string | null;
  checksum?: number;
  undoable?: number;
  redoable?: number;
  hinted?: boolean;
  steps?: number[];
};

export type Group = {
  name: string;
  colour: "blue" | "gold" | "green" | "red" | "rose" | "slate" | "teal" | "violet";
  private: boolean;
  approval: boolean;
  size: number;
  code?: string | null;
  role?: "co_owner" | "member" | "owner" | "pending" | "removed" | null;
  invitation?: string | null;
  feed?: string | null;
  created_at?: number | null;
  members?: GroupMember[];
  shows_me?: boolean;
  daily?: GroupDaily;
  divisions?: number;
  today?: GroupToday | null;
  missed?: MissedRace | null;
};

export type GroupBoard = {
  date: string;
  variant: string;
  rows: GroupRow[];
  order?: "daily" | "duplicate" | "race";
  world_rank?: number | null;
  world_size?: number;
};

export type GroupChange = {
  name?: string | null;
  colour?: "blue" | "gold" | "green" | "red" | "rose" | "slate" | "teal" | "violet" | null;
  private?: boolean | null;
  approval?: boolean | null;
  daily?: GroupDaily | null;
  divisions?: 0 | 4 | 6 | 8 | 12 | null;
};

export type GroupDaily = {
  variant?: string;
  zone?: string;
  hour?: number;
};

export type GroupDay = {
  date: string;
  played: number;
  best: string[];
  mine?: number | null;
};

export type GroupHistory = {
  items: GroupDay[];
  next?: string | null;
  variant: string;
};

export type GroupList = {
  groups: GroupSummary[];
};

export type GroupMember = {
  player: string;
  name: string;
  role: "co_owner" | "member" | "owner" | "pending" | "removed";
  joined_at: number;
  about?: boolean;
};

export type GroupPresence = {
  about: string[];
  room?: string | null;
  in_room?: number;
};

export type GroupReport = {
  reason?: "cheating" | "insult" | "name" | "other" | "spam";
  note?: string;
};

export type GroupRow = {
  won: boolean;
  locked: number;
  score: number;
  time_ms: number;
  moves: number;
  reached_ms: number;
  shuffles: number;
  given_up?: boolean;
  player: string;
  name: string;
  rank: number;
  against_group: number;
  against_world?: number | null;
  game?: string | null;
  race?: string | null;
};

export type GroupSeason = {
  variant: string;
  first: string;
  last: string;
  min_deals: number;
  rows: GroupSeasonRow[];
};

export type GroupSeasonRow = {
  player: string;
  name: string;
  deals: number;
  rank?: number | null;
  score?: number | null;
  against_world?: number | null;
  division?: number | null;
  zone?: "down" | "up" | null;
};

export type GroupSeriesItem = {
  id: string;
  ended_at: number;
  races: number;
  winners: string[];
};

export type GroupSeriesList = {
  items: GroupSeriesItem[];
  next?: string | null;
};

export type GroupSummary = {
  code: string;
  name: string;
  colour: "blue" | "gold" | "green" | "red" | "rose" | "slate" | "teal" | "violet";
  role: "co_owner" | "member" | "owner" | "pending" | "removed";
  size: number;
  waiting?: number;
};

export type GroupToday = {
  code: string;
  date: string;
  variant: string;
  commitment: string;
  closes_at: number;
  mine?: "done" | "plays" | "waits" | null;
  room?: string | null;
};

export type HeadToHead = {
  players: Opponent[];
  races: Balance[];
  dailies: Balance[];
};

export type Hello = {
  t: "hello";
  protocol: number;
  watch?: boolean;
  version?: number;
  game?: string;
  n?: number;
};

export type Hint = {
  t: "hint";
  game: string;
};

export type Hinted = {
  t: "hinted";
  game: string;
  n: number;
  action: string;
  reason?: "back" | "keeps_open" | "locks" | "lost" | "moves" | "opens" | "shuffle" | "undo_first";
  card?: string | null;
  count?: number | null;
  wins_in?: number | null;
  win?: number | null;
  instead?: number | null;
};

export type Identity = {
  id: string;
  name: string;
  token: string;
  recovery_code: string;
  token_ends_at: number;
};

export type InstallationState = {
  version: string;
  python: string;
  database: string;
  backup_folder: string;
  backups: BackupFile[];
  started_at: number;
  has_solver?: boolean;
  database_bytes?: number | null;
  disk_free_bytes?: number | null;
  memory_bytes?: number | null;
  newer_version?: string | null;
};

export type Invitation = {
  link: string;
  code: string;
  until?: number | null;
};

export type Invite = {
  player: string;
};

export type Kick = {
  t: "kick";
  player: string;
};

export type LeaderboardPage = {
  items: LeaderboardRow[];
  next?: string | null;
  kind: "daily" | "duplicate" | "programs" | "rating" | "streak";
  period: string;
  variant: string;
  size: number;
  previous?: string | null;
  earlier?: string | null;
  mine?: LeaderboardRow | null;
  circles?: Circle[];
  flagged?: FlaggedRow[];
};

export type LeaderboardRow = {
  player: string;
  name: string;
  rank: number;
  value: number;
  game?: string | null;
  result?: Result | null;
  scouted?: boolean;
  duplicate?: number | null;
  performance?: number | null;
  deals?: number | null;
  sigma?: number | null;
  provisional?: boolean;
};

export type Leave = {
  t: "leave";
};

export type ListedGame = {
  won: boolean;
  locked: number;
  score: number;
  time_ms: number;
  moves: number;
  reached_ms: number;
  shuffles: number;
  given_up?: boolean;
  player: string;
  name: string;
  rank: number;
};

export type ListedRace = {
  id: string;
  variant: VariantChoice;
  ended_at: number;
  games: ListedGame[];
};

export type Loss = {
  n: number;
  last_winnable: number;
  winning_move: string;
};

export type Me = {
  id: string;
  name: string;
  has_recovery_code?: boolean;
  recovery_waits_until?: number | null;
  unread_decisions?: number;
  announcement?: string;
  recorded_as?: "anonymous" | "name" | "never";
};

export type Member = {
  id: string;
  name: string;
  ready?: boolean;
  muted?: boolean;
  bot?: number;
  recorded?: string;
  program?: boolean;
  cohost?: boolean;
  sits_out?: boolean;
  team?: number;
  rating?: number | null;
};

export type MissedRace = {
  race: string;
  ended_at: number;
  names: string[];
};

export type Mute = {
  t: "mute";
  player: string;
  muted?: boolean;
};

export type NamedPlayer = {
  player: string;
  name: string;
};

export type NewArena = {
  name: string;
  starts_at: number;
  form?: "arena" | "cup";
  variant?: string;
  minutes?: number;
  rounds?: number;
  listed?: boolean;
  group?: string | null;
  teams?: number;
  team_scores?: number;
  repeat_days?: number;
  zone?: string;
  fill_to?: number;
  bot_level?: number;
};

export type NewBlock = {
  player: string;
};

export type NewChallenge = {
  deal?: "certified" | "daily" | "game" | "random";
  variant?: string;
  game?: string | null;
  date?: string | null;
  hours?: number;
  places?: number | null;
  ranked?: boolean;
  group?: string | null;
};

export type NewDecision = {
  action: "announce" | "ban" | "ban_address" | "close_room" | "dismiss" | "erase" | "lift" | "mute" | "rename" | "rename_group" | "sign_out" | "suspend" | "void" | "warn";
  reason: string;
  player?: string | null;
  game?: string | null;
  room?: string | null;
  group?: string | null;
  hours?: number | null;
  name?: string;
  text?: string;
  decision?: string | null;
  session?: string;
  reports?: string[];
};

export type NewGroup = {
  name: string;
  colour?: "blue" | "gold" | "green" | "red" | "rose" | "slate" | "teal" | "violet";
  private?: boolean;
  approval?: boolean;
};

export type NewPlayer = {
  name?: string;
  recovery?: boolean;
  program?: boolean;
};

export type NewProgramToken = {
  name: string;
  scope: "play" | "read";
};

export type NewRecoveryCode = {
  recovery_code?: string;
};

export type NewReport = {
  player: string;
  reason: "cheating" | "insult" | "name" | "other" | "spam";
  note?: string;
  game?: string | null;
  room?: string | null;
  line?: string | null;
};

export type NewRoom = {
  variant?: VariantChoice;
  seats?: number;
  limit_minutes?: number | null;
  lap_s?: number | null;
  away_s?: number | null;
  boards_open?: boolean;
  spectator_delay_s?: number;
  hints?: boolean;
  code?: string | null;
  certified?: boolean;
  listed?: boolean;
  locked?: boolean;
  audience?: "off" | "open" | "slow";
  best_of?: number;
  teams?: number;
  team_scores?: number;
  ghost?: string | null;
  missed?: string | null;
};

export type NewWebhook = {
  url: string;
  kind?: "discord" | "slack" | "standard";
  events?: ("challenge.ended" | "challenge.made" | "daily.digest" | "daily.opened" | "race.finished" | "room.opened" | "webhook.test")[];
  language?: "de" | "en" | "he" | "pl";
  site?: string;
};

export type Notice = {
  t: "notice";
  code: "announcement" | "history_lost" | "removed" | "storing_again" | "storing_slow";
  message: string;
};

export type OpenSession = {
  id: string;
  device: string;
  began_at: number;
  seen_at: number;
  current?: boolean;
  network?: string;
};

export type Opponent = {
  id: string;
  name: string;
};

export type Ping = {
  t: "ping";
  sent: number;
};

export type PlayDaily = {
  practice?: boolean;
  zone?: string;
};

export type PlayedGame = {
  won: boolean;
  locked: number;
  score: number;
  time_ms: number;
  moves: number;
  reached_ms: number;
  shuffles: number;
  given_up?: boolean;
  game: string;
  variant: VariantChoice;
  ended_at: number;
  ranked: boolean;
  kind: "challenge" | "daily" | "group_daily" | "race" | "round" | "solo";
  players: number;
  rivals: Opponent[];
  rank?: number | null;
  race?: string | null;
  lead?: number | null;
  daily?: string | null;
  void?: boolean;
};

export type PlayedGames = {
  items: PlayedGame[];
  next?: string | null;
};

export type PlayerFile = {
  id: string;
  name: string;
  tag: string;
  decisions: Decision[];
  sessions: OpenSession[];
};

export type PlayerFileList = {
  players: PlayerFile[];
};

export type PlayerPage = {
  id: string;
  name: string;
  created_at: number;
  games: number;
  wins: number;
  statistics: VariantStatistics[];
  streak: Streak;
  calendar: CalendarDay[];
  ratings: PlayerRating[];
  form: Form[];
  achievements: Achievement[];
  accuracy?: AccuracyPoint[];
};

export type PlayerRating = {
  variant: string;
  value: number;
  sigma: number;
  races: number;
  provisional: boolean;
  history: RatingPoint[];
};

export type Pong = {
  t: "pong";
  sent: number;
  now: number;
};

export type Present = {
  t: "present";
  members: string[];
  spectators: number;
  away?: { [key: string]: number };
};

export type Programme = {
  live: string | null;
  past: string | null;
};

export type Progress = {
  t: "progress";
  game: string;
  n: number;
  locked: number;
  moves: number;
  shuffles: number;
  reached_ms?: number;
  ended?: boolean;
  won?: boolean;
  given_up?: boolean;
};

export type PushDevice = {
  id: string;
  device: string;
  kinds: ("challenges" | "starts" | "streak")[];
  language: "de" | "en" | "he" | "pl";
  zone: string;
  service: string;
  created_at: number;
  current?: boolean;
};

export type PushSettings = {
  devices: PushDevice[];
  key?: string | null;
};

export type PushSubscription = {
  endpoint: string;
  p256dh: string;
  auth: string;
  kinds?: ("challenges" | "starts" | "streak")[] | null;
  language?: "de" | "en" | "he" | "pl" | null;
  zone?: string | null;
};

export type Puzzle = {
  id: string;
  variant: VariantChoice;
  board: string;
  state: "failed" | "open" | "solved";
  found: string[];
  tries?: number | null;
  solution?: PuzzleSolution | null;
  date?: string | null;
  own?: boolean;
};

export type PuzzleMistake = {
  puzzle: string;
  game: string;
  at: number;
  state: "failed" | "open" | "solved";
};

export type PuzzleMistakes = {
  searching: boolean;
  mistakes: PuzzleMistake[];
};

export type PuzzleMove = {
  n: number;
  move: string;
};

export type PuzzleSolution = {
  line: string[];
  win: string[];
  boards: number;
  wrong?: string | null;
  refutation?: string[];
  refutation_boards?: number | null;
  refutation_locked?: number | null;
};

export type RaceList = {
  items: ListedRace[];
  next?: string | null;
};

export type RaceNow = {
  variant?: string;
};

export type RacePage = {
  id: string;
  number: number;
  variant: VariantChoice;
  starts_at: number;
  ranked: boolean;
  seats: Seat[];
  order?: "daily" | "duplicate" | "race";
  ended_at?: number | null;
  games?: RacedGame[];
  opening?: string | null;
  code?: string | null;
  daily?: DailyName | null;
  challenge?: string | null;
  revealed_at?: number | null;
  series?: string | null;
  teams?: TeamStanding[];
  missed?: boolean;
  later?: RacedGame[];
};

export type RaceView = {
  id: string;
  number: number;
  variant: VariantChoice;
  commitment: string;
  starts_at: number;
  ends_at: number | null;
  seats: Seat[];
  ranked: boolean;
  unranked?: "chosen_deal" | "custom_rules" | "hints" | "practice" | "recorded" | null;
  spectator_delay_s?: number;
  par?: number | null;
  harder_permille?: number | null;
  standings?: Standing[] | null;
  reveal?: Reveal | null;
  team_scores?: number;
  teams?: TeamStanding[];
};

export type RacedGame = {
  won: boolean;
  locked: number;
  score: number;
  time_ms: number;
  moves: number;
  reached_ms: number;
  shuffles: number;
  given_up?: boolean;
  void?: boolean;
  transcript?: string | null;
  shuffled_boards?: string[];
  player: string;
  name: string;
  game: string;
  rank: number;
  imps?: number | null;
  bot?: number;
  team?: number;
  delay_ms?: number | null;
};

export type RatingPoint = {
  at: number;
  value: number;
  sigma: number;
};

export type React = {
  t: "react";
  reaction: "clap" | "fire" | "heart" | "laugh" | "wow";
  times?: number;
};

export type Ready = {
  t: "ready";
  ready?: boolean;
};

export type Record = {
  version: 2;
  variant: string | { [key: string]: string | number | boolean };
  origin: string;
  code: string;
  secret: string;
  seeds: string[];
  commitment: string;
  transcript: string;
  shuffled_boards: string[];
};

export type Recover = {
  recovery_code: string;
};

export type RecoveryCode = {
  recovery_code: string;
  waits_until?: number | null;
};

export type Refused = {
  t: "refused";
  command: string;
  code: string;
  message: string;
  n?: number;
  game?: GameView;
};

export type Rematch = {
  t: "rematch";
};

export type Rename = {
  name?: string | null;
  recorded_as?: "anonymous" | "name" | "never" | null;
};

export type Replay = {
  variant: VariantChoice;
  opening: string;
  transcript: string;
  shuffled_boards: string[];
};

export type Report = {
  id: string;
  at: number;
  reason: "cheating" | "insult" | "name" | "other" | "spam";
  note: string;
  reporter_name: string;
  player: string;
  name: string;
  game?: GameEvidence | null;
  line?: string | null;
  room?: string | null;
  group?: string | null;
  seen?: boolean;
};

export type ReportList = {
  reports: Report[];
  open: number;
  flagged?: FlaggedResult[];
};

export type Reported = {
  id: string;
  at: number;
};

export type Restarting = {
  started_at: number;
};

export type Result = {
  won: boolean;
  locked: number;
  score: number;
  time_ms: number;
  moves: number;
  reached_ms: number;
  shuffles: number;
  given_up?: boolean;
};

export type Reveal = {
  code: string;
  secret: string;
  commitment: string;
  line?: string | null;
  origin?: string;
  seeds?: string[];
};

export type Rivalries = {
  items: Rivalry[];
};

export type Rivalry = {
  player: string;
  name: string;
  races: number;
  wins: number;
  losses: number;
  ended_at: number;
};

export type Room = {
  t: "room";
  room: RoomView;
};

export type RoomCreated = {
  code: string;
  url: string;
  socket_url: string;
};

export type RoomList = {
  rooms: RoomSummary[];
};

export type RoomSummary = {
  code: string;
  host_name: string;
  host: string | null;
  variant: VariantChoice;
  members: number;
  seats: number;
  racing: boolean;
};

export type RoomView = {
  code: string;
  version: number;
  settings: Settings;
  host: string | null;
  members: Member[];
  race?: RaceView | null;
  event?: EventRoom | null;
  ghost?: string | null;
  series?: Series | null;
  fills_at?: number | null;
  commitment?: string | null;
  seeds?: number;
  group?: string | null;
};

export type Said = {
  t: "said";
  player: string;
  name: string;
  said_at: number;
  text?: string;
  emote?: "" | "good_luck" | "hello" | "oops" | "thanks" | "thinking" | "well_played" | "wow";
  audience?: boolean;
};

export type Say = {
  t: "say";
  text?: string;
  emote?: "" | "good_luck" | "hello" | "oops" | "thanks" | "thinking" | "well_played" | "wow";
};

export type Seat = {
  player: string;
  game: string;
  name?: string;
  team?: number;
  recorded?: string;
  expected?: number | null;
};

export type Seed = {
  t: "seed";
  commitment: string;
  seed: string;
};

export type Series = {
  best_of: number;
  races: number;
  scores: SeriesScore[];
  over?: boolean;
  race_ids?: string[];
  id?: string;
  teams?: TeamScore[];
};

export type SeriesGame = {
  won: boolean;
  locked: number;
  score: number;
  time_ms: number;
  moves: number;
  reached_ms: number;
  shuffles: number;
  given_up?: boolean;
  player: string;
  rank: number;
  points: number;
};

export type SeriesPage = {
  id: string;
  best_of: number;
  ended_at: number;
  winners: string[];
  scores: SeriesScoreRow[];
  races: SeriesRace[];
  group?: string | null;
  teams?: TeamScore[];
};

export type SeriesRace = {
  id: string;
  variant: VariantChoice;
  ended_at: number;
  games: SeriesGame[];
};

export type SeriesScore = {
  player: string;
  points: number;
  wins?: number;
  compared?: number;
  imps?: number;
};

export type SeriesScoreRow = {
  player: string;
  name: string;
  races: number;
  wins: number;
  points: number;
  duplicate?: number | null;
  time_ms?: number;
};

export type SessionList = {
  sessions: OpenSession[];
};

export type SetSettings = {
  t: "settings";
  settings: Settings;
};

export type Settings = {
  variant?: VariantChoice;
  seats?: number;
  limit_minutes?: number | null;
  lap_s?: number | null;
  away_s?: number | null;
  boards_open?: boolean;
  spectator_delay_s?: number;
  hints?: boolean;
  code?: string | null;
  certified?: boolean;
  listed?: boolean;
  locked?: boolean;
  audience?: "off" | "open" | "slow";
  best_of?: number;
  teams?: number;
  team_scores?: number;
};

export type ShowPresence = {
  shows: boolean;
};

export type ShowToFriends = {
  shows: boolean;
};

export type SitOut = {
  t: "sitout";
  out?: boolean;
};

export type Site = {
  settings: SiteSetting[];
  state: InstallationState;
  rooms: number;
  connections: number;
};

export type SiteChange = {
  values: { [key: string]: string };
};

export type SiteSetting = {
  name: string;
  value: string;
  source: "default" | "environment" | "page";
  is_live: boolean;
};

export type Snapshot = {
  t: "snapshot";
  game: GameView;
};

export type Standing = {
  won: boolean;
  locked: number;
  score: number;
  time_ms: number;
  moves: number;
  reached_ms: number;
  shuffles: number;
  given_up?: boolean;
  player: string;
  name: string;
  game: string;
  rank: number;
  imps?: number | null;
  bot?: number;
  team?: number;
  delay_ms?: number | null;
};

export type Start = {
  t: "start";
};

export type Started = {
  t: "started";
  race: string;
  code: string;
  board: string;
};

export type Starting = {
  t: "starting";
  race: RaceView;
  now: number;
};

export type Streak = {
  days: number;
  longest: number;
  saved: number;
  week: string[];
  forgiven: string[];
};

export type Suggestion = {
  player: string;
  name: string;
  reason: "follows_you" | "group" | "raced";
};

export type SuggestionList = {
  players: Suggestion[];
};

export type TeamScore = {
  team: number;
  points: number;
  wins?: number;
};

export type TeamStanding = {
  team: number;
  rank: number;
  score: number;
  reached_ms: number;
  players: string[];
};

export type Token = {
  token: string;
  ends_at: number;
};

export type UseDeviceCode = {
  code: string;
};

export type VariantChoice = {
  name?: string;
  shuffles?: number | null;
  right_fill?: boolean | null;
};

export type VariantStatistics = {
  variant: string;
  games: number;
  wins: number;
  best_score: number;
  best_score_game: string;
  best_time_ms?: number | null;
  best_time_game?: string | null;
};

export type Webhook = {
  id: string;
  kind: "discord" | "slack" | "standard";
  host: string;
  events: ("challenge.ended" | "challenge.made" | "daily.digest" | "daily.opened" | "race.finished" | "room.opened" | "webhook.test")[];
  language: "de" | "en" | "he" | "pl";
  created_at: number;
  paused: "" | "failing" | "gone" | "paused";
  waiting: number;
  delivered_at?: number | null;
  failure?: string;
  dead?: DeadLetter[];
};

export type WebhookChange = {
  url?: string | null;
  kind?: "discord" | "slack" | "standard" | null;
  events?: ("challenge.ended" | "challenge.made" | "daily.digest" | "daily.opened" | "race.finished" | "room.opened" | "webhook.test")[] | null;
  language?: "de" | "en" | "he" | "pl" | null;
  paused?: boolean | null;
};

export type WebhookList = {
  webhooks: Webhook[];
};

export type WebhookSecret = {
  webhook: Webhook;
  secret: string;
};

export type WebhookTried = {
  failure: string;
};

export type Welcome = {
  t: "welcome";
  you: You;
  room: RoomView;
  now: number;
  present: Present;
  epoch: number;
  games?: GameView[];
  started?: Started | null;
  chat?: Said[];
  audience?: Audience | null;
};

export type You = {
  id: string;
  name: string;
  seated: boolean;
};

/** A route by its method and its path below `/api/v1/`. */
export type Route = keyof Routes;
export type AnswerOf<R extends Route> = Routes[R]["answer"];
/** The values of the path of a route, and those of its query or its body. */
export type Values<R extends Route> = { [name in Routes[R]["path"]]: string | number } & {
  [name in Routes[R]["query"]]?: string | number | null;
} & ([Routes[R]["body"]] extends [never] ? unknown : Routes[R]["body"]);
/** The routes with an answer of a kind. */
export type RouteTo<A> = {
  [R in Route]: [A] extends [AnswerOf<R>] ? ([AnswerOf<R>] extends [A] ? R : never) : never;
}[Route];

export type Routes = {
  /** Create a player. The token is also set as a cookie. Keep the recovery code: it is not shown again. */
  "POST players": { path: never; query: never; body: NewPlayer; answer: Identity };
  /** Return the caller's own identity. */
  "GET me": { path: never; query: never; body: never; answer: Me };
  /** Change the caller's name: 1 to 24 characters, without control, formatting and private-use characters. */
  "PATCH me": { path: never; query: never; body: Rename; answer: Me };
  /** Delete the caller's account for good: all sessions end, running games are resigned, and seats are given up. */
  "DELETE me": { path: never; query: never; body: DeleteMe; answer: Me };
  /** Return all stored data about the caller, as a file. */
  "GET me/export": { path: never; query: never; body: never; answer: Export };
  /** Return the sessions of the caller, the last seen first. */
  "GET me/sessions": { path: never; query: never; body: never; answer: SessionList };
  /** Sign out one of the caller's browsers or programs, perhaps this one, and return those still signed in. */
  "DELETE me/sessions/{id}": { path: "id"; query: never; body: never; answer: SessionList };
  /** Return a new token, which expires later than the one of this request. Cookies are renewed automatically. */
  "POST me/token": { path: never; query: never; body: never; answer: Token };
  /** Return a ticket: a token that ends after a minute, for `?ticket=` of a socket or an event stream. */
  "POST me/ticket": { path: never; query: never; body: never; answer: Token };
  /** Return a token for a program with the scope `read` or `play`. It expires after 180 days and cannot be renewed. */
  "POST me/tokens": { path: never; query: never; body: NewProgramToken; answer: Token };
  /** Revoke all tokens of the caller, and return a new one, which is also set as a cookie if the old one was. */
  "POST me/sign-out": { path: never; query: never; body: never; answer: Token };
  /** Return a new recovery code. With the current code in the body, it is valid at once, otherwise after a week. */
  "POST me/recovery": { path: never; query: never; body: NewRecoveryCode; answer: RecoveryCode };
  /** Return a code that signs in another device of the caller, once, within five minutes. An earlier code ends now. */
  "POST me/device-code": { path: never; query: never; body: never; answer: DeviceCode };
  /** Sign in with the code that another device shows. The token is also set as a cookie. */
  "POST device-code": { path: never; query: never; body: UseDeviceCode; answer: Identity };
  /** Withdraw the pending recovery code, if there is one. */
  "DELETE me/recovery": { path: never; query: never; body: never; answer: Me };
  /** Sign in with a recovery code: other devices are signed out, and the code is replaced by a new one. */
  "POST recover": { path: never; query: never; body: Recover; answer: Identity };
  /** Return whether the caller is connected to an account of this server's OpenID Connect provider. */
  "GET me/account": { path: never; query: never; body: never; answer: ConnectedAccount };
  /** Disconnect the caller from that account. Sessions that began with it stay open. */
  "DELETE me/account": { path: never; query: never; body: never; answer: ConnectedAccount };
  /** Return the caller's subscribed browsers, and the key for subscribing a browser. */
  "GET me/push": { path: never; query: never; body: never; answer: PushSettings };
  /** Subscribe the caller's browser to the given kinds of notifications, and to no others. */
  "PUT me/push": { path: never; query: never; body: PushSubscription; answer: PushSettings };
  /** Unsubscribe one of the caller's browsers, and return the others. */
  "DELETE me/push/{device}": { path: "device"; query: never; body: never; answer: PushSettings };
  /** Send a notification to the caller's browser. */
  "POST me/push/test": { path: never; query: never; body: never; answer: PushSettings };
  /** Return a player's profile: totals, streak, ratings, form. */
  "GET players/{id}": { path: "id"; query: "zone"; body: never; answer: PlayerPage };
  /** Return a player's finished games, newest first. `Accept: application/x-ndjson` asks for one game a line. */
  "GET players/{id}/games": { path: "id"; query: "variant" | "kind" | "won" | "with" | "after" | "limit"; body: never; answer: PlayedGames };
  /** Return the people whom a player has met most often in the last races, with the results. */
  "GET players/{id}/vs": { path: "id"; query: never; body: never; answer: Rivalries };
  /** Return the results of two players against each other: their races and dailies, by variant. */
  "GET players/{id}/vs/{other}": { path: "id" | "other"; query: never; body: never; answer: HeadToHead };
  /** Return the players whom the caller follows, with the current activity of friends (who follow the caller, too). */
  "GET friends": { path: never; query: never; body: never; answer: FriendList };
  /** Return news of friends who show them: their challenges, the best in yesterday's dailies, late personal bests. */
  "GET friends/news": { path: never; query: never; body: never; answer: FriendNewsList };
  /** Return players whom the caller may want to follow: by a follow, two races or a common group. */
  "GET friends/suggestions": { path: never; query: never; body: never; answer: SuggestionList };
  /** Follow a player, who is a friend once both follow each other. Return all who are followed. */
  "PUT friends/{player}": { path: "player"; query: never; body: never; answer: FriendList };
  /** Follow a player no longer. Return all who are followed. */
  "DELETE friends/{player}": { path: "player"; query: never; body: never; answer: FriendList };
  /** Set whether friends, and nobody else, see what the caller does. It is off at first. */
  "PUT me/presence": { path: never; query: never; body: ShowToFriends; answer: FriendList };
  /** Note that the caller is here, if friends may see that; return the friends. Call it every quarter of a minute. */
  "POST me/presence": { path: never; query: never; body: never; answer: FriendList };
  /** Invite a friend to a room: the friend sees it for ten minutes, with a notification. Return the friends. */
  "POST rooms/{code}/invitations": { path: "code"; query: never; body: Invite; answer: FriendList };
  /** Create a room. The first player to enter it is its host. */
  "POST rooms": { path: never; query: never; body: NewRoom; answer: RoomCreated };
  /** Take a seat in a waiting quick room of a variant, or open one; connect to it at once. */
  "POST races": { path: never; query: never; body: RaceNow; answer: RoomCreated };
  /** Return the listed rooms, without those of players whom the caller blocks, or who block the caller. */
  "GET rooms": { path: never; query: never; body: never; answer: RoomList };
  /** Return the public view of a room, or a stream of a spectator's events. */
  "GET rooms/{code}": { path: "code"; query: never; body: never; answer: RoomView };
  /** Return the race to watch now: the most interesting one of the listed rooms, or else a recent close one. */
  "GET tv": { path: never; query: "seen"; body: never; answer: Programme };
  /** Return a finished game, with its record once the deal is revealed. */
  "GET games/{id}": { path: "id"; query: never; body: never; answer: FinishedGame };
  /** Return the races of listed rooms that have ended, latest first. `Accept: application/x-ndjson` asks for lines. */
  "GET races": { path: never; query: "variant" | "player" | "since" | "after" | "limit"; body: never; answer: RaceList };
  /** Return a race: its standings, every game move by move, and the score over the races of its room. */
  "GET races/{id}": { path: "id"; query: "look"; body: never; answer: RacePage };
  /** Return a decided series: its winner, the score by race, and the totals. */
  "GET series/{series}": { path: "series"; query: never; body: never; answer: SeriesPage };
  /** Request the analysis of a finished game: for each position, whether moves alone could still win. */
  "POST games/{id}/analysis": { path: "id"; query: never; body: never; answer: Analysis };
  /** Return the progress of the analysis of a finished game, and its results so far. */
  "GET games/{id}/analysis": { path: "id"; query: never; body: never; answer: Analysis };
  /** Return a position of a finished game, or one that other actions would have led to, with its win probability. */
  "GET games/{id}/positions/{at}": { path: "id" | "at"; query: "line" | "prove"; body: never; answer: ExploredPosition };
  /** Return the dailies of today in the caller's time zone. */
  "GET dailies": { path: never; query: "zone"; body: never; answer: DailyList };
  /** Return the commitments to the dailies of today and the next 30 dates. */
  "GET dailies/commitments": { path: never; query: never; body: never; answer: Commitments };
  /** Return the dailies of a date; the next ones contain only the commitment. */
  "GET dailies/{date}": { path: "date"; query: never; body: never; answer: DailyList };
  /** Return a room for a game of a daily: the first game on its date, in the caller's time zone, is ranked. */
  "POST dailies/{date}/{variant}/games": { path: "date" | "variant"; query: never; body: PlayDaily; answer: RoomCreated };
  /** Create a challenge. The link to share is `/challenge/{code}`; the members of a group see it in their lists. */
  "POST challenges": { path: never; query: never; body: NewChallenge; answer: Challenge };
  /** Return the challenges of the caller and of the caller's groups: open ones, and those of the last seven days. */
  "GET challenges": { path: never; query: never; body: never; answer: ChallengeList };
  /** Return a challenge; with its results once it has ended or, if it is for fun, after the caller's own game. */
  "GET challenges/{challenge}": { path: "challenge"; query: never; body: never; answer: Challenge };
  /** Take a place in a challenge, to play later. */
  "POST challenges/{challenge}/places": { path: "challenge"; query: never; body: never; answer: Challenge };
  /** Give back the caller's place, unless the game has begun. */
  "DELETE challenges/{challenge}/places/me": { path: "challenge"; query: never; body: never; answer: Challenge };
  /** Return the room for the caller's game of a challenge. Its clock runs from the start in that room. */
  "POST challenges/{challenge}/games": { path: "challenge"; query: never; body: never; answer: RoomCreated };
  /** Return the latest challenges of a group, the latest first. */
  "GET groups/{group}/challenges": { path: "group"; query: never; body: never; answer: ChallengeList };
  /** Organise an arena or a cup. The link to share is `/arena/{code}`. The organiser need not play. */
  "POST arenas": { path: never; query: never; body: NewArena; answer: Arena };
  /** Return the listed arenas that have not ended, and the caller's own, also those of the last seven days. */
  "GET arenas": { path: never; query: never; body: never; answer: ArenaList };
  /** Return an arena: its players, its rounds, and the table as of the last round that has ended. */
  "GET arenas/{arena}": { path: "arena"; query: never; body: never; answer: Arena };
  /** Return a page of an arena's table. */
  "GET arenas/{arena}/table": { path: "arena"; query: "after" | "limit"; body: never; answer: ArenaTable };
  /** Call off an arena before its start; only its organiser can. Return the other arenas. */
  "DELETE arenas/{arena}": { path: "arena"; query: never; body: never; answer: ArenaList };
  /** Rename an arena; before its start, also reschedule it. For its organiser and co-hosts. */
  "PATCH arenas/{arena}": { path: "arena"; query: never; body: ArenaChange; answer: Arena };
  /** Start an arena now. For its organiser and co-hosts. */
  "POST arenas/{arena}/start": { path: "arena"; query: never; body: never; answer: Arena };
  /** End an arena after the current round. For its organiser and co-hosts. */
  "POST arenas/{arena}/end": { path: "arena"; query: never; body: never; answer: Arena };
  /** Appoint or dismiss a co-host, remove a player, or let one in again. For the organiser and co-hosts. */
  "PUT arenas/{arena}/players/{player}": { path: "arena" | "player"; query: never; body: ArenaRoleChange; answer: Arena };
  /** Register for an arena, or move to another team before the start. An arena can be entered until it is over. */
  "POST arenas/{arena}/players": { path: "arena"; query: never; body: EnterArena; answer: Arena };
  /** Withdraw the caller's registration before the start. */
  "DELETE arenas/{arena}/players/me": { path: "arena"; query: never; body: never; answer: Arena };
  /** Return the room for the caller's game of the current round; in an arena, this also registers the caller. */
  "POST arenas/{arena}/games": { path: "arena"; query: never; body: never; answer: RoomCreated };
  /** Return the latest arenas of a group. */
  "GET groups/{group}/arenas": { path: "group"; query: never; body: never; answer: ArenaList };
  /** Return a page of a leaderboard: the top, the rows behind a cursor, or those around the caller. */
  "GET leaderboards/{kind}/{period}/{variant}": { path: "kind" | "period" | "variant"; query: "around" | "with" | "after" | "limit"; body: never; answer: LeaderboardPage };
  /** Return the oldest puzzle whose try the caller has not ended, neither of a day nor from an own game. */
  "GET puzzles/next": { path: never; query: never; body: never; answer: Puzzle };
  /** Return the puzzle of today in the caller's time zone, with the caller's try. Everyone has the same on a date. */
  "GET puzzles/daily": { path: never; query: "zone"; body: never; answer: Puzzle };
  /** Return the puzzles from the caller's lost wins that have been found so far. */
  "GET puzzles/mistakes": { path: never; query: never; body: never; answer: PuzzleMistakes };
  /** Start a search for lost wins in the caller's last games: GET the same path for the results. */
  "POST puzzles/mistakes": { path: never; query: never; body: never; answer: PuzzleMistakes };
  /** Return a puzzle with the caller's try, and with the answer once the try is over. */
  "GET puzzles/{id}": { path: "id"; query: never; body: never; answer: Puzzle };
  /** Make the next move of the caller's try; the first move begins it. */
  "POST puzzles/{id}/moves": { path: "id"; query: never; body: PuzzleMove; answer: Puzzle };
  /** Create a group. The link to share is `/group/{invitation}`: one tap there joins, without an account. */
  "POST groups": { path: never; query: never; body: NewGroup; answer: Group };
  /** Return the groups that the caller belongs to or waits for. */
  "GET groups": { path: never; query: never; body: never; answer: GroupList };
  /** Return a group as the caller may see it. Outsiders find a private group only by its invitation. */
  "GET groups/{group}": { path: "group"; query: never; body: never; answer: Group };
  /** Change the name, colour, visibility and admission of a group. Only its owners can. */
  "PATCH groups/{group}": { path: "group"; query: never; body: GroupChange; answer: Group };
  /** Delete a group for good, and close its room. Only its owner can. Return the caller's other groups. */
  "DELETE groups/{group}": { path: "group"; query: never; body: DeleteGroup; answer: GroupList };
  /** Replace the link of a group: the old one stops working. Only its owners can. */
  "POST groups/{group}/invitation": { path: "group"; query: never; body: never; answer: Group };
  /** Join a group, or request to join if an owner has to approve new members. */
  "POST groups/{group}/members": { path: "group"; query: never; body: never; answer: Group };
  /** Leave a group. If the owner leaves, a co-owner becomes the owner, or else the member who joined first. */
  "DELETE groups/{group}/members/me": { path: "group"; query: never; body: never; answer: GroupList };
  /** Admit a player (`member`), appoint a co-owner (`co_owner`), or hand the group over (`owner`). */
  "PUT groups/{group}/members/{player}": { path: "group" | "player"; query: never; body: ChangeRole; answer: Group };
  /** Remove a member, who cannot join again until an owner allows it, or decline a request to join. */
  "DELETE groups/{group}/members/{player}": { path: "group" | "player"; query: never; body: never; answer: Group };
  /** Set whether the other members see that the caller is online. */
  "PUT groups/{group}/presence": { path: "group"; query: never; body: ShowPresence; answer: Group };
  /** Note that the caller is online, if visible to others; return the members online. Call it once a minute. */
  "POST groups/{group}/presence": { path: "group"; query: never; body: never; answer: GroupPresence };
  /** Return the room of a group. If the last one has closed, a new one is created. */
  "POST groups/{group}/room": { path: "group"; query: never; body: never; answer: RoomCreated };
  /** Return the dailies that members of a group have played, the latest first. */
  "GET groups/{group}/dailies/{variant}": { path: "group" | "variant"; query: "after" | "limit"; body: never; answer: GroupHistory };
  /** Return a daily among the members of a group: in place of a variant, `own` is the group's own daily. */
  "GET groups/{group}/dailies/{variant}/{date}": { path: "group" | "variant" | "date"; query: never; body: never; answer: GroupBoard };
  /** Return the decided series of a group's rooms, the latest first. */
  "GET groups/{group}/series": { path: "group"; query: "after" | "limit"; body: never; answer: GroupSeriesList };
  /** Return the season table of a group between two dates, both included: means of the scores among the members. */
  "GET groups/{group}/seasons/{variant}/{first}/{last}": { path: "group" | "variant" | "first" | "last"; query: never; body: never; answer: GroupSeason };
  /** Report a group to the moderators, for example for its name. Repeating a report has no effect. */
  "POST groups/{group}/reports": { path: "group"; query: never; body: GroupReport; answer: Reported };
  /** Return the webhooks with the state of their messages. For the owners of the group, or moderators. */
  "GET groups/{group}/webhooks": { path: "group"; query: never; body: never; answer: WebhookList };
  /** Create a webhook. The response contains its secret, which is not shown again. */
  "POST groups/{group}/webhooks": { path: "group"; query: never; body: NewWebhook; answer: WebhookSecret };
  /** Change, pause or resume a webhook. Events during a pause are not sent later. */
  "PATCH groups/{group}/webhooks/{webhook}": { path: "group" | "webhook"; query: never; body: WebhookChange; answer: Webhook };
  /** Delete a webhook with its pending messages; return the others. */
  "DELETE groups/{group}/webhooks/{webhook}": { path: "group" | "webhook"; query: never; body: never; answer: WebhookList };
  /** Replace the secret of a webhook. For a day, messages are also signed with the old one. */
  "POST groups/{group}/webhooks/{webhook}/secret": { path: "group" | "webhook"; query: never; body: never; answer: WebhookSecret };
  /** Send a test message at once, and return the outcome. */
  "POST groups/{group}/webhooks/{webhook}/test": { path: "group" | "webhook"; query: never; body: never; answer: WebhookTried };
  /** Send all undelivered messages again; each keeps its id. */
  "POST groups/{group}/webhooks/{webhook}/dead": { path: "group" | "webhook"; query: never; body: never; answer: Webhook };
  /** Return the webhooks with the state of their messages. For the owners of the group, or moderators. */
  "GET admin/webhooks": { path: never; query: never; body: never; answer: WebhookList };
  /** Create a webhook. The response contains its secret, which is not shown again. */
  "POST admin/webhooks": { path: never; query: never; body: NewWebhook; answer: WebhookSecret };
  /** Change, pause or resume a webhook. Events during a pause are not sent later. */
  "PATCH admin/webhooks/{webhook}": { path: "webhook"; query: never; body: WebhookChange; answer: Webhook };
  /** Delete a webhook with its pending messages; return the others. */
  "DELETE admin/webhooks/{webhook}": { path: "webhook"; query: never; body: never; answer: WebhookList };
  /** Replace the secret of a webhook. For a day, messages are also signed with the old one. */
  "POST admin/webhooks/{webhook}/secret": { path: "webhook"; query: never; body: never; answer: WebhookSecret };
  /** Send a test message at once, and return the outcome. */
  "POST admin/webhooks/{webhook}/test": { path: "webhook"; query: never; body: never; answer: WebhookTried };
  /** Send all undelivered messages again; each keeps its id. */
  "POST admin/webhooks/{webhook}/dead": { path: "webhook"; query: never; body: never; answer: Webhook };
  /** Report a player to the moderators: for the name, a finished game, or a line of chat. */
  "POST reports": { path: never; query: never; body: NewReport; answer: Reported };
  /** Return the moderators' decisions about the caller, with their reasons, the latest first. */
  "GET me/decisions": { path: never; query: never; body: never; answer: DecisionList };
  /** Note that the caller has read a decision, and return all decisions. */
  "POST me/decisions/{id}/read": { path: "id"; query: never; body: never; answer: DecisionList };
  /** Answer a decision, once: moderators read it. Return all decisions. */
  "POST me/decisions/{id}/answer": { path: "id"; query: never; body: Answer; answer: DecisionList };
  /** Return the players that the caller blocks, the latest first. */
  "GET me/blocks": { path: never; query: never; body: never; answer: BlockList };
  /** Block a player, and return all blocked players. */
  "POST me/blocks": { path: never; query: never; body: NewBlock; answer: BlockList };
  /** Unblock a player, and return the remaining blocked players. */
  "DELETE me/blocks/{id}": { path: "id"; query: never; body: never; answer: BlockList };
  /** Return the open reports, the oldest first, with the evidence. Needs a moderator's token. */
  "GET admin/reports": { path: never; query: never; body: never; answer: ReportList };
  /** Warn, rename, mute, suspend or ban a player, void a result, lift a decision, close a room, announce something. */
  "POST admin/decisions": { path: never; query: never; body: NewDecision; answer: Decision };
  /** Return the log of decisions, the latest first. Needs a moderator's token. */
  "GET admin/decisions": { path: never; query: "after" | "limit"; body: never; answer: DecisionList };
  /** Return an invitation to this private server. Needs a moderator's token. */
  "GET admin/invitation": { path: never; query: "hours"; body: never; answer: Invitation };
  /** Return the players of a name, a name with a tag (`Quiet Fox#7K2Q`) or an id. Needs a moderator's token. */
  "GET admin/players": { path: never; query: "q"; body: never; answer: PlayerFileList };
  /** Return the settings of the site, and the state of the server. Needs the owner's token. */
  "GET admin/site": { path: never; query: never; body: never; answer: Site };
  /** Change settings. Those that a variable of the environment sets cannot be changed. Needs the owner's token. */
  "PATCH admin/site": { path: never; query: never; body: SiteChange; answer: Site };
  /** Make a backup of the database now, and check it. Needs the owner's token. */
  "POST admin/backups": { path: never; query: never; body: never; answer: BackupFile };
  /** Start this server again, with the settings as they are now. Clients reconnect. Needs the owner's token. */
  "POST admin/restart": { path: never; query: never; body: never; answer: Restarting };
};
