import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuardedServer } from '~/edge/http-server.server'

export type GuardedApp = {
  port: number
  server: Server
  /** The bytes of bodies that the app has read. */
  bytesRead: number
  /**
   * The requests that have reached the app since the last call, as method and URL. Includes those that the edge still
   * holds while it reads the settings of the site; their clients may have received a response already.
   */
  takeReached(): Promise<string[]>
  stop(): Promise<void>
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A small app behind the edge, on a real server: it reads bodies and answers 200.
 *
 * @param answersAfter milliseconds until the answer, whether or not the body has arrived; default: after the body
 */
export async function startGuardedApp(
  answer: Answer = (_request, response) => response.end('page'),
  answersAfter?: number,
): Promise<GuardedApp> {
  const app = { port: 0, bytesRead: 0 } as GuardedApp
  let reached: string[] = []
  app.server = createGuardedServer((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    request.on('data', (chunk: Buffer) => {
      app.bytesRead += chunk.length
    })
    if (answersAfter === undefined) request.on('end', () => answer(request, response))
    else setTimeout(() => answer(request, response), answersAfter)
  })
  await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve))
  app.port = (app.server.address() as AddressInfo).port
  app.takeReached = async () => {
    // Requests reach the app in the order in which they arrived, so this one is the last.
    await fetch(`http://127.0.0.1:${app.port}/last`)
    const taken = reached.filter((request) => request !== 'GET /last')
    reached = []
    return taken
  }
  app.stop = async () => {
    app.server.closeAllConnections()
    await new Promise((resolve) => app.server.close(resolve))
  }
  return app
}
