import { outsideUrl } from '~/ui/outside-url'
import { createMarkdown, plainText, withPlainLists } from './markdown.server'

/** Of the description of a deal: paragraphs with their line breaks, bold, emphasis, lists and links to other sites. */
const markdown = createMarkdown()

markdown.validateLink = (address) => outsideUrl(address) !== undefined

markdown.renderer.rules.link_open = (tokens, index) => {
  const address = markdown.utils.escapeHtml(String(tokens[index]!.attrGet('href')))
  return `<a class="link" href="${address}" target="_blank" rel="nofollow ugc noopener">`
}
markdown.renderer.rules.link_close = () => '<span class="sr-only"> (opens in a new tab)</span></a>'

/** The description of a deal as HTML that is safe to show. */
export function renderDescription(description: string) {
  return markdown.render(withPlainLists(description))
}

/** The words of a description without its Markdown, a line for each paragraph and entry. */
export function plainDescription(description: string) {
  return plainText(markdown, description)
}

/** What a deal is, for search engines and shared links: its summary, else its description. */
export function aboutDeal({ summary, description }: { summary: string | null; description: string | null }) {
  return summary ?? (description === null ? undefined : plainDescription(description))
}

/** The description of a deal, without a first paragraph that only repeats the summary above it. */
export function withoutSummary({ summary, description }: { summary: string | null; description: string | null }) {
  const [first = '', ...others] = (description ?? '').trim().split(/\n\s*\n/)
  const isRepeated = summary !== null && lettersOf(plainDescription(first)) === lettersOf(plainDescription(summary))
  return isRepeated ? others.join('\n\n') : (description ?? '')
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
