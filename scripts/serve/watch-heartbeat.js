const PING_MS = 3_000
/** A process that leaves so many pings in a row unanswered hangs. */
const MISSED_PINGS = 5

/**
 * Kills a process whose event loop hangs. It must have loaded heartbeat.js. Missed pings are counted instead of timed, so
 * that a machine that slept does not wake up to processes that seem to hang.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} name for the log, such as "The job worker"
 */
export function watchHeartbeat(child, name) {
  let missed = 0
  const timer = setInterval(() => {
    if (missed++ < MISSED_PINGS) return void (child.connected && child.send('ping', () => {}))
    clearInterval(timer)
    console.error(`${name} has not responded for ${(MISSED_PINGS * PING_MS) / 1_000} seconds.`)
    child.kill('SIGKILL')
  }, PING_MS)
  timer.unref()
  child.on('message', (message) => {
    if (message === 'pong') missed = 0
  })
  child.once('exit', () => clearInterval(timer))
}
