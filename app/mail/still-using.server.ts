import { env } from '~/env.server'
import { letter } from './letter.server'

type StillUsing = {
  questionId: string
  /** The title of the deal. */
  title: string
  /** "on 3 Nov 2025, 12 months ago" */
  bought: string
}

/** Asks whether a product is still in use. Its links only fill in a form. */
export function stillUsing(to: string, { questionId, title, bought }: StillUsing) {
  const link = (label: string, answer: string) => ({ label, url: `${env.SITE_URL}/still/${questionId}?a=${answer}` })
  return letter({
    to,
    subject: `Still using ${title}?`,
    paragraphs: [
      `You bought ${title} ${bought}. Your answer becomes a dated line under your review; the review stays as you wrote it.`,
      link('Yes', 'yes'),
      link('Sometimes', 'sometimes'),
      link('No', 'no'),
      link('It no longer exists', 'gone'),
      'Each link opens a short form with that answer filled in, for a rating and, if you like, up to 500 characters. Nothing is sent until you press Send there.',
      'We ask 6, 12, 24 and 36 months after a purchase, once each.',
      link('Do not ask me again', 'stop'),
    ],
  })
}
