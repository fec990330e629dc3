import type { IncomingMessage } from 'node:http'

/**
 * `?_data=<route>` is how Remix asked for the data of one route before it had `.data`. Our pages never do, and an
 * action that answers with a form's errors fails there: such an address is answered as the page that it names.
 */
export function removeLegacyDataParam(request: IncomingMessage) {
  const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s)
  const params = new URLSearchParams(query)
  if (!params.has('_data')) return
  params.delete('_data')
  request.url = params.size > 0 ? `${path}?${params}` : path
}
