import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuardedServer } from '~/edge/http-server.server'

export type GuardedApp = {
  port: number
  server: Server
  /** Requests that reached the app, as method and URL, and the bytes of bodies that it read. */
  reached: string[]
  bytesRead: number
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
  const app: GuardedApp = { port: 0, reached: [], bytesRead: 0 } as unknown as GuardedApp
  app.server = createGuardedServer((request, response) => {
    app.reached.push(`${request.method} ${request.url}`)
    request.on('data', (chunk: Buffer) => {
      app.bytesRead += chunk.length
    })
    if (answersAfter === undefined) request.on('end', () => answer(request, response))
    else setTimeout(() => answer(request, response), answersAfter)
  })
  await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve))
  app.port = (app.server.address() as AddressInfo).port
  app.stop = async () => {
    app.server.closeAllConnections()
    await new Promise((resolve) => app.server.close(resolve))
  }
  return app
}
