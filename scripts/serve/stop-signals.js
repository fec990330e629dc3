/** Signals sent again within this time are the same request: npm, a shell and a service manager each pass them on. */
const REPEAT_MS = 1_000

/**
 * Calls `stop` at the first of the signals, and `force` at one that comes more than a second later.
 *
 * @param {NodeJS.Signals[]} signals
 * @param {() => void} stop
 * @param {() => void} force
 */
export function handleStopSignals(signals, stop, force) {
  let asked
  for (const signal of signals) {
    process.on(signal, () => {
      const now = performance.now()
      if (asked === undefined) {
        asked = now
        stop()
      } else if (now - asked > REPEAT_MS) force()
    })
  }
}
