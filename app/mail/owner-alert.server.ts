import { env } from '~/env.server'
import type { Block } from './layout/blocks'
import { letter, type Reader } from './letter.server'
import { unsubscribe } from './unsubscribe-link.server'

type OwnerAlert = {
  /** "Moorline CRM: the client portal leaves the lifetime plan" */
  heading: string
  /** What happened, in a sentence or two. */
  text: string
  /** A change of a value, with "From 1 March 2027" or "Now". */
  change?: { was: string; now: string; nowLabel: string }
  facts: [label: string, value: string][]
  url: string
  /** The product, as in the person's purchases. */
  product: string
}

/** Notifies owners at once of a change to something they bought. The subject does not say what they own. */
export function ownerAlert(reader: Reader, { heading, text, change, facts, url, product }: OwnerAlert) {
  return letter({
    to: reader.email,
    reader: reader.id,
    subject: 'A change that affects you',
    preview: heading,
    blocks: [
      { kind: 'alarm', text: 'A change to something you bought' },
      { kind: 'heading', text: heading },
      { kind: 'paragraph', text },
      ...(change ? [{ kind: 'change', ...change } satisfies Block] : []),
      { kind: 'facts', rows: facts },
      { kind: 'button', link: { label: 'Read the change and its source', url } },
    ],
    finePrint: [
      [
        {
          text: `You're getting this because ${product} is among your purchases. We send changes that affect owners right away, unless you turn off email.`,
        },
      ],
      [
        { link: { label: 'Your purchases', url: `${env.SITE_URL}/account/purchases` } },
        unsubscribe(reader.id, 'Unsubscribe from all emails'),
      ],
    ],
  })
}
