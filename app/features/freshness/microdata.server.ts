import { type SchemaNode, valuesOf } from './schema-node'

/** More is not needed of any text. */
const MAX_TEXT = 5_000
const MAX_NAMES = 8

/** The attribute that holds the value of a property, by element. */
const VALUE_ATTRIBUTES: Record<string, string> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  source: 'src',
  data: 'value',
  meter: 'value',
  time: 'datetime',
}

type Attributes = Record<string, string>
/** An open element that is an item, or a property whose text is its value. */
type Frame = { depth: number; item?: SchemaNode; names: string[]; text: string }

/** Collects the items of microdata while a page is parsed. References by `itemref` are not followed. */
export class MicrodataReader {
  /** The finished items that belong to no other. */
  readonly items: SchemaNode[] = []
  #frames: Frame[] = []

  open(element: string, attributes: Attributes, depth: number) {
    const names = namesIn(attributes.itemprop)
    if (attributes.itemscope !== undefined) {
      const item: SchemaNode = Object.create(null)
      item['@type'] = namesIn(attributes.itemtype)
      if (attributes.itemid) item['@id'] = attributes.itemid
      this.#frames.push({ depth, item, names, text: '' })
    } else if (names.length > 0) {
      const value = attributes.content ?? attributes[VALUE_ATTRIBUTES[element] ?? 'content']
      if (value === undefined) this.#frames.push({ depth, names, text: '' })
      else this.#add(names, value.slice(0, MAX_TEXT))
    }
  }

  addText(text: string) {
    const frame = this.#frames.at(-1)
    if (frame && !frame.item && frame.text.length < MAX_TEXT) frame.text = (frame.text + text).slice(0, MAX_TEXT)
  }

  close(depth: number) {
    if (this.#frames.at(-1)?.depth !== depth) return
    const { item, names, text } = this.#frames.pop()!
    if (!item) this.#add(names, text)
    else if (names.length > 0 && this.#frames.some((frame) => frame.item)) this.#add(names, item)
    else this.items.push(item)
  }

  /** Forgets what is still open. */
  finish() {
    this.#frames = []
  }

  #add(names: string[], value: unknown) {
    const owner = this.#frames.findLast(({ item }) => item)?.item
    if (!owner) return
    for (const name of names) {
      const values = valuesOf(owner, name)
      if (values.length === 0) owner[name] = [value]
      else values.push(value)
    }
  }
}

const namesIn = (text: string | undefined) => text?.trim().split(/\s+/, MAX_NAMES).filter(Boolean) ?? []
