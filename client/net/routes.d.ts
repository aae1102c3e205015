// The routes of the API, made from the tables of server/gaprace/web/api/ by
// `python -m tests.client.wire_types`.
import type * as wire from "./messages.js";

/** A route by its method and its path below `/api/v1/`. */
export type Route = keyof Routes;
export type Answer<R extends Route> = Routes[R]["answer"];
/** The values of the path of a route, and those of its query or its body. */
export type Values<R extends Route> = { [name in Routes[R]["path"]]: string | number } & {
  [name in Routes[R]["query"]]?: string | number | null;
} & ([Routes[R]["body"]] extends [never] ? unknown : Routes[R]["body"]);
export type Options = { headers?: { [name: string]: string }; signal?: AbortSignal };
/** The routes with an answer of a kind. */
export type RouteTo<A> = {
  [R in Route]: [A] extends [Answer<R>] ? ([Answer<R>] extends [A] ? R : never) : never;
}[Route];

// biome-ignore format: a row for each route
export type Routes = {
  /** Create a player. The token is also set as a cookie. Keep the recovery code: it is not shown again. */
  "POST players": { path: never; query: never; body: wire.NewPlayer; answer: wire.Identity };
  /** Return the caller's own identity. */
  "GET me": { path: never; query: never; body: never; answer: wire.Me };
  /** Change the caller's name: 1 to 24 characters, without control, formatting and private-use characters. */
  "PATCH me": { path: never; query: never; body: wire.Rename; answer: wire.Me };
  /** Delete the caller's account for good: all sessions end, running games are resigned, and seats are given up. */
  "DELETE me": { path: never; query: never; body: wire.DeleteMe; answer: wire.Me };
  /** Return all stored data about the caller, as a file. */
  "GET me/export": { path: never; query: never; body: never; answer: wire.Export };
  /** Return the sessions of the caller, the last seen first. */
  "GET me/sessions": { path: never; query: never; body: never; answer: wire.SessionList };
  /** Sign out one of the caller's browsers or programs, perhaps this one, and return those still signed in. */
  "DELETE me/sessions/{id}": { path: "id"; query: never; body: never; answer: wire.SessionList };
  /** Return a new token, which expires later than the one of this request. Cookies are renewed automatically. */
  "POST me/token": { path: never; query: never; body: never; answer: wire.Token };
  /** Return a ticket: a token that ends after a minute, for `?ticket=` of a socket or an event stream. */
  "POST me/ticket": { path: never; query: never; body: never; answer: wire.Token };
  /** Return a token for a program with the scope `read` or `play`. It expires after 180 days and cannot be renewed. */
  "POST me/tokens": { path: never; query: never; body: wire.NewProgramToken; answer: wire.Token };
  /** Revoke all tokens of the caller, and return a new one, which is also set as a cookie if the old one was. */
  "POST me/sign-out": { path: never; query: never; body: never; answer: wire.Token };
  /** Return a new recovery code. With the current code in the body, it is valid at once, otherwise after a week. */
  "POST me/recovery": { path: never; query: never; body: wire.NewRecoveryCode; answer: wire.RecoveryCode };
  /** Return a code that signs in another device of the caller, once, within five minutes. An earlier code ends now. */
  "POST me/device-code": { path: never; query: never; body: never; answer: wire.DeviceCode };
  /** Sign in with the code that another device shows. The token is also set as a cookie. */
  "POST device-code": { path: never; query: never; body: wire.UseDeviceCode; answer: wire.Identity };
  /** Withdraw the pending recovery code, if there is one. */
  "DELETE me/recovery": { path: never; query: never; body: never; answer: wire.Me };
  /** Sign in with a recovery code: other devices are signed out, and the code is replaced by a new one. */
  "POST recover": { path: never; query: never; body: wire.Recover; answer: wire.Identity };
  /** Return whether the caller is connected to an account of this server's OpenID Connect provider. */
  "GET me/account": { path: never; query: never; body: never; answer: wire.ConnectedAccount };
  /** Disconnect the caller from that account. Sessions that began with it stay open. */
  "DELETE me/account": { path: never; query: never; body: never; answer: wire.ConnectedAccount };
  /** Return the caller's subscribed browsers, and the key for subscribing a browser. */
  "GET me/push": { path: never; query: never; body: never; answer: wire.PushSettings };
  /** Subscribe the caller's browser to the given kinds of notifications, and to no others. */
  "PUT me/push": { path: never; query: never; body: wire.PushSubscription; answer: wire.PushSettings };
  /** Unsubscribe one of the caller's browsers, and return the others. */
  "DELETE me/push/{device}": { path: "device"; query: never; body: never; answer: wire.PushSettings };
  /** Send a notification to the caller's browser. */
  "POST me/push/test": { path: never; query: never; body: never; answer: wire.PushSettings };
  /** Return a player's profile: totals, streak, ratings, form. */
  "GET players/{id}": { path: "id"; query: "zone"; body: never; answer: wire.PlayerPage };
  /** Return a player's finished games, newest first. `Accept: application/x-ndjson` asks for one game a line. */
  "GET players/{id}/games": { path: "id"; query: "variant" | "kind" | "won" | "with" | "after" | "limit"; body: never; answer: wire.PlayedGames };
  /** Return the people whom a player has met most often in the last races, with the results. */
  "GET players/{id}/vs": { path: "id"; query: never; body: never; answer: wire.Rivalries };
  /** Return the results of two players against each other: their races and dailies, by variant. */
  "GET players/{id}/vs/{other}": { path: "id" | "other"; query: never; body: never; answer: wire.HeadToHead };
  /** Return the players whom the caller follows, and of friends (who follow the caller, too) what they do now. */
  "GET friends": { path: never; query: never; body: never; answer: wire.FriendList };
  /** Return what friends did who show it: their challenges, the best in yesterday's dailies, late personal bests. */
  "GET friends/news": { path: never; query: never; body: never; answer: wire.FriendNewsList };
  /** Return players whom the caller may want to follow: who follow, have raced twice, or share a group. */
  "GET friends/suggestions": { path: never; query: never; body: never; answer: wire.SuggestionList };
  /** Follow a player, who is a friend once both follow each other. Return all who are followed. */
  "PUT friends/{player}": { path: "player"; query: never; body: never; answer: wire.FriendList };
  /** Follow a player no longer. Return all who are followed. */
  "DELETE friends/{player}": { path: "player"; query: never; body: never; answer: wire.FriendList };
  /** Set whether friends, and nobody else, see what the caller does. It is off at first. */
  "PUT me/presence": { path: never; query: never; body: wire.ShowToFriends; answer: wire.FriendList };
  /** Note that the caller is here, if friends may see that; return the friends. Call it every quarter of a minute. */
  "POST me/presence": { path: never; query: never; body: never; answer: wire.FriendList };
  /** Invite a friend to a room: the friend sees it for ten minutes, with a notification. Return the friends. */
  "POST rooms/{code}/invitations": { path: "code"; query: never; body: wire.Invite; answer: wire.FriendList };
  /** Create a room. The first player to enter it is its host. */
  "POST rooms": { path: never; query: never; body: wire.NewRoom; answer: wire.RoomCreated };
  /** Take a seat in a waiting quick room of a variant, or open one; connect to it at once. */
  "POST races": { path: never; query: never; body: wire.RaceNow; answer: wire.RoomCreated };
  /** Return the listed rooms, without those of players whom the caller blocks, or who block the caller. */
  "GET rooms": { path: never; query: never; body: never; answer: wire.RoomList };
  /** Return the public view of a room, or a stream of a spectator's events. */
  "GET rooms/{code}": { path: "code"; query: never; body: never; answer: wire.RoomView };
  /** Return the race to watch now: the most interesting one of the listed rooms, or else a recent close one. */
  "GET tv": { path: never; query: "seen"; body: never; answer: wire.Programme };
  /** Return a finished game, with its record once the deal is revealed. */
  "GET games/{id}": { path: "id"; query: never; body: never; answer: wire.FinishedGame };
  /** Return the races of listed rooms that have ended, latest first. `Accept: application/x-ndjson` asks for lines. */
  "GET races": { path: never; query: "variant" | "player" | "since" | "after" | "limit"; body: never; answer: wire.RaceList };
  /** Return a race: its standings, every game move by move, and the score over the races of its room. */
  "GET races/{id}": { path: "id"; query: "look"; body: never; answer: wire.RacePage };
  /** Return a decided series: its winner, the score by race, and the totals. */
  "GET series/{series}": { path: "series"; query: never; body: never; answer: wire.SeriesPage };
  /** Request the analysis of a finished game: for each position, whether moves alone could still win. */
  "POST games/{id}/analysis": { path: "id"; query: never; body: never; answer: wire.Analysis };
  /** Return the progress of the analysis of a finished game, and its results so far. */
  "GET games/{id}/analysis": { path: "id"; query: never; body: never; answer: wire.Analysis };
  /** Return a position of a finished game, or one that other actions would have led to, with its win probability. */
  "GET games/{id}/positions/{at}": { path: "id" | "at"; query: "line" | "prove"; body: never; answer: wire.ExploredPosition };
  /** Return the dailies of today in the caller's time zone. */
  "GET dailies": { path: never; query: "zone"; body: never; answer: wire.DailyList };
  /** Return the commitments to the dailies of today and the next 30 dates. */
  "GET dailies/commitments": { path: never; query: never; body: never; answer: wire.Commitments };
  /** Return the dailies of a date; the next ones contain only the commitment. */
  "GET dailies/{date}": { path: "date"; query: never; body: never; answer: wire.DailyList };
  /** Return a room for a game of a daily: the first game on its date, in the caller's time zone, is ranked. */
  "POST dailies/{date}/{variant}/games": { path: "date" | "variant"; query: never; body: wire.PlayDaily; answer: wire.RoomCreated };
  /** Create a challenge. The link to share is `/challenge/{code}`; the members of a group see it in their lists. */
  "POST challenges": { path: never; query: never; body: wire.NewChallenge; answer: wire.Challenge };
  /** Return the challenges of the caller and of the caller's groups: open ones, and those of the last seven days. */
  "GET challenges": { path: never; query: never; body: never; answer: wire.ChallengeList };
  /** Return a challenge; with its results once it has ended or, if it is for fun, after the caller's own game. */
  "GET challenges/{challenge}": { path: "challenge"; query: never; body: never; answer: wire.Challenge };
  /** Take a place in a challenge, to play later. */
  "POST challenges/{challenge}/places": { path: "challenge"; query: never; body: never; answer: wire.Challenge };
  /** Give back the caller's place, unless the game has begun. */
  "DELETE challenges/{challenge}/places/me": { path: "challenge"; query: never; body: never; answer: wire.Challenge };
  /** Return the room for the caller's game of a challenge. Its clock runs from the start in that room. */
  "POST challenges/{challenge}/games": { path: "challenge"; query: never; body: never; answer: wire.RoomCreated };
  /** Return the latest challenges of a group, the latest first. */
  "GET groups/{group}/challenges": { path: "group"; query: never; body: never; answer: wire.ChallengeList };
  /** Organise an arena or a cup. The link to share is `/arena/{code}`. The organiser need not play. */
  "POST arenas": { path: never; query: never; body: wire.NewArena; answer: wire.Arena };
  /** Return the listed arenas that have not ended, and the caller's own, also those of the last seven days. */
  "GET arenas": { path: never; query: never; body: never; answer: wire.ArenaList };
  /** Return an arena: its players, its rounds, and the table as of the last round that has ended. */
  "GET arenas/{arena}": { path: "arena"; query: never; body: never; answer: wire.Arena };
  /** Return a page of an arena's table. */
  "GET arenas/{arena}/table": { path: "arena"; query: "after" | "limit"; body: never; answer: wire.ArenaTable };
  /** Call off an arena before its start; only its organiser can. Return the other arenas. */
  "DELETE arenas/{arena}": { path: "arena"; query: never; body: never; answer: wire.ArenaList };
  /** Rename an arena; before its start, also reschedule it. For its organiser and co-hosts. */
  "PATCH arenas/{arena}": { path: "arena"; query: never; body: wire.ArenaChange; answer: wire.Arena };
  /** Start an arena now. For its organiser and co-hosts. */
  "POST arenas/{arena}/start": { path: "arena"; query: never; body: never; answer: wire.Arena };
  /** End an arena after the current round. For its organiser and co-hosts. */
  "POST arenas/{arena}/end": { path: "arena"; query: never; body: never; answer: wire.Arena };
  /** Appoint or dismiss a co-host, remove a player, or let one in again. For the organiser and co-hosts. */
  "PUT arenas/{arena}/players/{player}": { path: "arena" | "player"; query: never; body: wire.ArenaRoleChange; answer: wire.Arena };
  /** Register for an arena, or move to another team before the start. An arena can be entered until it is over. */
  "POST arenas/{arena}/players": { path: "arena"; query: never; body: wire.EnterArena; answer: wire.Arena };
  /** Withdraw the caller's registration before the start. */
  "DELETE arenas/{arena}/players/me": { path: "arena"; query: never; body: never; answer: wire.Arena };
  /** Return the room for the caller's game of the current round; in an arena, this also registers the caller. */
  "POST arenas/{arena}/games": { path: "arena"; query: never; body: never; answer: wire.RoomCreated };
  /** Return the latest arenas of a group. */
  "GET groups/{group}/arenas": { path: "group"; query: never; body: never; answer: wire.ArenaList };
  /** Return a page of a leaderboard: the top, the rows behind a cursor, or those around the caller. */
  "GET leaderboards/{kind}/{period}/{variant}": { path: "kind" | "period" | "variant"; query: "around" | "with" | "after" | "limit"; body: never; answer: wire.LeaderboardPage };
  /** Return the oldest puzzle whose try the caller has not ended, neither of a day nor from an own game. */
  "GET puzzles/next": { path: never; query: never; body: never; answer: wire.Puzzle };
  /** Return the puzzle of today in the caller's time zone, with the caller's try. Everyone has the same on a date. */
  "GET puzzles/daily": { path: never; query: "zone"; body: never; answer: wire.Puzzle };
  /** Return the puzzles from the caller's lost wins that have been found so far. */
  "GET puzzles/mistakes": { path: never; query: never; body: never; answer: wire.PuzzleMistakes };
  /** Start a search for lost wins in the caller's last games: GET the same path for the results. */
  "POST puzzles/mistakes": { path: never; query: never; body: never; answer: wire.PuzzleMistakes };
  /** Return a puzzle with the caller's try, and with the answer once the try is over. */
  "GET puzzles/{id}": { path: "id"; query: never; body: never; answer: wire.Puzzle };
  /** Make the next move of the caller's try; the first move begins it. */
  "POST puzzles/{id}/moves": { path: "id"; query: never; body: wire.PuzzleMove; answer: wire.Puzzle };
  /** Create a group. The link to share is `/group/{invitation}`: one tap there joins, without an account. */
  "POST groups": { path: never; query: never; body: wire.NewGroup; answer: wire.Group };
  /** Return the groups that the caller belongs to or waits for. */
  "GET groups": { path: never; query: never; body: never; answer: wire.GroupList };
  /** Return a group as the caller may see it. Outsiders find a private group only by its invitation. */
  "GET groups/{group}": { path: "group"; query: never; body: never; answer: wire.Group };
  /** Change the name, colour, visibility and admission of a group. Only its owners can. */
  "PATCH groups/{group}": { path: "group"; query: never; body: wire.GroupChange; answer: wire.Group };
  /** Delete a group for good, and close its room. Only its owner can. Return the caller's other groups. */
  "DELETE groups/{group}": { path: "group"; query: never; body: wire.DeleteGroup; answer: wire.GroupList };
  /** Replace the link of a group: the old one stops working. Only its owners can. */
  "POST groups/{group}/invitation": { path: "group"; query: never; body: never; answer: wire.Group };
  /** Join a group, or request to join if an owner has to approve new members. */
  "POST groups/{group}/members": { path: "group"; query: never; body: never; answer: wire.Group };
  /** Leave a group. If the owner leaves, a co-owner becomes the owner, or else the member who joined first. */
  "DELETE groups/{group}/members/me": { path: "group"; query: never; body: never; answer: wire.GroupList };
  /** Admit a player (`member`), appoint a co-owner (`co_owner`), or hand the group over (`owner`). */
  "PUT groups/{group}/members/{player}": { path: "group" | "player"; query: never; body: wire.ChangeRole; answer: wire.Group };
  /** Remove a member, who cannot join again until an owner allows it, or decline a request to join. */
  "DELETE groups/{group}/members/{player}": { path: "group" | "player"; query: never; body: never; answer: wire.Group };
  /** Set whether the other members see that the caller is online. */
  "PUT groups/{group}/presence": { path: "group"; query: never; body: wire.ShowPresence; answer: wire.Group };
  /** Note that the caller is online, if visible to others; return the members online. Call it once a minute. */
  "POST groups/{group}/presence": { path: "group"; query: never; body: never; answer: wire.GroupPresence };
  /** Return the room of a group. If the last one has closed, a new one is created. */
  "POST groups/{group}/room": { path: "group"; query: never; body: never; answer: wire.RoomCreated };
  /** Return the dailies that members of a group have played, the latest first. */
  "GET groups/{group}/dailies/{variant}": { path: "group" | "variant"; query: "after" | "limit"; body: never; answer: wire.GroupHistory };
  /** Return a daily among the members of a group: in place of a variant, `own` is the group's own daily. */
  "GET groups/{group}/dailies/{variant}/{date}": { path: "group" | "variant" | "date"; query: never; body: never; answer: wire.GroupBoard };
  /** Return the decided series of a group's rooms, the latest first. */
  "GET groups/{group}/series": { path: "group"; query: "after" | "limit"; body: never; answer: wire.GroupSeriesList };
  /** Return the season table of a group between two dates, both included: means of the scores among the members. */
  "GET groups/{group}/seasons/{variant}/{first}/{last}": { path: "group" | "variant" | "first" | "last"; query: never; body: never; answer: wire.GroupSeason };
  /** Report a group to the moderators, for example for its name. Repeating a report has no effect. */
  "POST groups/{group}/reports": { path: "group"; query: never; body: wire.GroupReport; answer: wire.Reported };
  /** Return the webhooks with the state of their messages. For the owners of the group, or moderators. */
  "GET groups/{group}/webhooks": { path: "group"; query: never; body: never; answer: wire.WebhookList };
  /** Create a webhook. The response contains its secret, which is not shown again. */
  "POST groups/{group}/webhooks": { path: "group"; query: never; body: wire.NewWebhook; answer: wire.WebhookSecret };
  /** Change, pause or resume a webhook. Events during a pause are not sent later. */
  "PATCH groups/{group}/webhooks/{webhook}": { path: "group" | "webhook"; query: never; body: wire.WebhookChange; answer: wire.Webhook };
  /** Delete a webhook with its pending messages; return the others. */
  "DELETE groups/{group}/webhooks/{webhook}": { path: "group" | "webhook"; query: never; body: never; answer: wire.WebhookList };
  /** Replace the secret of a webhook. For a day, messages are also signed with the old one. */
  "POST groups/{group}/webhooks/{webhook}/secret": { path: "group" | "webhook"; query: never; body: never; answer: wire.WebhookSecret };
  /** Send a test message at once, and return the outcome. */
  "POST groups/{group}/webhooks/{webhook}/test": { path: "group" | "webhook"; query: never; body: never; answer: wire.WebhookTried };
  /** Send all undelivered messages again; each keeps its id. */
  "POST groups/{group}/webhooks/{webhook}/dead": { path: "group" | "webhook"; query: never; body: never; answer: wire.Webhook };
  /** Return the webhooks with the state of their messages. For the owners of the group, or moderators. */
  "GET admin/webhooks": { path: never; query: never; body: never; answer: wire.WebhookList };
  /** Create a webhook. The response contains its secret, which is not shown again. */
  "POST admin/webhooks": { path: never; query: never; body: wire.NewWebhook; answer: wire.WebhookSecret };
  /** Change, pause or resume a webhook. Events during a pause are not sent later. */
  "PATCH admin/webhooks/{webhook}": { path: "webhook"; query: never; body: wire.WebhookChange; answer: wire.Webhook };
  /** Delete a webhook with its pending messages; return the others. */
  "DELETE admin/webhooks/{webhook}": { path: "webhook"; query: never; body: never; answer: wire.WebhookList };
  /** Replace the secret of a webhook. For a day, messages are also signed with the old one. */
  "POST admin/webhooks/{webhook}/secret": { path: "webhook"; query: never; body: never; answer: wire.WebhookSecret };
  /** Send a test message at once, and return the outcome. */
  "POST admin/webhooks/{webhook}/test": { path: "webhook"; query: never; body: never; answer: wire.WebhookTried };
  /** Send all undelivered messages again; each keeps its id. */
  "POST admin/webhooks/{webhook}/dead": { path: "webhook"; query: never; body: never; answer: wire.Webhook };
  /** Report a player to the moderators: for the name, a finished game, or a line of chat. */
  "POST reports": { path: never; query: never; body: wire.NewReport; answer: wire.Reported };
  /** Return the moderators' decisions about the caller, with their reasons, the latest first. */
  "GET me/decisions": { path: never; query: never; body: never; answer: wire.DecisionList };
  /** Note that the caller has read a decision, and return all decisions. */
  "POST me/decisions/{id}/read": { path: "id"; query: never; body: never; answer: wire.DecisionList };
  /** Answer a decision, once: moderators read it. Return all decisions. */
  "POST me/decisions/{id}/answer": { path: "id"; query: never; body: wire.Answer; answer: wire.DecisionList };
  /** Return the players that the caller blocks, the latest first. */
  "GET me/blocks": { path: never; query: never; body: never; answer: wire.BlockList };
  /** Block a player, and return all blocked players. */
  "POST me/blocks": { path: never; query: never; body: wire.NewBlock; answer: wire.BlockList };
  /** Unblock a player, and return the remaining blocked players. */
  "DELETE me/blocks/{id}": { path: "id"; query: never; body: never; answer: wire.BlockList };
  /** Return the open reports, the oldest first, with the evidence. Needs a moderator's token. */
  "GET admin/reports": { path: never; query: never; body: never; answer: wire.ReportList };
  /** Warn, rename, mute, suspend or ban a player, void a result, lift a decision, close a room, announce something. */
  "POST admin/decisions": { path: never; query: never; body: wire.NewDecision; answer: wire.Decision };
  /** Return the log of decisions, the latest first. Needs a moderator's token. */
  "GET admin/decisions": { path: never; query: "after" | "limit"; body: never; answer: wire.DecisionList };
  /** Return an invitation to this private server. Needs a moderator's token. */
  "GET admin/invitation": { path: never; query: "hours"; body: never; answer: wire.Invitation };
  /** Return the players of a name, a name with a tag (`Quiet Fox#7K2Q`) or an id. Needs a moderator's token. */
  "GET admin/players": { path: never; query: "q"; body: never; answer: wire.PlayerFileList };
  /** Return the settings of the site, and the state of the server. Needs the owner's token. */
  "GET admin/site": { path: never; query: never; body: never; answer: wire.Site };
  /** Change settings. Those that a variable of the environment sets cannot be changed. Needs the owner's token. */
  "PATCH admin/site": { path: never; query: never; body: wire.SiteChange; answer: wire.Site };
  /** Make a backup of the database now, and check it. Needs the owner's token. */
  "POST admin/backups": { path: never; query: never; body: never; answer: wire.BackupFile };
  /** Start this server again, with the settings as they are now. Clients reconnect. Needs the owner's token. */
  "POST admin/restart": { path: never; query: never; body: never; answer: wire.Restarting };
};
