import { escapeHtml } from '~/http/escape'

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot represent these, even escaped
const INVALID_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu

/** Escapes text for an element or a quoted attribute. Characters that XML cannot represent are removed. */
export function escapeXml(text: string) {
  return escapeHtml(text.replace(INVALID_CHARACTERS, ''))
}
