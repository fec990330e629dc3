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
