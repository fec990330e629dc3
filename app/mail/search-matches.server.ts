import type { Block, Item } from './layout/blocks'
import { letter, type Reader } from './letter.server'
import { unsubscribe, unsubscribeUrl } from './unsubscribe-link.server'

type SearchMatches = {
  search: string
  name: string
  /** Whether any of them is new; otherwise they match since they changed. */
  areNew: boolean
  /** "3 deals" */
  count: string
  /** "3 deals match since 22 Nov 2026." */
  summary: string
  deals: Item[]
  /** How many more match than are listed. */
  left: number
  /** The search on the site. */
  url: string
}

/** New matches of one saved search. */
export function searchMatches(
  reader: Reader,
  { search, name, areNew, count, summary, deals, left, url }: SearchMatches,
) {
  const heading = `${areNew ? 'New' : 'Changed'} for "${name}"`
  const stop = `${unsubscribeUrl(reader.id)}?search=${search}`
  return letter({
    to: reader.email,
    reader: reader.id,
    subject: `${heading}: ${count}`,
    preview: deals.map(({ title, text }) => `${title}: ${text}`).join(' '),
    blocks: [
      { kind: 'heading', text: heading },
      { kind: 'paragraph', isMuted: true, text: summary },
      { kind: 'section', title: areNew ? 'New matches' : 'Changed, and matching now', items: deals },
      ...(left ? [{ kind: 'paragraph', text: `And ${left} more.` } satisfies Block] : []),
      { kind: 'button', link: { label: 'See all matches', url } },
    ],
    finePrint: [
      [
        {
          text: "You're getting this because you saved this search.",
          link: { label: 'Stop for this search', url: stop },
        },
      ],
      [unsubscribe(reader.id, 'Unsubscribe from all emails')],
    ],
  })
}
