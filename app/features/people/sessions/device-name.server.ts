import Bowser from 'bowser'

const UNKNOWN = 'Unknown browser'
/** As in the database. */
const LENGTH_MAX = 60

/** A browser and its system in words, such as "Firefox on Windows", from a User-Agent, which can be forged. */
export function nameDevice(userAgent: string | null) {
  if (!userAgent) return UNKNOWN
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  const names = [browser.name, os.name].filter((name): name is string => Boolean(name))
  const words = names.map((name) => name.replace(/[^\p{L}\p{N} ._()-]/gu, '').trim()).filter(Boolean)
  return words.join(' on ').slice(0, LENGTH_MAX).trim() || UNKNOWN
}
