import { escapeHtml } from '~/http/escape'
import type { Block, Item, Link, MailFact, Outcome } from './blocks'
import { dayAndMonth } from './days'
import { GREEN, INK, inkLineAbove, lineBelow, MUTED, sans, serif, strongLineAbove, strongLineBelow } from './styles'
import { unlinked } from './unlinked'

const TABLE = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'
const WIDE = `${TABLE} width="100%"`

/** Any text, safe inside an element. */
export const print = (text: string) => escapeHtml(unlinked(text))

const space = (height: number) => `<div style="height:${height}px;line-height:${height}px;font-size:1px;">&nbsp;</div>`

export function blockHtml(block: Block, isLast: boolean): string {
  switch (block.kind) {
    case 'alarm':
      return `<p class="red" style="margin:0 0 10px;${sans('400 15px/1.55', '#b3271e')}"><strong>${print(block.text)}</strong></p>`
    case 'heading':
      return `<h1 class="ink h1" style="margin:0 0 12px;${serif('600 29px/1.2')}letter-spacing:-0.3px;">${print(block.text)}</h1>`
    case 'paragraph':
      return block.isMuted
        ? `<p class="mut" style="margin:0 0 14px;${sans('400 15px/1.55', MUTED)}">${print(block.text)}</p>`
        : `<p class="ink" style="margin:0 0 16px;${sans('400 16px/1.55')}">${print(block.text)}</p>`
    case 'quote':
      return `<p class="ink str" style="margin:0 0 16px;padding:0 0 0 16px;border-left:2px solid #b7c5ba;${sans('400 16px/1.55')}white-space:pre-wrap;">${escapeText(block.text)}</p>`
    case 'button':
      return button(block.link) + (isLast ? '' : space(22))
    case 'choices':
      return `${space(4)}${WIDE}>${block.links.map(choice).join('')}</table>${space(8)}`
    case 'address':
      return `<p class="mut" style="margin:0;${sans('400 14px/1.55', MUTED)}">If the button does nothing, open this address:<br><a href="${escapeHtml(block.url)}" class="grn" style="color:${GREEN};word-break:break-all;">${escapeHtml(block.url)}</a></p>`
    case 'facts':
      return `${WIDE}>${block.rows.map(factRow).join('')}</table>${space(24)}`
    case 'change':
      return changeTable(block)
    case 'section':
      return section(block.title, block.items)
    case 'outcomes':
      return `${WIDE}>${block.items.map(outcomeRow).join('')}</table>`
    case 'own review':
      return ownReview(block)
  }
}

/** With its line breaks, for `white-space: pre-wrap`. */
const escapeText = (text: string) => print(text.replace(/\r\n?/g, '\n')).replaceAll('&#10;', '<br>')

function button({ label, url }: Link) {
  return `${space(6)}${TABLE}><tr><td class="btn" style="background:${GREEN};border:1px solid ${GREEN};border-radius:6px;"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;${sans('600 16px/1.2', '#ffffff')}text-decoration:none;border-radius:6px;">${print(label)}</a></td></tr></table>`
}

function choice({ label, url }: Link) {
  return `<tr><td class="btn2" style="background:#ffffff;border:1px solid #788a80;border-radius:6px;"><a href="${escapeHtml(url)}" class="ink" style="display:block;padding:14px 18px;${sans('600 16px/1.3')}text-decoration:none;">${print(label)}</a></td></tr><tr><td style="height:10px;line-height:10px;font-size:1px;">&nbsp;</td></tr>`
}

function factRow([label, value]: MailFact) {
  return `<tr><td class="mut line" valign="top" style="padding:9px 16px 9px 0;${lineBelow}${sans('400 15px/1.45', MUTED)}">${print(label)}</td><td class="ink line" align="right" valign="top" style="padding:9px 0;${lineBelow}${sans('600 15px/1.45')}">${print(value)}</td></tr>`
}

function changeTable({ was, now, nowLabel }: Extract<Block, { kind: 'change' }>) {
  const half = (label: string, html: string, padding: string) =>
    `<td class="half line" width="50%" valign="top" style="width:50%;padding:${padding};${lineBelow}"><span class="mut" style="${sans('600 13px/1.4', MUTED)}">${print(label)}</span><br>${html}</td>`
  const before = `<s class="mut" style="${sans('400 16px/1.5', MUTED)}">${print(was)}</s>`
  const after = `<strong class="ink" style="${sans('600 16px/1.5')}">${print(now)}</strong>`
  return `${space(4)}${WIDE} class="str" style="${inkLineAbove}"><tr>${half('Was', before, '14px 16px 14px 0')}${half(nowLabel, after, '14px 0 14px 16px')}</tr></table>${space(20)}`
}

function section(title: string, items: Item[] | undefined) {
  const count = `<td class="str mut" align="right" style="padding:0 0 8px;${strongLineBelow}${sans('400 14px/1.3', MUTED)}vertical-align:bottom;">${items?.length ?? ''}</td>`
  const head = `${WIDE} style="margin:20px 0 0;"><tr><td class="str" style="padding:0 0 8px;${strongLineBelow}"><h2 class="ink" style="margin:0;${serif('600 20px/1.3')}">${print(title)}</h2></td>${count}</tr></table>`
  return items ? `${head}${WIDE}>${items.map(itemRow).join('')}</table>${space(12)}` : head + space(10)
}

const DAY_CELL = `width:52px;padding:14px 12px 14px 0;${lineBelow}border-right:1px solid #e0a49b;${sans('400 13px/1.35', MUTED)}white-space:nowrap;`
const DAY = `<strong class="ink" style="${sans('600 14px/1.35')}">`
const ITEM_CELL = `<td class="line" valign="top" style="padding:14px 0 14px 16px;${lineBelow}">`
const ITEM_TITLE = `class="ink" style="${sans('600 16px/1.4')}text-decoration:none;"`
const ITEM_TEXT = `<span class="ink" style="${sans('400 15px/1.5')}">`
const ITEM_NOTE = `<span class="mut" style="${sans('400 13px/1.5', MUTED)}">`

function itemRow({ day, title, url, text, note }: Item) {
  const [number, month] = dayAndMonth(day)
  const date = `<td class="mut rule line" width="52" align="right" valign="top" style="${DAY_CELL}">${DAY}${number}</strong><br>${month}</td>`
  const below = note ? `<br>${ITEM_NOTE}${print(note)}</span>` : ''
  return `<tr>${date}${ITEM_CELL}<a href="${escapeHtml(url)}" ${ITEM_TITLE}>${print(title)}</a><br>${ITEM_TEXT}${itemText(text)}</span>${below}</td></tr>`
}

function outcomeRow({ label, isBad, title, text, url, action }: Outcome) {
  const [tone, color, sign] = isBad ? ['red', '#b3271e', '&#10005;'] : ['grn', GREEN, '&#10003;']
  const href = escapeHtml(url)
  const link = action
    ? `<br><a href="${href}" class="grn" style="display:inline-block;padding:6px 0;${sans('600 15px/1.4', GREEN)}text-decoration:underline;">${print(action)}</a>`
    : ''
  return `<tr><td class="line" valign="top" style="padding:16px 0;${lineBelow}"><span class="${tone}" style="${sans('600 13px/1.4', color)}">${sign} ${print(label)}</span><br><a href="${href}" class="ink" style="${sans('600 17px/1.4')}text-decoration:underline;">${print(title)}</a><br><span class="mut" style="${sans('400 15px/1.5', MUTED)}">${print(text)}</span>${link}</td></tr>`
}

function itemText(text: Item['text']) {
  if (typeof text === 'string') return print(text)
  const { was, now } = text
  return `<s class="mut" style="color:${MUTED};">${print(was)}</s> now <strong>${print(now)}</strong>`
}

function ownReview({ day, rating, title }: Extract<Block, { kind: 'own review' }>) {
  const stars = `<span class="brs" role="img" aria-label="${rating} out of 5 stars" style="${sans('400 16px/1.5', '#8a5b04')}">${'&#9733;'.repeat(rating)}</span>`
  return `${WIDE} class="str" style="${strongLineAbove}"><tr><td style="padding:14px 0 0;"><span class="mut" style="${sans('400 13px/1.5', MUTED)}">What you wrote on ${print(day)}</span><br>${stars} <strong class="ink" style="${sans('600 15px/1.5', INK)}">${print(title)}</strong></td></tr></table>`
}
