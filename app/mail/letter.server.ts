import { env } from '~/env.server'
import { escapeHtml } from '~/http/escape-html'

type Letter = { to: string; subject: string; paragraphs: string[]; link?: { label: string; url: string } }

/**
 * Builds a mail as plain text and simple HTML. It must not hold text from members: mail programs would turn a name that
 * looks like a URL into a link.
 */
export function letter({ to, subject, paragraphs, link }: Letter) {
  const sender = `${env.SITE_NAME}, ${env.SITE_URL}`
  const text = [paragraphs[0], link && `${link.label}:\n${link.url}`, ...paragraphs.slice(1), `-- \n${sender}`]
  const html = [
    ...paragraphs.slice(0, 1).map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    link && `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`,
    ...paragraphs.slice(1).map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    `<p>${escapeHtml(sender)}</p>`,
  ]
  return {
    to,
    subject: `${subject} | ${env.SITE_NAME}`,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">${html.filter(Boolean).join('')}</body></html>`,
    link: link?.url,
  }
}
