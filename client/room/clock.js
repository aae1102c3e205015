const KEPT = 8;

/** The server's clock, learned from pings: the sample with the shortest way there and back is the best. */
export class ServerClock {
  /** @type {{ roundTrip: number, offset: number }[]} */ #samples = [];
  #now;

  /** @param {() => number} [now] milliseconds since some instant */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.guess(Date.now());
  }

  /** Milliseconds since some instant, for `ping`. */
  local() {
    return this.#now();
  }

  /** Takes a time that the server told, before anything is measured. @param {number} serverNow */
  guess(serverNow) {
    this.#samples = [{ roundTrip: Infinity, offset: serverNow - this.#now() }];
  }

  /** Learns from one ping, sent then and answered now. @param {number} sent @param {number} serverNow */
  sample(sent, serverNow) {
    const heard = this.#now();
    const roundTrip = heard - sent;
    this.#samples = [...this.#samples, { roundTrip, offset: serverNow + roundTrip / 2 - heard }].slice(-KEPT);
  }

  /** The server's time: milliseconds since 1970. */
  now() {
    const best = this.#samples.reduce((a, b) => (b.roundTrip <= a.roundTrip ? b : a));
    return Math.round(this.#now() + best.offset);
  }
}
