import type { Child } from './child-process'

/**
 * A signal that aborts when the process is asked to stop, so that what is under way can end in order.
 * A second Ctrl-C or SIGTERM ends everything at once.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(1)
      controller.abort(new StopRequest())
    })
  }
  return controller.signal
}

/** Settles with the exit code: 0 when a stop was asked for, 1 when a child ended by itself. */
export function untilStopped(signal: AbortSignal, children: Child[]): Promise<number> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(0)
    signal.addEventListener('abort', () => resolve(0))
    for (const { ended } of children) void ended.then(() => resolve(signal.aborted ? 0 : 1))
  })
}

/** Not a failure: somebody asked the process to stop before it had started. */
class StopRequest extends Error {}

/** Runs a command to its end and exits with its code, or with 1 and the error's words. */
export async function runToTheEnd(command: (stop: AbortSignal) => Promise<number>): Promise<never> {
  let code = 0
  try {
    code = await command(listenForStop())
  } catch (error) {
    const isStop = error instanceof StopRequest || (error as Error).cause instanceof StopRequest
    if (!isStop) {
      console.error(`\n${(error as Error).message}\n`)
      code = 1
    }
  }
  // Nothing is left to wait for; what a library still holds open must not keep a stopped site running.
  process.exit(code)
}
