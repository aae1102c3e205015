/** The pings that the clock is measured by. */
const MAX_CLOCK_SAMPLES = 8;
/** The drift of two clocks that is allowed between pings. */
const DRIFT_MS = 50;

/**
 * The server's clock, measured by pings: the sample with the shortest round trip is the best. While a computer sleeps, its
 * own clock may stand still, or jump: a sample that contradicts the best one shows that, and earlier ones are forgotten.
 */
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
    const best = this.#best;
    const hasJumped = Math.abs(offset - best.offset) > (roundTrip + best.roundTrip) / 2 + DRIFT_MS;
    this.#samples = [...(hasJumped ? [] : this.#samples), { roundTrip, offset }].slice(-MAX_CLOCK_SAMPLES);
  }

  get #best() {
    return this.#samples.reduce((a, b) => (b.roundTrip <= a.roundTrip ? b : a));
  }

  /** The server's time: milliseconds since 1970. */
  now() {
    return Math.round(this.#localNow() + this.#best.offset);
  }
}
