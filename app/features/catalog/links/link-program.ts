import { getDomain } from 'tldts'

export const PROGRAM_LIMITS = { name: 100, host: 253, template: 1_000, note: 200, programs: 200 } as const

/** The longest composed address, in characters, as of every stored one. */
const COMPOSED_MAX = 2_048

/** A program that pays a commission: for the deals of a host, its domain or a platform, exactly one of the last two fields. */
export type LinkProgram = { id: string; template: string; host: string | null; platform_id: string | null }

/** What decides where the button of a deal leads. `cta_url` is the plain address. */
export type LinkedDeal = { slug: string; cta_url: string; affiliate_url: string | null; platform_id: string }

/** The sources of a link in the order in which they count. */
export const LINK_SOURCES = ['own', 'host', 'domain', 'platform', 'plain'] as const
export type LinkSource = (typeof LINK_SOURCES)[number]

export type DealLink = { url: string; source: LinkSource; program?: string }

/**
 * Where the button of a deal leads: its own affiliate link, else the link that the program of its host, domain or platform
 * composes, else its plain address. A program whose link would not be valid is passed over.
 */
export function linkOf(deal: LinkedDeal, programs: LinkProgram[]): DealLink {
  if (deal.affiliate_url !== null) return { url: deal.affiliate_url, source: 'own' }
  const match = findProgram(deal, programs)
  const composed = match && composeLink(match.program.template, deal)
  if (!composed || 'problem' in composed) return { url: deal.cta_url, source: 'plain' }
  return { url: composed.url, source: match.source, program: match.program.id }
}

/** The program of a deal without a link of its own. */
export function findProgram(
  { cta_url, platform_id }: Pick<LinkedDeal, 'cta_url' | 'platform_id'>,
  programs: LinkProgram[],
) {
  const host = URL.parse(cta_url)?.hostname.replace(/\.$/, '') ?? ''
  const domain = getDomain(host, { allowPrivateDomains: true })
  const sources = [
    ['host', (program: LinkProgram) => program.host === host],
    ['domain', (program: LinkProgram) => program.host !== null && program.host === domain],
    ['platform', (program: LinkProgram) => program.platform_id === platform_id],
  ] as const
  for (const [source, isOf] of sources) {
    const program = programs.find(isOf)
    if (program) return { source, program }
  }
  return undefined
}

const PLACEHOLDER = /\{(url|raw_url|slug)\}/g
const hasPlaceholder = (template: string) => /\{(url|raw_url|slug)\}/.test(template)

/** What is wrong with a template whatever the deal is, as words that follow "Template"; undefined if nothing. */
export function templateProblem(template: string): string | undefined {
  if (/[\s\\]/.test(template)) return 'cannot contain spaces, line breaks or backslashes'
  const other = /\{([^}]{0,40})\}/.exec(template.replace(PLACEHOLDER, ''))?.[1]
  if (other !== undefined) return `has the unknown placeholder {${other}}. Use {url}, {raw_url} or {slug}`
  if (template.startsWith('{raw_url}') || (!hasPlaceholder(template) && template.startsWith('?'))) return undefined
  if (!/^https?:\/\//i.test(template)) return 'must start with http:// or https://, with ? or with {raw_url}'
  const authority = template.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)[0]!
  if (authority.includes('@')) return 'cannot contain a username or password'
  if (authority.includes('{')) return 'can have placeholders only after the host'
  if (!URL.parse(`https://${authority}`)) return 'must name a host, such as https://partners.example/c/1842?u={url}'
  return hasPlaceholder(template) || template.includes('?')
    ? undefined
    : 'has neither a placeholder nor parameters to add'
}

type ComposedDeal = Pick<LinkedDeal, 'slug' | 'cta_url'>
type Composed = { url: string } | { problem: string }

/**
 * The address that a template makes of a deal. `{url}` is the plain address encoded as one value, `{raw_url}` the same as
 * it is and `{slug}` the slug of the deal. Without a placeholder, the parameters of the template are added to the plain
 * address.
 */
export function composeLink(template: string, deal: ComposedDeal): Composed {
  const { cta_url } = deal
  const isOfTemplate = hasPlaceholder(template) && !template.startsWith('{raw_url}')
  const text = hasPlaceholder(template) ? fill(template, deal) : withParams(cta_url, template)
  const [url, origin] = [URL.parse(text), URL.parse(isOfTemplate ? template.split(/[{]/, 1)[0]! : cta_url)]
  if (!url || !origin || !/^https?:$/.test(url.protocol)) return { problem: 'the link would be no web address' }
  if (url.username || url.password) return { problem: 'the link would contain a username or password' }
  // Otherwise an address could choose where the link leads.
  if (url.host !== origin.host) return { problem: `the link would lead to ${url.host}` }
  if (url.href.length > COMPOSED_MAX) {
    const [length, max] = [url.href.length, COMPOSED_MAX].map((count) => count!.toLocaleString('en-US'))
    return { problem: `the link would have ${length} characters; ${max} is the most` }
  }
  return { url: url.href }
}

function fill(template: string, { slug, cta_url }: ComposedDeal) {
  const values = { url: encodeURIComponent(cta_url), raw_url: cta_url, slug: encodeURIComponent(slug) }
  return template.replace(PLACEHOLDER, (_, name: keyof typeof values) => values[name])
}

/** A parameter that the address has already gets the value of the program. */
function withParams(address: string, template: string) {
  const url = URL.parse(address)
  if (!url) return address
  for (const [name, value] of addedParams(template)) url.searchParams.set(name, value)
  return url.href
}

function addedParams(template: string) {
  const [query = ''] = template.slice(template.indexOf('?') + 1).split('#')
  return new URLSearchParams(query)
}

/** A part of a composed link. Inserted are the values of placeholders, or the parameters that were added. */
export type LinkPart = { text: string; isInserted: boolean }

/** Splits the link that a template makes of a deal, to show what the template inserted. */
export function splitLink(url: string, template: string, deal: ComposedDeal): LinkPart[] {
  const parts = hasPlaceholder(template) ? splitAtValues(url, template, deal) : splitAtParams(url, template)
  return parts.filter(({ text }) => text !== '')
}

// URL.parse encodes some characters, so a part ends where the encoded link up to it ends.
function splitAtValues(url: string, template: string, deal: ComposedDeal) {
  let unencoded = ''
  let end = 0
  return template.split(/(\{(?:url|raw_url|slug)\})/).map((piece): LinkPart => {
    unencoded += fill(piece, deal)
    const start = end
    end = Math.max(start, URL.parse(unencoded)?.href.length ?? 0)
    return { text: url.slice(start, end), isInserted: hasPlaceholder(piece) }
  })
}

function splitAtParams(url: string, template: string) {
  const added = addedParams(template)
  const { search = '', hash: rest = '' } = URL.parse(url) ?? {}
  const query = search.slice(1)
  const head = url.slice(0, url.length - query.length - rest.length)
  const parts: LinkPart[] = [{ text: head, isInserted: false }]
  for (const [index, pair] of query.split('&').entries()) {
    if (index > 0) parts.push({ text: '&', isInserted: false })
    const [name] = new URLSearchParams(pair).keys()
    parts.push({ text: pair, isInserted: name !== undefined && added.has(name) })
  }
  return [...parts, { text: rest, isInserted: false }]
}
