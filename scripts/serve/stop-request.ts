import { handleStopSignals } from './stop-signals.js'

/**
 * A signal that aborts when the process is asked to stop, so that what is under way can end in order. Asked again
 * later than a second after that, the process exits at once, and every process it started ends with it.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort(new StopRequest())
  handleStopSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], stop, () => process.exit(1))
  // When its terminal closes, nothing can be written any more, and that must not end the process before its time.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  return controller.signal
}

/** Not a failure: the process was asked to stop before it had started. */
class StopRequest extends Error {}

/** An error with the exit code that scripts can tell it by. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message)
  }
}

/** Runs a command to its end and exits with its code, or with the error's code (1) and words. */
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
  // Nothing is left to wait for; what a library still holds open must not keep a stopped site running.
  process.exit(code)
}

/** Resolves when a stop is asked for. */
export function untilAborted(stop: AbortSignal) {
  return new Promise<void>((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}
