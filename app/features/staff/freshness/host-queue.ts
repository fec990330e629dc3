/**
 * The hosts that a number of lanes work on. Those that proved to be slow get some of the lanes only, so that the others
 * are not held up; all lanes help in the end.
 */
export class HostQueue {
  #fresh: AsyncGenerator<string, void>
  #slow: string[] = []
  #slowLanes = 0

  constructor(
    fresh: AsyncGenerator<string, void>,
    readonly maxSlowLanes: number,
  ) {
    this.#fresh = fresh
  }

  /** Puts a host back, to be worked on as a slow one. */
  putBack(host: string) {
    this.#slow.push(host)
  }

  /** Gives `work` one host after another, until there are none. */
  async workOn(work: (host: string, isSlow: boolean) => Promise<void>) {
    for (;;) {
      const isSlowTurn = this.#slow.length > 0 && this.#slowLanes < this.maxSlowLanes
      const next = isSlowTurn ? undefined : await this.#fresh.next()
      if (next && !next.done) {
        await work(next.value, false)
        continue
      }
      const host = this.#slow.shift()
      if (host === undefined) return
      this.#slowLanes++
      await work(host, true).finally(() => this.#slowLanes--)
    }
  }
}
