/** Signals sent again within this time are the same request: npm, a shell and a service manager each pass them on. */
const REPEAT_MS = 1_000

/** Calls `stop` at the first of the signals, and `force` at one that comes more than a second later. */
export function handleStopSignals(signals: NodeJS.Signals[], stop: () => void, force: () => void) {
  let asked: number | undefined
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

/**
 * A signal that aborts when the process is asked to stop, for a graceful shutdown. A second request more than a second
 * later exits at once, together with all child processes.
 */
function listenForStop(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort(new StopRequest())
  handleStopSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], stop, () => process.exit(1))
  // After its terminal has closed, failed output must not end the process early.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  return controller.signal
}

/** The process was asked to stop before it had started. Not a failure. */
class StopRequest extends Error {}

/** An error with its own exit code, for scripts. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Runs a command and exits with its code, or prints the error and exits with the error's code, by default 1. */
export async function runMain(command: (stop: AbortSignal) => Promise<number>): Promise<never> {
  const stop = listenForStop()
  let code = 0
  try {
    code = await command(stop)
  } catch (error) {
    const isStop = error instanceof StopRequest || (error as Error).cause instanceof StopRequest
    if (!isStop) {
      console.error(`\n${(error as Error).message}\n`)
      code = error instanceof CommandError ? error.exitCode : 1
    }
  }
  // Handles that a library left open must not keep a stopped site running.
  process.exit(code)
}

/** Resolves when a stop is requested. */
export function untilAborted(stop: AbortSignal) {
  return new Promise<void>((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}
