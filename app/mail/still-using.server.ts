import { env } from '~/env.server'
import { letter, type Reader } from './letter.server'
import { unsubscribe } from './unsubscribe-link.server'

type StillUsing = {
  questionId: string
  /** The title of the deal. */
  title: string
  /** "on 3 Nov 2025, 12 months ago" */
  bought: string
  /** What they wrote, and when. */
  review: { title: string; rating: number; day: string }
}

/** Asks whether a product is still in use. Its links only fill in a form. */
export function stillUsing(reader: Reader, { questionId, title, bought, review }: StillUsing) {
  const link = (label: string, answer: string) => ({ label, url: `${env.SITE_URL}/still/${questionId}?a=${answer}` })
  return letter({
    to: reader.email,
    reader: reader.id,
    subject: 'Still using it?',
    preview: `You bought it ${bought}. Yes, sometimes, no, or gone?`,
    blocks: [
      { kind: 'heading', text: `Still using ${title}?` },
      {
        kind: 'paragraph',
        text: `You bought it ${bought}. Your answer is added under your review with its date. The review itself stays as you wrote it.`,
      },
      {
        kind: 'choices',
        links: [
          link('Yes', 'yes'),
          link('Sometimes', 'sometimes'),
          link('No', 'no'),
          link('It no longer exists', 'gone'),
        ],
      },
      {
        kind: 'paragraph',
        isMuted: true,
        text: 'Each link opens a short form with your answer filled in. Nothing is sent until you press Send there.',
      },
      { kind: 'own review', ...review },
    ],
    finePrint: [
      [{ text: 'We ask 6, 12, 24 and 36 months after a purchase.' }],
      [{ link: link("Don't ask me again", 'stop') }, unsubscribe(reader.id, 'Unsubscribe from all emails')],
    ],
  })
}
