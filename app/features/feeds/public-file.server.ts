import type { LoaderFunctionArgs } from '@remix-run/node'
import { contentVersion } from '~/db/content-version.server'
import { preferReplica, readDuringOutage } from '~/db/replica.server'

type Load = (args: LoaderFunctionArgs) => Promise<Response>

/**
 * The loader of a file for everybody. It is read from the replica like a visitor's page, and for whoever sends cookies
 * from the database, so that members find what they have just sent.
 */
export function publicFile(load: Load): Load {
  return async (args) => {
    if (args.request.headers.has('Cookie')) return load(args)
    const version = contentVersion()
    if (version === undefined) return readDuringOutage(() => load(args))
    const outcome = await preferReplica(
      version,
      () => settle(load(args)),
      () => false,
    )
    if ('thrown' in outcome) throw outcome.thrown
    return outcome.response
  }
}

/** A thrown response, like a 404 or a redirect, is no failure of the replica. */
async function settle(response: Promise<Response>): Promise<{ response: Response } | { thrown: Response }> {
  try {
    return { response: await response }
  } catch (thrown) {
    if (thrown instanceof Response) return { thrown }
    throw thrown
  }
}
