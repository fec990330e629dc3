import { createMarkdown, plainText, withPlainLists } from '~/features/catalog/deals/page/markdown.server'
import { outsideUrl } from '~/ui/outside-url'
import { PAGE_FIELDS } from './site-page'

/** Of pages: that of descriptions with headings, tables and links within the site. */
const markdown = createMarkdown(['heading', 'table'])
const { rules } = markdown.renderer

const isInside = (address: string) => /^\/(?![/\\])/.test(address) || /^mailto:[^@\s]+@/i.test(address)

markdown.validateLink = (address) => isInside(address) || outsideUrl(address) !== undefined

type LinkState = { isOutside?: boolean }

rules.link_open = (tokens, index, _options, env: LinkState) => {
  const address = String(tokens[index]!.attrGet('href'))
  env.isOutside = !isInside(address)
  const target = env.isOutside ? ' target="_blank" rel="noopener"' : ''
  return `<a class="link" href="${markdown.utils.escapeHtml(address)}"${target}>`
}
rules.link_close = (_tokens, _index, _options, { isOutside }: LinkState) =>
  isOutside ? '<span class="sr-only"> (opens in a new tab)</span></a>' : '</a>'

// The title of the page is its only heading of the first level.
for (const rule of ['heading_open', 'heading_close']) {
  const render = rules[rule]
  rules[rule] = (tokens, index, options, env, renderer) => {
    const token = tokens[index]!
    if (token.tag === 'h1') token.tag = 'h2'
    return render ? render(tokens, index, options, env, renderer) : renderer.renderToken(tokens, index, options)
  }
}

const openStrong = rules.strong_open!
rules.strong_open = (tokens, index, ...rest) => {
  tokens[index]!.attrSet('class', 'font-semibold')
  return openStrong(tokens, index, ...rest)
}

// A wide table scrolls by itself, also by the keys.
rules.table_open = () => '<div class="overflow-x-auto" tabindex="0"><table>\n'
rules.table_close = () => '</table></div>\n'
for (const rule of ['th_open', 'td_open']) {
  rules[rule] = (tokens, index, options, _env, renderer) => {
    const token = tokens[index]!
    // The content security policy allows no styles of elements.
    const style = token.attrGet('style') ?? ''
    token.attrs = [['dir', 'auto']]
    if (style.includes('right')) token.attrSet('class', 'text-end')
    if (style.includes('center')) token.attrSet('class', 'text-center')
    return renderer.renderToken(tokens, index, options)
  }
}

/** The text of a page as HTML that is safe to show. */
export function renderPageText(text: string) {
  return markdown.render(withPlainLists(text), {})
}

/** The preview of texts that are not saved; a line stands for the list of data between those of /privacy. */
export function renderDraft(texts: (string | null)[]) {
  const shown = texts.flatMap((text) => (text ? [renderPageText(text.slice(0, PAGE_FIELDS.body.max))] : []))
  return shown.join('<hr>')
}

export function plainPageText(text: string) {
  return plainText(markdown, text)
}

/** The text before the first heading of the upper levels, and each such heading with the text below it. */
export function splitAtQuestions(text: string) {
  const source = withPlainLists(text)
  const lines = source.split('\n')
  const tokens = markdown.parse(source, {})
  const heads = tokens.flatMap(({ type, tag, level, map }, index) =>
    type === 'heading_open' && level === 0 && map && (tag === 'h1' || tag === 'h2')
      ? [{ question: plainPageText(tokens[index + 1]!.content), from: map[0], to: map[1] }]
      : [],
  )
  const textOf = (from: number, to: number | undefined) => lines.slice(from, to).join('\n').trim()
  return {
    intro: textOf(0, heads[0]?.from),
    questions: heads.map(({ question, to }, index) => ({ question, answer: textOf(to, heads[index + 1]?.from) })),
  }
}
