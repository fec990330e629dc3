import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

export type Child = {
  /** Settles with the exit code when the process has ended, whoever ended it. */
  ended: Promise<number>
  /** Asks it to end, and insists after `patience` milliseconds. */
  stop(patience?: number): Promise<void>
}

type Options = { env?: Record<string, string | undefined>; output?: 'inherit' | 'ignore' | number }

/**
 * Starts a Node process in a process group of its own, so that Ctrl-C reaches only its parent, which stops things in
 * the right order. Should the parent die without a word, the child notices and ends too.
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
  return { ended, stop: (patience = 4_000) => stop(child, ended, patience) }
}

async function stop(child: ChildProcess, ended: Promise<number>, patience: number) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), patience)
  await ended
  clearTimeout(insist)
}
