import { type ChildProcess, spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
export const CHILD_PRELOAD = path.join(import.meta.dirname, 'child-preload.js')

const PING_MS = 3_000
/** A process that leaves so many pings in a row unanswered hangs. */
const MISSED_PINGS = 5
/** While it loads its code a process answers none. That takes a second, and more than a minute where fifty processes compete. */
const MISSED_WHILE_LOADING = 100

/** The time a process has to end after SIGTERM. Web processes end by themselves before that. */
const STOP_TIMEOUT_MS = 4_200

export type Child = {
  pid?: number
  /** Resolves with the exit code when the process has ended for any reason. */
  ended: Promise<number>
  /** Resolves when the process is ready; undefined if it is ready at once. */
  ready?: Promise<void>
  /** The reason why it ended, if known. */
  reason?(): string | undefined
  /** Sends SIGTERM, and SIGKILL after `timeout` milliseconds. */
  stop(timeout?: number): Promise<void>
}

type Options = {
  env?: Record<string, string | undefined>
  output?: 'inherit' | 'ignore' | number
  /** The name of a process that is killed when its event loop hangs. */
  watchedAs?: string
}

/**
 * Starts a Node process in its own process group, so that Ctrl-C reaches only its parent, which stops processes in the
 * right order. If the parent is killed, the child ends too.
 */
export function startChild(args: string[], { env = {}, output = 'inherit', watchedAs }: Options = {}): Child {
  const child = spawn(process.execPath, ['--import', CHILD_PRELOAD, ...args], {
    cwd: root,
    stdio: ['ignore', output, output, 'ipc'],
    detached: true,
    env: { ...process.env, ...env },
  })
  let reason: string | undefined
  if (watchedAs) {
    watchHeartbeat(child, watchedAs, (why) => {
      reason = why
    })
  }
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code, signal) => {
      reason ??= describeExit(code, signal)
      resolve(code ?? (signal === 'SIGTERM' ? 0 : 1))
    })
    child.once('error', ({ message }) => {
      reason ??= message
      resolve(1)
    })
  })
  return {
    pid: child.pid,
    ended,
    reason: () => reason,
    stop: (timeout = STOP_TIMEOUT_MS) => stop(child, ended, timeout),
  }
}

export function describeExit(code: number | null, signal: string | null) {
  return signal ? `killed by ${signal}` : `exit code ${code}, see above`
}

async function stop(child: ChildProcess, ended: Promise<number>, timeout: number) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), timeout)
  await ended
  clearTimeout(killTimer)
}

/**
 * Kills a process whose event loop hangs. Missed pings are counted instead of timed, so that a machine that slept does not
 * wake up to processes that seem to hang.
 *
 * @param name for the log, such as "The job worker"
 */
export function watchHeartbeat(child: ChildProcess, name: string, onHang: (why: string) => void = () => {}) {
  let missed = 0
  let limit = MISSED_WHILE_LOADING
  const timer = setInterval(() => {
    if (missed++ < limit) return void (child.connected && child.send('ping', () => {}))
    clearInterval(timer)
    const [load] = os.loadavg()
    const why = `has not responded for ${(limit * PING_MS) / 1_000} seconds`
    console.error(`${name} ${why} and is killed. Load ${load!.toFixed(1)}, ${os.availableParallelism()} processors.`)
    onHang(`it ${why}`)
    child.kill('SIGKILL')
  }, PING_MS)
  timer.unref()
  child.on('message', (message) => {
    if (message === 'loaded') limit = MISSED_PINGS
    if (message === 'pong' || message === 'loaded') missed = 0
  })
  child.once('exit', () => clearInterval(timer))
}
