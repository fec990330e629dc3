/** Nobody had a turn in time. */
export class NoTurn extends Error {}

type Waiting = { signal?: AbortSignal; patienceMs?: number }

/** Gives turns for each key, so many at a time and in the order of asking. */
export class Turns {
  #lines = new Map<string, { running: number; waiting: (() => void)[] }>()

  constructor(readonly atOnce = 1) {}

  /**
   * Runs `work` when there is a turn for it.
   *
   * @throws NoTurn when that takes too long, or the reason of the signal when that aborts before
   */
  async take<T>(key: string, work: () => Promise<T>, waiting: Waiting = {}): Promise<T> {
    waiting.signal?.throwIfAborted()
    await this.#begin(key, waiting)
    try {
      return await work()
    } finally {
      this.#end(key)
    }
  }

  #begin(key: string, { signal, patienceMs }: Waiting) {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.running < this.atOnce) {
      line.running++
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    line.waiting.push(resolve)
    const leave = () => {
      line.waiting = line.waiting.filter((one) => one !== resolve)
      reject(signal?.aborted ? signal.reason : new NoTurn())
    }
    const timer = patienceMs === undefined ? undefined : setTimeout(leave, patienceMs)
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    })
  }

  /** The next in line takes over the turn. */
  #end(key: string) {
    const line = this.#lines.get(key)!
    const next = line.waiting.shift()
    if (next) return next()
    if (--line.running === 0) this.#lines.delete(key)
  }
}
