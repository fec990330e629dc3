import MarkdownIt, { type Token } from 'markdown-it'

/** Emphasis inside emphasis goes this deep. The library stops lists in lists at ten. */
const DEEPEST_EMPHASIS = 6

/**
 * The Markdown that staff may use: paragraphs with their line breaks, bold, emphasis, lists and links, and what `rules`
 * of the library add. Everything else, HTML above all, is shown as the text it is.
 */
export function createMarkdown(rules: string[] = []) {
  const markdown = MarkdownIt('zero', { breaks: true }).enable([
    'hr',
    'list',
    'newline',
    'escape',
    'emphasis',
    'balance_pairs',
    'fragments_join',
    'link',
    ...rules,
  ])
  const own = markdown.renderer.rules
  type Rule = NonNullable<(typeof own)['text']>

  // A line of dashes or stars is recognized so that it is not taken for lists in lists, and then shown as written.
  own.hr = (tokens, index) => `<p>${markdown.utils.escapeHtml(tokens[index]!.markup)}</p>\n`

  const shallowOnly: Rule = (tokens, index, options, _env, renderer) =>
    tokens[index]!.level < DEEPEST_EMPHASIS ? renderer.renderToken(tokens, index, options) : ''
  for (const rule of ['em_open', 'em_close', 'strong_open', 'strong_close']) own[rule] = shallowOnly

  // Each block gets its own text direction.
  const withDirection: Rule = (tokens, index, options, _env, renderer) => {
    tokens[index]!.attrSet('dir', 'auto')
    return renderer.renderToken(tokens, index, options)
  }
  for (const rule of ['paragraph_open', 'heading_open', 'bullet_list_open', 'ordered_list_open']) {
    own[rule] = withDirection
  }
  // "[word]()" would link to the page that it is on, so only the word is left.
  markdown.core.ruler.after('inline', 'empty_links', ({ tokens }) => {
    for (const token of tokens) if (token.children) token.children = withoutEmptyLinks(token.children)
  })
  return markdown
}

function withoutEmptyLinks(tokens: Token[]) {
  let isEmpty = false
  // A link contains no other link.
  return tokens.filter((token) => {
    if (token.type === 'link_open') isEmpty = !token.attrGet('href')
    return !(isEmpty && (token.type === 'link_open' || token.type === 'link_close'))
  })
}

/** The words of a text without its Markdown, a line for each paragraph and entry. */
export function plainText(markdown: MarkdownIt, text: string) {
  const lines: string[] = []
  let number = ''
  for (const { type, info, markup, content, children } of markdown.parse(withPlainLists(text), {})) {
    if (type === 'list_item_open') number = info ? `${info}${markup} ` : ''
    else if (type === 'hr') lines.push(markup)
    else if (type === 'inline') {
      lines.push(number + (children?.map(textOf).join('') ?? content))
      number = ''
    }
  }
  return lines.filter((line) => line.trim() !== '').join('\n')
}

function textOf({ type, content }: { type: string; content: string }) {
  return type === 'softbreak' || type === 'hardbreak' ? '\n' : content
}

const ENTRY = /^[ \t]*([-*+]|\d+[.)])[ \t]/

/**
 * Two habits that Markdown does not know: lists pasted with dots, and a sentence on the line after a list, which is no
 * part of the last entry unless it is indented.
 */
export function withPlainLists(text: string) {
  let isInList = false
  const lines = text.split(/\r\n?|\n/).map((given) => {
    const line = given.replace(/^([ \t]*)• +/, '$1- ')
    const isEntry = ENTRY.test(line)
    const endsList = isInList && !isEntry && /^\S/.test(line)
    isInList = isEntry || (isInList && !endsList)
    return endsList ? `\n${line}` : line
  })
  return lines.join('\n')
}
