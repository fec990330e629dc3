/** Kinds of contributions whose changes are announced with the deals they are about. */
export const KINDS = ['reviews', 'changes', 'comments'] as const
export type Kind = (typeof KINDS)[number]

/**
 * What a page shows of contributions: `reviews <deal id>` for those of one deal, `reviews` for those of any deal.
 * `undefined` stands for everything.
 */
export type Tags = ReadonlySet<string> | undefined

/** More named changes than this count as a change of everything, which bounds the memory. */
const MAX_NAMED = 5_000
const ANNOUNCEMENT = /^(?:reviews|changes|comments)(?: [0-9a-f-]{36}){1,8}$/

/** When what was announced as changed, by versions that grow with every announcement. */
export class ContentChanges {
  version = 0
  #everything = 0
  readonly #named = new Map<string, number>()

  /** @param announcement the payload of a notification; one that is not understood stands for everything */
  note(announcement: string) {
    if (!ANNOUNCEMENT.test(announcement) || this.#named.size > MAX_NAMED) return this.noteEverything()
    this.version++
    const [kind, ...dealIds] = announcement.split(' ')
    this.#named.set(kind!, this.version)
    for (const id of dealIds) this.#named.set(`${kind} ${id}`, this.version)
  }

  noteEverything() {
    this.version++
    this.#everything = this.version
    this.#named.clear()
  }

  /** Whether anything with one of these tags was announced after a version. */
  hasChanged(tags: Tags, since: number) {
    if (this.#everything > since) return true
    if (!tags) return this.version > since
    for (const tag of tags) if ((this.#named.get(tag) ?? 0) > since) return true
    return false
  }
}
