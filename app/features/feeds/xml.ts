import { escapeHtml } from '~/http/escape-html'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 cannot hold, escaped or not
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu

/** Text for an element or a quoted attribute. Characters that XML has no way to write are left out. */
export function escapeXml(text: string) {
  return escapeHtml(text.replace(UNWRITABLE, ''))
}
