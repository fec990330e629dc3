/** Thrown when the semaphore was not free in time. */
export class QueueTimeoutError extends Error {}

type Waiting = { signal?: AbortSignal; timeoutMs?: number }

/** Limits how much work runs at a time for each key. What waits runs in the order in which it came. */
export class KeyedSemaphore {
  #queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  constructor(readonly limit = 1) {}

  /**
   * Takes a slot when fewer than `limit` others are taken for the key. Disposing frees it.
   *
   * @throws QueueTimeoutError when that takes too long, or the reason of the signal when that aborts before
   */
  async acquire(key: string, waiting: Waiting = {}): Promise<Disposable> {
    waiting.signal?.throwIfAborted()
    await this.#acquire(key, waiting)
    return { [Symbol.dispose]: () => this.#release(key) }
  }

  /** Runs `work` in a slot of its own, see `acquire`. */
  async run<T>(key: string, work: () => Promise<T>, waiting: Waiting = {}): Promise<T> {
    using _slot = await this.acquire(key, waiting)
    return await work()
  }

  #acquire(key: string, { signal, timeoutMs }: Waiting) {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] }
    this.#queues.set(key, queue)
    if (queue.running < this.limit) {
      queue.running++
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.waiting.push(resolve)
    const leave = () => {
      queue.waiting = queue.waiting.filter((one) => one !== resolve)
      reject(signal?.aborted ? signal.reason : new QueueTimeoutError())
    }
    const timer = timeoutMs === undefined ? undefined : setTimeout(leave, timeoutMs)
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    })
  }

  #release(key: string) {
    const queue = this.#queues.get(key)!
    const next = queue.waiting.shift()
    // The next one takes over this place, so `running` stays the same.
    if (next) return next()
    if (--queue.running === 0) this.#queues.delete(key)
  }
}
