import { getDomain } from 'tldts'

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

/** Stores, marketplaces, shops of payment providers, short links, social networks and archives: the host says nothing. */
const SHARED_HOSTS = new Set(
  `apple.com apple.co google.com microsoft.com mozilla.org steampowered.com ebay.com ebay.de ebay.co.uk newegg.com
  amzn.to bhphotovideo.com etsy.com envato.com themeforest.net codecanyon.net humblebundle.com bundlehunt.com macheist.com
  unclutterapp.com stacksocial.com appsumo.com dealify.com dealmirror.com dealfuel.com pitchground.com saasmantra.com
  rockethub.com setapp.com producthunt.com producthunt.co udemy.com coursera.org skillshare.com leanpub.com
  gumroad.com gum.co lemonsqueezy.com fastspring.com onfastspring.com paddle.com paddle.net stripe.com polar.sh
  payhip.com paypal.com paypal.me patreon.com ko-fi.com buymeacoffee.com kickstarter.com indiegogo.com
  2checkout.com cleverbridge.com avangate.com shareasale.com impact.com sjv.io pxf.io go2cloud.org awin1.com
  bit.ly t.co tinyurl.com goo.gl ow.ly buff.ly is.gd rebrand.ly cutt.ly lnkd.in dub.sh geni.us linktr.ee short.io
  twitter.com x.com facebook.com fb.me instagram.com linkedin.com reddit.com youtube.com youtu.be tiktok.com threads.net
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
  const site = siteOf(host)
  return site && !isShared(site) ? site : null
}

/** The registrable domain of a host, or the subdomain where each belongs to somebody else; null for a local one. */
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
  return SHARED_HOSTS.has(site) || AMAZON.test(site)
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
