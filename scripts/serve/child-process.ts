import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** How long a process may take to end after SIGTERM. Web processes end by themselves before that. */
const STOP_TIMEOUT_MS = 4_200

export type Child = {
  pid?: number
  /** Settles with the exit code when the process has ended, whoever ended it. */
  ended: Promise<number>
  /** Settles once it does its work; without it, that is at once. */
  ready?: Promise<void>
  /** Why it ended, where it has said so. */
  reason?(): string | undefined
  /** Asks it to end, and insists after `timeout` milliseconds. */
  stop(timeout?: number): Promise<void>
}

type Options = { env?: Record<string, string | undefined>; output?: 'inherit' | 'ignore' | number }

/**
 * Starts a Node process in a process group of its own, so that Ctrl-C reaches only its parent, which stops things in
 * the right order. Should the parent be killed, the child notices and ends too.
 */
export function startChild(args: string[], { env = {}, output = 'inherit' }: Options = {}): Child {
  const watch = ['--import', path.join(root, 'scripts/serve/end-with-parent.js')]
  const child = spawn(process.execPath, [...watch, ...args], {
    cwd: root,
    stdio: ['ignore', output, output, 'ipc'],
    detached: true,
    env: { ...process.env, ...env },
  })
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGTERM' ? 0 : 1)))
    child.once('error', () => resolve(1))
  })
  return { pid: child.pid, ended, stop: (timeout = STOP_TIMEOUT_MS) => stop(child, ended, timeout) }
}

async function stop(child: ChildProcess, ended: Promise<number>, timeout: number) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), timeout)
  await ended
  clearTimeout(insist)
}
