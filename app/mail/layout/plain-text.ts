import type { Block, Contents, FinePrint, Item, Link, MailFact, Outcome } from './blocks'
import { formatMailDay } from './days'
import { unlinked } from './unlinked'

const WIDTH = 72
/** "22 Nov  " */
const DAY_WIDTH = 8

/** The plain part of a mail: 72 characters wide, each URL on a separate line. */
export function renderText({ subject, blocks, finePrint }: Contents, site: { name: string; url: string }) {
  const body = blocks.filter((block) => !(block.kind === 'heading' && block.text === subject)).map(blockText)
  return `${[...body, ...finePrint.flat().map(finePrintText), `-- \n${site.name}, ${site.url}`].filter(Boolean).join('\n\n')}\n`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'alarm':
    case 'heading':
    case 'paragraph':
      return wrap(block.text)
    case 'quote':
      return block.text
        .split(/\r?\n/)
        .map((line) => wrap(line))
        .join('\n')
    case 'button':
      return linkText(block.link)
    case 'choices':
      return block.links.map(linkText).join('\n\n')
    case 'facts':
      return rowsText(block.rows)
    case 'change':
      return rowsText([
        ['Was', block.was],
        [block.nowLabel, block.now],
      ])
    case 'section':
      return [wrap(block.title.toUpperCase()), ...(block.items ?? []).map(itemText)].join('\n\n')
    case 'outcomes':
      return block.items.map(outcomeText).join('\n\n')
    case 'address':
    case 'own review':
      return ''
  }
}

const linkText = ({ label, url }: Link) => `${wrap(`${label}:`)}\n${url}`

function finePrintText({ text = '', link, after = '' }: FinePrint) {
  if (!link) return wrap(text)
  return linkText({ label: `${text} ${link.label}${after}`.trim(), url: link.url })
}

function rowsText(rows: MailFact[]) {
  const width = Math.max(...rows.map(([label]) => label.length)) + 3
  return rows
    .map(([label, value, kind]) => {
      const start = `${label}:`.padEnd(width)
      return kind === 'email' ? start + value : beside(start, value)
    })
    .join('\n')
}

function itemText({ day, title, url, text, note }: Item) {
  const indent = ' '.repeat(DAY_WIDTH)
  const [head, ...lines] = [title, sentenceOf(text), note].filter((line) => line !== undefined)
  const below = lines.map((line) => beside(indent, line))
  return [beside(formatMailDay(day).padStart(6).padEnd(DAY_WIDTH), head!), ...below, indent + url].join('\n')
}

function outcomeText({ label, title, text, url, action }: Outcome) {
  const link = action ? linkText({ label: action, url }) : url
  return [label.toUpperCase(), wrap(title), text && wrap(text), link].filter(Boolean).join('\n')
}

function sentenceOf(text: Item['text']) {
  if (typeof text === 'string') return text
  return `${text.now}, was ${text.was}.`
}

/** A text to the right of a label, its further lines below its first. */
function beside(label: string, text: string) {
  const indent = `\n${' '.repeat(label.length)}`
  return label + wrap(text, WIDTH - label.length).replaceAll('\n', indent)
}

/** Breaks a text into lines between words; a word longer than a line stays whole. */
export function wrap(text: string, width = WIDTH) {
  const lines: string[] = []
  let line = ''
  for (const word of unlinked(text).split(/\s+/)) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join('\n')
}
