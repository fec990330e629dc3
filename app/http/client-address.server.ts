import { findRequestContext } from '~/edge/context.server'

/** The visitor's address, for rate limits. One bucket for whatever runs outside of a request. */
export function clientAddress(): string {
  return findRequestContext()?.address ?? 'none'
}
