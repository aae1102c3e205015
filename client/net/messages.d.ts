// What crosses the wire, made from server/gaprace/wire/ by
// `python -m tests.client.wire_types`.
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
