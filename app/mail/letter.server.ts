import { env } from '~/env.server'
import { escapeHtml } from '~/http/escape-html'

type Link = { label: string; url: string }
type Letter = {
  to: string
  subject: string
  /** A link stands in a paragraph of its own. */
  paragraphs: (string | Link)[]
  /** The main link, below the first paragraph. */
  link?: Link
}

/**
 * Builds a mail as plain text and simple HTML. It must not hold text from members: mail programs would turn a name that
 * looks like a URL into a link.
 */
export function letter({ to, subject, paragraphs, link }: Letter) {
  const sender = `${env.SITE_NAME}, ${env.SITE_URL}`
  const [first, ...rest] = paragraphs
  const blocks = [first!, ...(link ? [link] : []), ...rest]
  const text = [...blocks.map(toText), `-- \n${sender}`]
  const html = [...blocks, sender].map((block) => `<p>${toHtml(block)}</p>`)
  return {
    to,
    subject: `${subject} | ${env.SITE_NAME}`,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">${html.join('')}</body></html>`,
    link: link?.url,
  }
}

const toText = (block: string | Link) => (typeof block === 'string' ? block : `${block.label}:\n${block.url}`)

const toHtml = (block: string | Link) =>
  typeof block === 'string' ? escapeHtml(block) : `<a href="${escapeHtml(block.url)}">${escapeHtml(block.label)}</a>`
