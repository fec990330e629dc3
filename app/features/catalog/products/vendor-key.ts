import { parse } from 'tldts'
import { foldWords } from '../deals/fold-text.ts'
import { isShared, siteOf } from './link-key.ts'

/** As they read without punctuation: "S.L." is "s l". */
const ENDINGS =
  `inc incorporated llc llp ltd limited plc corp corporation co pty pvt private gmbh ug ag kg bv nv ab oy aps
  sl slu sa sas sarl srl lda ltda team`.split(/\s+/)
const SPELLED = [
  'b v',
  'n v',
  's l',
  's l u',
  's a',
  's a s',
  's r l',
  's p a',
  's r o',
  'sp z o o',
  'a s',
  'l l c',
  'gmbh and co',
]
const COMPANY_ENDING = new RegExp(`(?<! and|^the) (?:${[...SPELLED, ...ENDINGS].join('|')})$`)

/** A vendor name without case, accents, punctuation, spaces and company endings; a host becomes its domain. */
export function vendorKey(name: string): string {
  return domainKey(name) ?? nameKey(foldWords(name))
}

function nameKey(folded: string): string {
  const shorter = folded.replace(COMPANY_ENDING, '')
  return shorter === folded ? folded.replaceAll(' ', '') : nameKey(shorter)
}

/** "www.xnapper.com" and "https://xnapper.com/" name the same vendor; "Node.js" is a name, not a host. */
function domainKey(name: string): string | null {
  const typed = name.trim().toLowerCase()
  if (!/^(?:https?:\/\/)?[^\s/@][^\s/@.]*\.[^\s/@]+\/?$/.test(typed)) return null
  const { hostname, isIcann } = parse(typed)
  if (!isIcann || !hostname) return null
  const site = siteOf(hostname)
  // Apple is not the vendor of what its store sells.
  return site && isShared(site) ? hostname.replace(/^www\./, '') : site
}

/** The key under which a vendor name is stored. Names without letters and digits are the same in any case. */
export const storedVendorKey = (name: string, key = vendorKey(name)) =>
  [...(key || name.toLowerCase())].slice(0, 200).join('')
