import type { IncomingMessage } from 'node:http'

/**
 * Removes `?_data=<route>`, with which Remix requested the data of one route before `.data` paths. Our pages never use
 * it, and actions that return form errors fail with it: the request gets the page instead.
 */
export function removeLegacyDataParam(request: IncomingMessage) {
  const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s)
  const params = new URLSearchParams(query)
  if (!params.has('_data')) return
  params.delete('_data')
  request.url = params.size > 0 ? `${path}?${params}` : path
}
