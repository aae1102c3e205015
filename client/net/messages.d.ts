// What crosses the wire, made from server/messages.py by `python -m tests.client.wire_types`.
// A field that may be missing has its default there.

export type Command = Hello | Ready | SetSettings | Start | Act | Hint | Say | Kick | Mute | Rematch | Leave | Ping;
export type Event = Welcome | Room | Present | Starting | Started | Acted | Progress | Snapshot | Hinted | Refused | Finished | Said | Pong | Bye;

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
  check?: number | null;
  board?: string | null;
};

export type Bye = {
  t: "bye";
  code: string;
  message: string;
  retry: boolean;
};

export type Finished = {
  t: "finished";
  race: string;
  standings: Standing[];
  reveal: Reveal;
};

export type FinishedGame = {
  id: string;
  player: string;
  name: string;
  race: string;
  room: string;
  won: boolean;
  locked: number;
  score: number;
  moves: number;
  shuffles: number;
  time_ms: number;
  ranked: boolean;
  record: Record;
};

export type GameView = {
  game: string;
  player: string;
  n: number;
  locked: number;
  moves: number;
  shuffles: number;
  ended?: boolean;
  won?: boolean;
  last_ms?: number;
  board?: string | null;
  check?: number;
  undo?: number;
  redo?: number;
  hinted?: boolean;
};

export type Hello = {
  t: "hello";
  protocol: number;
  watch?: boolean;
  version?: number;
  seen?: { [key: string]: number };
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
  reason: string;
};

export type Identity = {
  id: string;
  name: string;
  token: string;
  recovery_code: string;
};

export type Kick = {
  t: "kick";
  player: string;
};

export type Leave = {
  t: "leave";
};

export type Me = {
  id: string;
  name: string;
};

export type Member = {
  id: string;
  name: string;
  ready?: boolean;
  muted?: boolean;
};

export type Mute = {
  t: "mute";
  player: string;
  muted?: boolean;
};

export type NewPlayer = {
  name?: string;
};

export type Ping = {
  t: "ping";
  sent: number;
};

export type Pong = {
  t: "pong";
  sent: number;
  now: number;
};

export type Present = {
  t: "present";
  members: string[];
  watching: number;
};

export type Problem = {
  code: string;
  message: string;
};

export type Progress = {
  t: "progress";
  game: string;
  n: number;
  locked: number;
  moves: number;
  shuffles: number;
  ended?: boolean;
  won?: boolean;
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
  standings?: Standing[] | null;
  reveal?: Reveal | null;
};

export type Ready = {
  t: "ready";
  ready?: boolean;
};

export type Record = {
  variant: string | { [key: string]: string | number | boolean };
  code: string;
  secret: string;
  commitment: string;
  transcript: string;
};

export type Recover = {
  recovery_code: string;
};

export type RecoveryCode = {
  recovery_code: string;
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
  name: string;
};

export type Reveal = {
  code: string;
  secret: string;
  commitment: string;
};

export type Room = {
  t: "room";
  room: RoomView;
};

export type RoomCreated = {
  code: string;
  url: string;
  socket: string;
};

export type RoomList = {
  rooms: RoomSummary[];
};

export type RoomSummary = {
  code: string;
  host_name: string;
  variant: VariantChoice;
  playing: number;
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
};

export type Said = {
  t: "said";
  player: string;
  name: string;
  said_at: number;
  text?: string;
  emote?: "" | "good_luck" | "hello" | "oops" | "thanks" | "thinking" | "well_played" | "wow";
};

export type Say = {
  t: "say";
  text?: string;
  emote?: "" | "good_luck" | "hello" | "oops" | "thanks" | "thinking" | "well_played" | "wow";
};

export type Seat = {
  player: string;
  game: string;
};

export type SetSettings = {
  t: "settings";
  settings: Settings;
};

export type Settings = {
  variant?: VariantChoice;
  seats?: number;
  limit_minutes?: number | null;
  boards_open?: boolean;
  spectator_delay_s?: number;
  hints?: boolean;
  code?: string | null;
  listed?: boolean;
  locked?: boolean;
};

export type Snapshot = {
  t: "snapshot";
  game: GameView;
};

export type Standing = {
  player: string;
  name: string;
  game: string;
  rank: number;
  won: boolean;
  locked: number;
  score: number;
  moves: number;
  shuffles: number;
  time_ms: number;
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

export type VariantChoice = {
  name?: string;
  shuffles?: number | null;
  right_fill?: boolean | null;
};

export type Welcome = {
  t: "welcome";
  protocol: number;
  you: You;
  room: RoomView;
  now: number;
  present: Present;
  games?: GameView[];
  started?: Started | null;
  chat?: Said[];
};

export type You = {
  id: string;
  name: string;
  playing: boolean;
};
