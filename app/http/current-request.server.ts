import { setTimeout as sleep } from 'node:timers/promises'
import { findRequestContext } from '~/request-context.server'
import { addressBlock } from './network.server'

/** Marks the response to the current request as private: it is never cached. */
export function markPrivate() {
  const context = findRequestContext()
  if (context) context.isPersonal = true
}

/** Marks the response to the current request as incomplete: it is never cached. */
export function markIncomplete() {
  const context = findRequestContext()
  if (context) context.isIncomplete = true
}

/** Method, path and id of the current request. Undefined in jobs. */
export function currentRequest() {
  const context = findRequestContext()
  return context && { route: context.route, request: context.id }
}

/** Whether the current request submits a form. True also in the loaders that run after its action. */
export function isFormSubmission() {
  return findRequestContext()?.route.startsWith('POST ') ?? false
}

/**
 * The client's IPv4 address or IPv6 /64 network, which all rate limits count. Single IPv6 addresses are never counted: each
 * network has 2^64 of them. Code outside of a request shares the key 'none'.
 */
export function clientNetwork(): string {
  return addressBlock(findRequestContext()?.address ?? 'none')
}

const pending = new Set<Promise<unknown>>()

/** Registers work that continues after the response. The process finishes it before it exits. */
export function waitUntil<Result>(work: Promise<Result>): Promise<Result> {
  pending.add(work)
  const forget = () => pending.delete(work)
  work.then(forget, forget)
  return work
}

/** Waits until all background work has finished, or for `timeoutMs`. */
export async function drainBackgroundTasks(timeoutMs: number) {
  await Promise.race([Promise.allSettled(pending), sleep(timeoutMs)])
}
