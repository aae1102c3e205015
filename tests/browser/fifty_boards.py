"""Fifty games on one wall, each updated when a test says so, without a server."""

FIFTY_BOARDS = """async () => {
  const base = document.querySelector("script[src$='main.js']").src.replace("main.js", "");
  const [{ RaceGrid }, { RoomReplica }, { opening }, { parseVariant }, { formatBoard }, { crc32 }] = await Promise.all(
    ["race/grid.js", "net/replica.js", "rules/deal.js", "rules/variants.js", "rules/board.js", "net/replica.js"]
      .map((name) => import(base + name)));
  await (await import(base + "ui/load.js")).load(null, "board/board.css", "race/grid.css", "board/thumbnail.css");
  const replica = new RoomReplica();
  const board = opening(parseVariant("addiction"), "0123456789");
  const seats = Array.from({ length: 50 }, (_, i) => ({ player: `p${i}`, game: `g${i}` }));
  const race = { id: "race", number: 1, variant: {}, commitment: "", starts_at: 0, ends_at: null, seats };
  const members = seats.map(({ player }) => ({ id: player, name: player }));
  const games = seats.map(({ player, game }) => ({ player, game, n: 0, locked: 0, moves: 0, shuffles: 0,
    board: formatBoard(board), checksum: crc32(board) }));
  replica.apply({ t: "welcome", you: { id: "me", name: "me", seated: false }, now: 0, games,
    room: { code: "", version: 1, settings: {}, host: null, members, race },
    present: { t: "present", members: [], spectators: 1 },
    started: { t: "started", race: "race", code: "", board: "" } });
  const boards = new RaceGrid(replica, "race-grid", new AbortController().signal);
  document.getElementById("main").replaceChildren(boards.element);
  boards.update();
  const gap = board.indexOf(0, 1);
  const card = board[gap - 1] + 1;
  const to = [`${"23456789TJQK"[(card & 15) - 2]}${"CDHS"[card >> 4]}@${gap}`, "undo"];
  const moved = Uint8Array.from(board);
  moved[board.indexOf(card)] = 0;
  moved[gap] = card;
  const after = [moved, board];
  let n = 0;
  window.update50 = () => {
    n++;
    for (const { game } of seats) {
      const state = after[(n + 1) % 2];
      const action = to[(n + 1) % 2];
      replica.apply({ t: "acted", game, n, action, ms: n, checksum: crc32(state), board: formatBoard(state) });
      boards.update();
    }
  };
}"""
"""Shows the wall. `update50()` makes a move in each game, or takes it back."""
COUNT_CELLS = """() => {
  window.cells = 0;
  const { fillRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
    cells++;
    fillRect.call(this, x, y, width, height);
  };
}"""
"""Counts in `cells` the cells of small boards that are drawn."""
ARE_CALM = """async () => {
  const before = cells;
  for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  return cells === before;
}"""
"""No cell is drawn for a while: boards that got their size late were drawn anew."""
COUNT_TOUCHED = """() => {
  window.touched = new Set();
  new MutationObserver((records) => {
    for (const { target } of records) touched.add(target.closest(".slot, .card"));
  }).observe(document.querySelector(".board"), { subtree: true, childList: true, attributes: true });
}"""
"""Gathers in `touched` the slots and cards of the board that are changed."""
