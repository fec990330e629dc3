import { getDomain, parse } from 'tldts'
import { foldCase, foldWords } from '~/features/catalog/deals/fold-text'
import { findIntermediary, isIntermediaryHost } from '~/features/catalog/links/tracking-link'

/** What identifies the vendor and the product of a deal, as stored in the columns of the same names. */
export type ProductKeys = { title_key: string; vendor_key: string; link_key: string | null }

export function productKeys(deal: { title: string; vendor_name: string; cta_url: string }): ProductKeys {
  return { title_key: titleKey(deal.title), vendor_key: vendorKey(deal.vendor_name), link_key: linkKey(deal.cta_url) }
}

const YEAR = `(?:20\\d\\d|'\\d\\d)`
const DAY = '(?:black friday|cyber(?: monday| week(?:end)?)?|bfcm|summer|spring|winter|holiday|christmas|launch|flash)'
const KIND = '(?:special )?(?:sale|deal|offer|special|discount|promo)s?'
/** Plain about a sale wherever it ends a title. */
const SURE = [
  `(?:${YEAR} )?(?:black friday|cyber monday|bfcm)(?: ${YEAR})?(?: ${KIND})?(?: ${YEAR})?`,
  `(?:${YEAR} )?${DAY} ${KIND}(?: ${YEAR})?`,
  '(?:save )?(?:up to )?\\d{1,3} ?% (?:off|discount)',
  '(?:appsumo )?life ?time deal',
  'on sale',
].join('|')
/** Only in a bracket or after a divider: there was a company "Name Ltd", and there are apps named "Sale". */
const APART = `${SURE}|ltd|new|(?:pre-?)?sale|(?:on |from |via )?appsumo(?: exclusive)?(?: deal)?`

const BRACKET = new RegExp(`[([](?:${APART})!?[)\\]]`)
/** Not after "for" and the like, where the words belong to the name: "Countdown to Black Friday". */
const END = new RegExp(
  `(?: ?[|:,–—-] (?:${APART})|(?<!\\b(?:for|to|of|on|in|at|by|with|and|or|the|a|an|my|your|this|every)) (?:${SURE}))!?$`,
)

/**
 * A title without case, accents, punctuation, a bracket that only holds a sale, and a sale at the end. Words that
 * distinguish products remain, such as editions, systems, volumes and versions. A title of signs alone is its own key,
 * because an empty key means that it is still to be computed.
 */
export function titleKey(title: string): string {
  const text = foldCase(title).replace(/’/g, "'").replace(/\s+/g, ' ').trim()
  const withoutSale = text.replace(BRACKET, ' ').trim().replace(END, '')
  return words(withoutSale) || words(text) || text || title
}

/** "C", "C++" and "C#" are three names, "Pro" and "Pro+" two. */
function words(text: string) {
  return foldWords(
    text
      .replace(/(?<=[^\s+])\++(?!\p{L})/gu, (signs) => ' plus'.repeat(signs.length))
      .replace(/(?<=\p{L})#/gu, ' sharp'),
  )
}

const path = (pattern: RegExp) => (url: URL) => pattern.exec(url.pathname)?.[1]
const parameter = (name: string) => (url: URL) => url.searchParams.get(name)
const appleId = (url: URL) =>
  (/\/id(\d+)/.exec(url.pathname) ?? /^\/redeem.*[?&]id=(\d+)/.exec(url.pathname + url.search))?.[1]

/** Where an address of a store names its entry. The key is the name on the left with the entry. */
const ENTRIES: Record<string, [hosts: string[], entry: (url: URL) => string | null | undefined]> = {
  'apps.apple.com': [['apps.apple.com', 'itunes.apple.com'], appleId],
  'play.google.com': [['play.google.com'], parameter('id')],
  'chromewebstore.google.com': [['chromewebstore.google.com', 'chrome.google.com'], path(/\/([a-p]{32})(?:\/|$)/)],
  'addons.mozilla.org': [['addons.mozilla.org'], path(/\/addon\/([^/]+)/)],
  'apps.microsoft.com': [['apps.microsoft.com', 'microsoft.com'], path(/\/(9[a-z0-9]{11})(?:\/|$)/i)],
  'gumroad.com': [['gumroad.com', 'gum.co'], path(/^\/(?:l\/)?((?!(?:l|a|discover)(?:\/|$))[^/]+)/)],
  'appsumo.com': [['appsumo.com'], path(/^\/products\/([^/]+)/)],
  'stacksocial.com': [['stacksocial.com'], path(/^\/sales\/([^/]+)/)],
  'udemy.com': [['udemy.com'], path(/^\/course\/([^/]+)/)],
  'store.steampowered.com': [['store.steampowered.com'], path(/^\/app\/(\d+)/)],
  'setapp.com': [['setapp.com'], path(/^\/apps\/([^/]+)/)],
  'producthunt.com': [['producthunt.com'], path(/^\/(?:products|posts)\/([^/]+)/)],
  'github.com': [['github.com'], path(/^\/((?!marketplace|sponsors|apps|topics)[^/]+\/[^/]+)/)],
  'wordpress.org': [['wordpress.org'], path(/^\/plugins\/([^/]+)/)],
  'codecanyon.net': [['codecanyon.net'], path(/^\/item\/[^/]+\/(\d+)/)],
  'marketplace.visualstudio.com': [['marketplace.visualstudio.com'], parameter('itemName')],
  'ebay.com': [['ebay.com'], path(/^\/itm\/(\d+)/)],
}

/** Each subdomain belongs to a different vendor. Hosts in the public suffix list are handled already. */
const SITES_OF_MANY =
  `gumroad.com teachable.com thinkific.com podia.com kajabi.com substack.com lemonsqueezy.com itch.io
  onfastspring.com payhip.com sellfy.store ck.page beehiiv.com bandcamp.com tumblr.com zendesk.com`.split(/\s+/)

/** Stores, marketplaces, shops of payment providers, social networks and archives: the host says nothing. */
const SHARED_HOSTS = new Set(
  `apple.com google.com microsoft.com mozilla.org steampowered.com ebay.com ebay.de ebay.co.uk newegg.com
  bhphotovideo.com etsy.com envato.com themeforest.net codecanyon.net humblebundle.com bundlehunt.com macheist.com
  unclutterapp.com stacksocial.com appsumo.com dealify.com dealmirror.com dealfuel.com pitchground.com saasmantra.com
  rockethub.com setapp.com producthunt.com producthunt.co udemy.com coursera.org skillshare.com leanpub.com
  gumroad.com gum.co lemonsqueezy.com fastspring.com onfastspring.com paddle.com paddle.net stripe.com polar.sh
  payhip.com paypal.com paypal.me patreon.com ko-fi.com buymeacoffee.com kickstarter.com indiegogo.com
  2checkout.com cleverbridge.com avangate.com impact.com linktr.ee short.io
  twitter.com x.com facebook.com instagram.com linkedin.com reddit.com youtube.com youtu.be tiktok.com threads.net
  bsky.app mastodon.social discord.gg discord.com t.me medium.com substack.com notion.so notion.site github.com
  gitlab.com wordpress.org wordpress.com visualstudio.com carrd.co teachable.com thinkific.com podia.com kajabi.com
  itch.io ycombinator.com archive.org archive.ph archive.today archive.is`.split(/\s+/),
)
const AMAZON = /(?:^|\.)amazon\.(?:com?\.)?[a-z]{2,3}$/
const ARCHIVED = /^\/web\/\d+[a-z_]*\/(https?:\/\/?.+)$/i

/** What a link says about its product: its site, or the entry of a store, such as "apps.apple.com/id123"; null if nothing. */
export function linkKey(link: string): string | null {
  const url = parseUrl(link)
  if (!url) return null
  const host = url.hostname.replace(/^www\d?\./, '').replace(/\.$/, '')
  // The URL of an archive contains that of the archived page.
  const original = host === 'web.archive.org' && ARCHIVED.exec(url.pathname + url.search)?.[1]
  if (original) return linkKey(original.replace(/^(https?:)\/+/i, '$1//'))
  const store = entryOf(url, host)
  if (store) return store
  const intermediary = findIntermediary(link)
  if (intermediary && intermediary.kind !== 'parameter') return null
  const site = siteOf(host)
  return site && !isShared(site) ? site : null
}

/** The registrable domain of a host, or the subdomain where subdomains belong to different owners; null for a local one. */
export function siteOf(host: string): string | null {
  const domain = getDomain(host, { allowPrivateDomains: true }) ?? getDomain(host)
  if (!domain || !SITES_OF_MANY.includes(domain)) return domain
  const name = host
    .slice(0, -domain.length - 1)
    .split('.')
    .at(-1)
  return name && !['www', 'app', 'store', 'sites', 'discover'].includes(name) ? `${name}.${domain}` : domain
}

/** Whether a domain belongs to no single vendor. */
export function isShared(site: string): boolean {
  return SHARED_HOSTS.has(site) || AMAZON.test(site) || isIntermediaryHost(site)
}

function entryOf(url: URL, host: string) {
  for (const [store, [hosts, entry]] of Object.entries(ENTRIES)) {
    const name = hosts.includes(host) && entry(url)
    if (name) return `${store}/${store === 'apps.apple.com' ? 'id' : ''}${name.toLowerCase()}`.slice(0, 500)
  }
  const item = AMAZON.test(host) && /\/(?:dp|gp\/product)\/([A-Z0-9]{10})(?:[/?]|$)/i.exec(url.pathname)?.[1]
  return item ? `amazon/${item.toLowerCase()}` : null
}

function parseUrl(link: string) {
  const url = URL.canParse(link) ? new URL(link) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

/** The website behind the link key of a deal; null for entries of stores. */
export const websiteOf = (linkKey: string | null) =>
  linkKey === null || linkKey.includes('/') ? null : `https://${linkKey}`

/**
 * The vendor of a deal whose file names none: the title where it is the name of the site, otherwise that name. A store is
 * no vendor, nor is a site that may only pass the visitor on, so these deals are named by their title.
 */
export function vendorNameOf(title: string, link: string): string {
  const site = findIntermediary(link) ? null : linkKey(link)
  if (site === null || site.includes('/')) return title
  const label = site.split('.')[0]!
  const joined = (text: string) => foldWords(text).replaceAll(' ', '')
  if ([label, site].some((name) => joined(name) === joined(title))) return title
  return label.replaceAll('-', ' ').replace(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase())
}

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
