import MarkdownIt from 'markdown-it'
import { outsideUrl } from '~/ui/outside-url'

/** Emphasis inside emphasis goes this deep. The library stops lists in lists at ten. */
const DEEPEST_EMPHASIS = 6

/**
 * The Markdown that staff may use in the description of a deal: paragraphs with their line breaks, bold, emphasis, lists
 * and links. Everything else, HTML above all, is shown as the text it is.
 */
const markdown = MarkdownIt('zero', { breaks: true }).enable([
  'hr',
  'list',
  'newline',
  'escape',
  'emphasis',
  'balance_pairs',
  'fragments_join',
  'link',
])
const { rules } = markdown.renderer
type Rule = NonNullable<(typeof rules)['text']>

markdown.validateLink = (address) => outsideUrl(address) !== undefined

rules.link_open = (tokens, index) => {
  const address = markdown.utils.escapeHtml(String(tokens[index]!.attrGet('href')))
  return `<a class="link" href="${address}" target="_blank" rel="nofollow ugc noopener">`
}
rules.link_close = () => '<span class="sr-only"> (opens in a new tab)</span></a>'

// A line of dashes or stars is recognized so that it is not taken for lists in lists, and then shown as written.
rules.hr = (tokens, index) => `<p>${markdown.utils.escapeHtml(tokens[index]!.markup)}</p>\n`

const shallowOnly: Rule = (tokens, index, options, _env, renderer) =>
  tokens[index]!.level < DEEPEST_EMPHASIS ? renderer.renderToken(tokens, index, options) : ''
for (const rule of ['em_open', 'em_close', 'strong_open', 'strong_close']) rules[rule] = shallowOnly

// Each block gets its own text direction.
const withDirection: Rule = (tokens, index, options, _env, renderer) => {
  tokens[index]!.attrSet('dir', 'auto')
  return renderer.renderToken(tokens, index, options)
}
for (const rule of ['paragraph_open', 'bullet_list_open', 'ordered_list_open']) rules[rule] = withDirection

/** The description of a deal as HTML that is safe to show. */
export function renderDescription(description: string) {
  return markdown.render(withPlainLists(description))
}

/** The words of a description without its Markdown, a line for each paragraph and entry. */
export function plainDescription(description: string) {
  const lines: string[] = []
  let number = ''
  for (const { type, info, markup, content, children } of markdown.parse(withPlainLists(description), {})) {
    if (type === 'list_item_open') number = info ? `${info}${markup} ` : ''
    else if (type === 'hr') lines.push(markup)
    else if (type === 'inline') {
      lines.push(number + (children?.map(textOf).join('') ?? content))
      number = ''
    }
  }
  return lines.filter((line) => line.trim() !== '').join('\n')
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

function textOf({ type, content }: { type: string; content: string }) {
  return type === 'softbreak' || type === 'hardbreak' ? '\n' : content
}

const ENTRY = /^[ \t]*([-*+]|\d+[.)])[ \t]/

/**
 * Two habits that Markdown does not know: lists pasted with dots, and a sentence on the line after a list, which is no part
 * of the last entry unless it is indented.
 */
function withPlainLists(description: string) {
  let isInList = false
  const lines = description.split(/\r\n?|\n/).map((given) => {
    const line = given.replace(/^([ \t]*)• +/, '$1- ')
    const isEntry = ENTRY.test(line)
    const endsList = isInList && !isEntry && /^\S/.test(line)
    isInList = isEntry || (isInList && !endsList)
    return endsList ? `\n${line}` : line
  })
  return lines.join('\n')
}
