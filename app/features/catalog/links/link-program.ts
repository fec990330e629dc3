import { getDomain } from 'tldts'
import type { FieldTable } from '~/http/field-table'
import { addParams } from './address-params'
import { findIntermediary } from './tracking-link'

export const PROGRAMS_MAX = 200

/** A program is for a host or for a platform. */
export const PROGRAM_FIELDS = {
  name: { label: 'Name', kind: 'line', required: true, max: 100 },
  host: {
    label: 'Host or domain',
    kind: 'line',
    max: 253,
    placeholder: 'dealmint.com',
    hint: 'A domain is for all its hosts; a program for the exact host comes first.',
  },
  platform_id: { label: 'Platform', kind: 'choice', blank: 'No platform' },
  template: { label: 'Template', kind: 'text', required: true, max: 1_000 },
  note: { label: 'Note (staff only)', kind: 'line', max: 200 },
  is_active: { label: 'Active', kind: 'switch' },
} as const satisfies FieldTable

/** The longest composed address, in characters, as of every stored one. */
const COMPOSED_MAX = 2_048

/**
 * A program that pays a commission: for the deals of a host, its domain or a platform, exactly one of the last two
 * fields.
 */
export type LinkProgram = { id: string; template: string; host: string | null; platform_id: string | null }

/** What decides where the button of a deal leads. `cta_url` is the plain address. */
export type LinkedDeal = { slug: string; cta_url: string; affiliate_url: string | null; platform_id: string }

/** The sources of a link in the order in which they count. */
export const LINK_SOURCES = ['own', 'host', 'domain', 'platform', 'plain'] as const
export type LinkSource = (typeof LINK_SOURCES)[number]

/** Who may earn when a visitor buys through a link: we, someone else, or no one. */
export type Commission = 'ours' | 'others' | 'none'

export type DealLink = { url: string; source: LinkSource; program?: string; commission: Commission }

/**
 * Where the button of a deal leads: its own affiliate link, else the link that the program of its host, domain or
 * platform composes, else its plain address. A program whose link would not be valid is passed over.
 */
export function linkOf(deal: LinkedDeal, programs: LinkProgram[]): DealLink {
  const { cta_url, affiliate_url } = deal
  const commissionOfPlain = findIntermediary(cta_url) ? 'others' : 'none'
  // The vendor's own address does not earn, in whichever field it is.
  if (affiliate_url !== null && (affiliate_url !== cta_url || commissionOfPlain === 'others')) {
    return { url: affiliate_url, source: 'own', commission: 'ours' }
  }
  const match = findProgram(deal, programs)
  const composed = match && composeLink(match.program.template, deal)
  if (!composed || 'problem' in composed) return { url: cta_url, source: 'plain', commission: commissionOfPlain }
  return { url: composed.url, source: match.source, program: match.program.id, commission: 'ours' }
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

/** Whether a template adds parameters to the plain address. Any other one is the address of a network. */
const addsParams = (template: string) => template.startsWith('?') || !hasPlaceholder(template)

/** The parameters that a template adds, without "?". */
const addedParams = (template: string) => template.slice(template.indexOf('?') + 1).split('#', 1)[0]!

/** The sentence about what is wrong with a template whatever the deal is; undefined if nothing. */
export function templateProblem(template: string): string | undefined {
  if (/[\s\\]/.test(template)) return 'A template cannot contain spaces, line breaks or backslashes.'
  const other = /\{([^}]{0,40})\}/.exec(template.replace(PLACEHOLDER, ''))?.[1]
  if (other !== undefined)
    return `A template cannot contain the placeholder {${other}}. Use {url}, {raw_url} or {slug}.`
  if (!/^(\?|https?:\/\/)/i.test(template)) {
    return 'A template begins with ?, as in ?ref=me, or with https://, as in https://network.example/?u={url}.'
  }
  return template.startsWith('?') ? paramsProblem(template) : networkProblem(template)
}

const NOTHING_TO_ADD = 'A template needs a parameter, as in ?ref=me, or a placeholder.'

function paramsProblem(template: string) {
  if (template.includes('#')) return 'A template that begins with ? cannot contain #.'
  if (template.includes('{raw_url}')) return 'A template that begins with ? cannot contain {raw_url}.'
  return addedParams(template) === '' ? NOTHING_TO_ADD : undefined
}

function networkProblem(template: string) {
  const authority = template.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)[0]!
  if (authority.includes('@')) return 'A template cannot contain a username or password.'
  if (authority.includes('{')) return 'A template can have placeholders only after the host.'
  if (!URL.parse(`https://${authority}`)) {
    return 'A template must name a host, as in https://network.example/?u={url}.'
  }
  const [before = '', after] = template.split('{raw_url}')
  if (after && !before.includes('?')) return 'In a path, {raw_url} must be the end of the template.'
  if (hasPlaceholder(template)) return undefined
  return template.includes('?') && addedParams(template) !== '' ? undefined : NOTHING_TO_ADD
}

type ComposedDeal = Pick<LinkedDeal, 'slug' | 'cta_url'>
type Composed = { url: string } | { problem: string }

/**
 * The address that a template makes of a deal. `{url}` is the plain address encoded as one value, `{raw_url}` the same
 * as it is and `{slug}` the slug of the deal. A template that begins with "?" adds its parameters to the plain address,
 * as does an address without a placeholder.
 */
export function composeLink(template: string, deal: ComposedDeal): Composed {
  if (templateProblem(template)) return { problem: 'the template is not valid' }
  const plain = URL.parse(deal.cta_url)
  const url = URL.parse(addsParams(template) ? withParams(template, deal) : fill(template, deal))
  if (!url || !plain || !/^https?:$/.test(plain.protocol)) return { problem: 'the link would be no web address' }
  const problem = addressProblem(template, deal.cta_url, plain, url)
  if (problem) return { problem }
  if (url.href.length > COMPOSED_MAX) {
    const [length, max] = [url.href.length, COMPOSED_MAX].map((count) => count!.toLocaleString('en-US'))
    return { problem: `the link would have ${length} characters; ${max} is the most` }
  }
  return { url: url.href }
}

/** What the template would change in the vendor's own address. */
function addressProblem(template: string, cta_url: string, plain: URL, url: URL) {
  if (addsParams(template)) {
    const name = [...new URLSearchParams(addedParams(template)).keys()].find((one) => plain.searchParams.has(one))
    return name === undefined ? undefined : `the address has the parameter ${name} already`
  }
  const [before = '', after] = template.split('{raw_url}')
  if (after === undefined) return undefined
  const isInQuery = before.includes('?')
  const isWhole = isInQuery ? [...url.searchParams.values()].includes(cta_url) : url.href.endsWith(plain.href)
  return isWhole ? undefined : 'the link would change the address. Use {url} in place of {raw_url}'
}

const withParams = (template: string, deal: ComposedDeal) => addParams(deal.cta_url, fill(addedParams(template), deal))

function fill(template: string, { slug, cta_url }: ComposedDeal) {
  const values = { url: encodeURIComponent(cta_url), raw_url: cta_url, slug: encodeURIComponent(slug) }
  return template.replace(PLACEHOLDER, (_, name: keyof typeof values) => values[name])
}

/** A part of a composed link. Inserted are the values of placeholders, or the parameters that were added. */
export type LinkPart = { text: string; isInserted: boolean }

/** Splits the link that a template makes of a deal, to show what the template inserted. */
export function splitLink(url: string, template: string, deal: ComposedDeal): LinkPart[] {
  const parts = addsParams(template) ? splitAtParams(url, deal) : splitAtValues(url, template, deal)
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

function splitAtParams(url: string, { cta_url }: ComposedDeal): LinkPart[] {
  const [page = '', ...fragment] = (URL.parse(cta_url)?.href ?? '').split(/(?=#)/)
  const end = url.length - fragment.join('').length
  return [
    { text: page, isInserted: false },
    { text: url.slice(page.length, end), isInserted: true },
    { text: url.slice(end), isInserted: false },
  ]
}
