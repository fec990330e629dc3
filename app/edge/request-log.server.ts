import type { IncomingMessage, ServerResponse } from 'node:http'
import { hideSecrets, log } from '~/log.server'
import type { RequestContext } from './context.server'
import { pathOf } from './request-path'

/** One line for each request, when it is over. Without the query, which may hold a token or what somebody looks for. */
export function logAnswer(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
  const start = performance.now()
  response.once('close', () => {
    log.info({
      id: context.id,
      method: request.method,
      path: hideSecrets(pathOf(request).slice(0, 200)),
      status: response.statusCode,
      ms: Math.round((performance.now() - start) * 10) / 10,
      // The visitor left before there was an answer.
      aborted: response.headersSent || response.statusCode >= 400 ? undefined : true,
    })
  })
}
