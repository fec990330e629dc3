import type { DueLink } from './due-links.server'
import type { LinkVisit } from './visit-link.server'

/** Why a visit failed that an outage of our own network can cause too. */
const UNREACHED: unknown[] = ['name does not resolve', 'time-out', 'no answer'] satisfies LinkVisit['reason'][]
/** Fewer hosts can go offline on the same day. */
const MIN_HOSTS = 3

export const OUTAGE: LinkVisit = { result: 'UNKNOWN', reason: 'outage' }

/**
 * The visits of a run that reached no server. They are saved at the end, when it is clear whether the links or our own
 * network failed: in an outage, more than half of the hosts that worked before cannot be reached.
 */
export class UnreachedVisits {
  readonly list: { link: DueLink; visit: LinkVisit }[] = []
  readonly #reached = new Set<string>()
  readonly #unreached = new Set<string>()

  /** Takes a visit that reached no server. Returns false for any other, which can be saved at once. */
  take(host: string, link: DueLink, visit: LinkVisit): boolean {
    if (!UNREACHED.includes(visit.reason)) {
      this.#reached.add(host)
      return false
    }
    if (!link.hasFailed) this.#unreached.add(host)
    this.list.push({ link, visit })
    return true
  }

  isOutage(): boolean {
    const unreached = [...this.#unreached].filter((host) => !this.#reached.has(host)).length
    return unreached >= MIN_HOSTS && unreached > this.#reached.size
  }
}
