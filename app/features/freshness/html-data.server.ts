import { Parser } from 'htmlparser2'
import { MicrodataReader } from './microdata.server'
import type { SchemaNode } from './schema-node'

/** Shops nest a few dozen elements. The parser's own work for each tag grows with the depth. */
const MAX_DEPTH = 256
const MAX_TEXT = 5_000

/** What a page says to machines. */
export type HtmlData = {
  /** The parsed scripts of JSON-LD; those that are not JSON are left out. */
  jsonLd: unknown[]
  microdata: SchemaNode[]
  /** The contents of meta tags in their order, by property or name in lower case. */
  meta: Map<string, string[]>
  title: string
}

class TooDeep extends Error {}

/**
 * Collects the machine-readable data of a web page, which may be hostile: the time is proportional to its length, and
 * nothing in it is run or fetched. Undefined for a page that is nested too deep.
 */
export function readHtmlData(html: string): HtmlData | undefined {
  const microdata = new MicrodataReader()
  const meta: HtmlData['meta'] = new Map()
  const scripts: string[][] = []
  let title = ''
  let text: 'title' | 'json-ld' | undefined
  let depth = 0

  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      if (depth > MAX_DEPTH) throw new TooDeep()
      text = undefined
      if (name === 'script' && isJsonLd(attributes.type)) {
        text = 'json-ld'
        scripts.push([])
      } else if (name === 'title' && title === '') {
        text = 'title'
      } else if (name === 'meta') {
        addMeta(meta, attributes)
      }
      microdata.open(name, attributes, depth)
    },
    ontext(data) {
      if (text === 'json-ld') scripts.at(-1)!.push(data)
      else if (text === 'title') title = (title + data).slice(0, MAX_TEXT)
      else microdata.addText(data)
    },
    onclosetag() {
      text = undefined
      microdata.close(depth)
      depth--
    },
  })
  try {
    parser.write(html)
    // Ending the parser closes what is open. An item that the page did not finish may lack half of its offers.
    microdata.finish()
    parser.end()
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
  const jsonLd = scripts.map((parts) => parseJson(parts.join(''))).filter((value) => value !== undefined)
  return { jsonLd, microdata: microdata.items, meta, title }
}

const isJsonLd = (type: string | undefined) => /^\s*application\/ld\+json\s*(;|$)/i.test(type ?? '')

function addMeta(meta: HtmlData['meta'], { property, name, content }: Record<string, string>) {
  const key = (property ?? name)?.trim().toLowerCase()
  if (!key || !content) return
  const contents = meta.get(key)
  if (contents) contents.push(content.slice(0, MAX_TEXT))
  else meta.set(key, [content.slice(0, MAX_TEXT)])
}

/** Shops wrap their JSON in comments and break lines within texts, which JSON does not allow. */
function parseJson(text: string): unknown {
  const bare = text.replace(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/|<!\[CDATA\[)|(?:-->|\/\*\]\]>\*\/|\]\]>)\s*$/g, '')
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
    return JSON.parse(bare.replace(/[\u0000-\u001f]+/g, ' '))
  } catch {
    return undefined
  }
}
