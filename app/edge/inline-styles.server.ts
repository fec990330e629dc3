import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { findUsedStyles, indexStyles, type StyleIndex } from './used-styles.server'

const LINK = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g
const END = '</body>'

/**
 * Makes visitors' pages paint without waiting for a style sheet: the rules that a page uses are in its head, and its
 * sheets, which hold the states that people and scripts cause, load after everything else: added by the script of visitors'
 * pages (enhance/styles), or from the end of the page without scripts.
 *
 * @param build the folder of the build
 */
export function makeStyleInliner(build: string) {
  const indexes = new Map<string, StyleIndex>()
  const indexOf = (address: string) => {
    const known = indexes.get(address)
    if (known) return known
    const index = indexStyles(fs.readFileSync(path.join(build, 'client', address), 'utf8'))
    indexes.set(address, index)
    return index
  }

  /** @returns the page and the source of its styles for the content policy; the page as it was if it links no sheets */
  return function inlineStyles(page: Buffer): { page: Buffer; source?: string } {
    const html = page.toString()
    const sheets = [...html.matchAll(LINK)].map(([, address]) => address!)
    const end = html.lastIndexOf(END)
    if (sheets.length === 0 || end === -1) return { page }
    // Made of our own sheets alone, so the hash admits nothing that somebody wrote into the page.
    const css = findUsedStyles(html, sheets.map(indexOf))
    let isFirst = true
    const head = html.slice(0, end).replace(LINK, () => {
      const style = isFirst ? `<style>${css}</style>` : ''
      isFirst = false
      return style
    })
    return {
      page: Buffer.from(head + lateLinks(sheets) + html.slice(end)),
      source: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    }
  }
}

/** Without scripts the sheets follow the content; otherwise enhance/styles adds what is in here after the first paint. */
function lateLinks(sheets: string[]) {
  const links = sheets.map((address) => `<link rel="stylesheet" href="${address}"/>`)
  return `<noscript data-late="">${links.join('')}</noscript>`
}
