/**
 * The words that modules of the client share, as types that are known everywhere, like those of the wire; one word, one meaning. Each stands
 * where it is described, and is for its own floor and those above it.
 */
type Card = import("./rules/cards.js").Card;
type Board = import("./rules/board.js").Board;
type Move = import("./rules/board.js").Move;
type Action = import("./rules/actions.js").Action;
type Variant = import("./rules/variants.js").Variant;
type Game = import("./rules/game.js").Game;
type Code = import("./rules/sentences.js").Code;
type Key = import("./i18n/index.js").Key;
type Child = import("./ui/dom.js").Child;
type Look = import("./ui/dom.js").Look;
type Page = import("./ui/router.js").Page;
type Shell = import("./ui/shell.js").Shell;
type Day = import("./ui/dates.js").Day;
type Month = import("./ui/dates.js").Month;
type Named = import("./people/names.js").Named;
type BoardState = import("./board/state.js").BoardState;
type BoardView = import("./board/board.js").BoardView;
type Frame = import("./replay/frames.js").Frame;
type Track = import("./replay/timeline.js").Track;
type RoomReplica = import("./net/replica.js").RoomReplica;
type RoomSession = import("./race/session.js").RoomSession;
type Phase = import("./race/phase.js").Phase;
type PhaseContext = import("./race/phase.js").PhaseContext;
type Lane = import("./race/state.js").Lane;
type BroadcastState = import("./broadcast/state.js").BroadcastState;
type Entry = import("./broadcast/state.js").Entry;
type News = import("./broadcast/news.js").News;
