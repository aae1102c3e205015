/** The pings that the clock is measured by. */
const MAX_CLOCK_SAMPLES = 8;

/** The server's clock, measured by pings: the sample with the shortest round trip is the best. */
export class ServerClock {
  /** @type {{ roundTrip: number, offset: number }[]} */ #samples = [];
  #localNow;

  /** @param {() => number} [localNow] milliseconds since some instant */
  constructor(localNow = () => performance.now()) {
    this.#localNow = localNow;
    this.guess(Date.now());
  }

  /** Take a time that the server sent, before anything is measured. @param {number} serverNow */
  guess(serverNow) {
    this.#samples = [{ roundTrip: Infinity, offset: serverNow - this.#localNow() }];
  }

  /** Learn from one ping: its local time, and the server's when it was answered. @param {number} sent @param {number} serverNow */
  sample(sent, serverNow) {
    const received = this.#localNow();
    const roundTrip = received - sent;
    const offset = serverNow + roundTrip / 2 - received;
    this.#samples = [...this.#samples, { roundTrip, offset }].slice(-MAX_CLOCK_SAMPLES);
  }

  /** The server's time: milliseconds since 1970. */
  now() {
    const best = this.#samples.reduce((a, b) => (b.roundTrip <= a.roundTrip ? b : a));
    return Math.round(this.#localNow() + best.offset);
  }
}
