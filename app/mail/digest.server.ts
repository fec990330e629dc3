import { env } from '~/env.server'
import type { Block, FinePrint, Item } from './layout/blocks'
import { letter, type Reader } from './letter.server'
import { unsubscribe } from './unsubscribe-link.server'

type DigestSection = { title: string; items: Item[] }

/** `REMINDER`: of deadlines that end before the next weekly digest. */
export type DigestRhythm = 'AT_ONCE' | 'WEEKLY' | 'REMINDER'

type Digest = {
  rhythm: DigestRhythm
  /** "16 to 22 November 2026" */
  period: string
  sections: DigestSection[]
  /** How many there are, and how many of them found no room. */
  count: number
  left: number
}

/** Changes of what a member follows or bought. The subject states how many, never which. */
export function digest(reader: Reader, { rhythm, period, sections, count, left }: Digest) {
  const subject = subjectOf(rhythm, count)
  const titles = sections.flatMap(({ items }) => items.map(({ title }) => title))
  const notifications = `${env.SITE_URL}/account/notifications`
  const settings = `${env.SITE_URL}/account/following#mail`
  return letter({
    to: reader.email,
    reader: reader.id,
    subject,
    preview: [...new Set(titles)].slice(0, 3).join(', '),
    blocks: [
      { kind: 'heading', text: subject },
      {
        kind: 'paragraph',
        isMuted: true,
        text: `${period}. ${rhythm === 'REMINDER' ? 'This ends before your next weekly email.' : CHECKED}`,
      },
      ...sections.map(({ title, items }): Block => ({ kind: 'section', title, items })),
      ...(left ? [{ kind: 'paragraph', text: `And ${left} more.` } satisfies Block] : []),
      { kind: 'button', link: { label: 'See all notifications', url: notifications } },
    ],
    finePrint: [[rhythmNote(rhythm, settings)], [unsubscribe(reader.id)]],
  })
}

const CHECKED = 'Every verified change was checked by a person.'

function subjectOf(rhythm: DigestRhythm, count: number) {
  if (rhythm === 'REMINDER') return count === 1 ? 'A deadline is near' : `${count} deadlines are near`
  const changed = count === 1 ? '1 thing changed' : `${count} things changed`
  return rhythm === 'WEEKLY' ? `Your week: ${changed}` : `${changed} in what you follow`
}

function rhythmNote(rhythm: DigestRhythm, url: string): FinePrint {
  if (rhythm === 'REMINDER') {
    return {
      text: "You're getting this now because your next weekly email would come too late.",
      link: { label: 'Choose how often you get email', url },
    }
  }
  return rhythm === 'WEEKLY'
    ? {
        text: "You're getting this because you chose a weekly digest.",
        link: { label: 'Change to daily or never', url },
      }
    : {
        text: "You're getting this because you chose a daily digest.",
        link: { label: 'Change to weekly or never', url },
      }
}
