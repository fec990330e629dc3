import { env } from '~/env.server'
import { site } from '~/site.server'
import type { Contents } from './layout/blocks'
import { renderHtml } from './layout/html'
import { renderText } from './layout/plain-text'
import type { Mail } from './transport.server'
import { unsubscribeUrl } from './unsubscribe-link.server'

/** The member that a mail goes to. */
export type Reader = { id: string; email: string }

/** `reader`: the id of the member, for mails that they can unsubscribe from. Other mails are about their account. */
type Letter = Contents & { to: string; reader?: string }

/** Lays out a mail as HTML and as plain text. Its text may be from members: it is escaped, and never becomes a link. */
export function letter({ to, reader, ...contents }: Letter): Mail {
  const sender = { name: site.name, url: env.SITE_URL }
  const button = contents.blocks.find((block) => block.kind === 'button')
  return {
    to,
    subject: `${contents.subject} | ${site.name}`,
    text: renderText(contents, sender),
    html: renderHtml(contents, sender),
    link: button?.link.url,
    unsubscribe: reader && unsubscribeUrl(reader),
  }
}
