import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '../serve/child-process'
import type { Guard } from './server-guard'
import type { Command } from './server-user'

const READY = /database system is ready to accept (?:read-only )?connections/
/** The child processes of a killed server end by themselves within seconds. */
const LEFT_BEHIND = /pre-existing shared memory block|lock file ".*" already exists/
const LEFT_BEHIND_TIMEOUT_MS = 20_000
/** How long a fast shutdown may take before it becomes an immediate one. */
const STOP_TIMEOUT_MS = 15_000
const KEPT_LINES = 200

type Options = { log: string; guard: Guard; stop?: AbortSignal }

/**
 * Runs `postgres` as a child process and resolves when it accepts connections.
 *
 * @throws an Error with the server's messages if it ends before that
 */
export async function startServerProcess(command: Command, { log, guard, stop }: Options): Promise<Child> {
  for (const begun = performance.now(); ; await sleep(200)) {
    const server = runServer(command, log)
    guard.protect(server.pid)
    void server.ended.then(() => guard.protect(undefined))
    const interrupt = () => void server.stop()
    stop?.addEventListener('abort', interrupt, { once: true })
    const isReady = await Promise.race([server.ready.then(() => true), server.ended.then(() => false)])
    stop?.removeEventListener('abort', interrupt)
    if (isReady) return server
    const isLate = performance.now() - begun > LEFT_BEHIND_TIMEOUT_MS
    if (stop?.aborted || isLate || !LEFT_BEHIND.test(server.reason())) throw new Error(server.reason())
  }
}

function runServer({ file, args, options }: Command, log: string) {
  // In its own process group, because Ctrl-C must not stop the database before the web server.
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  // Also in memory, because a full disk cannot be logged to the file.
  const lines: string[] = []
  const logFile = fs.createWriteStream(log, { flags: 'a', mode: 0o600 }).on('error', () => {})
  const ready = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      logFile.write(text)
      lines.push(...text.split('\n').filter(Boolean))
      lines.splice(0, lines.length - KEPT_LINES)
      if (READY.test(text)) resolve()
    })
  })
  const ended = waitForEnd(child, lines).finally(() => logFile.end())
  return {
    pid: child.pid,
    ready,
    ended,
    reason: () => describeEnd(lines, child.signalCode),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      // A fast shutdown: ends sessions and writes a checkpoint.
      child.kill('SIGINT')
      const insist = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
      await ended
      clearTimeout(insist)
    },
  }
}

async function waitForEnd(child: ChildProcess, lines: string[]) {
  const closed = new Promise((resolve) => child.once('close', resolve))
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', ({ message }) => {
      lines.push(message)
      resolve()
    })
  })
  // Its last output may still arrive, but orphaned child processes may keep the pipe open for longer.
  await Promise.race([closed, sleep(300)])
  return child.exitCode ?? 1
}

/** The server's last error messages, without those about single connections. */
function describeEnd(lines: string[], signal: string | null) {
  const isComplaint = (line: string) =>
    /(FATAL|PANIC|could not):? /.test(line) && !/terminating|database system is|authentication failed/.test(line)
  const said = lines.filter(isComplaint).slice(-3)
  const words = said.length > 0 || signal ? said : lines.slice(-3)
  // Without the time and process id at the start of each line.
  const texts = words.map((line) => line.replace(/^\d.*? \[\d+\] /, ''))
  return [...(signal ? [`it was ended by ${signal}`] : []), ...texts].join('\n')
}
