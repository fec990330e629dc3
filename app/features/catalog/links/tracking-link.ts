/** Hosts of networks that count clicks and pay commissions. The hosts below them count too. */
export const TRACKING_HOSTS = [
  '7eer.net',
  'anrdoezrs.net',
  'avantlink.com',
  'awin1.com',
  'belboon.de',
  'digistore24.com',
  'dpbolvw.net',
  'evyy.net',
  'financeads.net',
  'flexlinkspro.com',
  'go2cloud.org',
  'hop.clickbank.net',
  'jdoqocy.com',
  'jvzoo.com',
  'kqzyfj.com',
  'linksynergy.com',
  'ojrq.net',
  'partnerlinks.io',
  'pjatr.com',
  'pjtra.com',
  'pntra.com',
  'pntrac.com',
  'pntrs.com',
  'prf.hn',
  'pxf.io',
  'redirectingat.com',
  'shareasale.com',
  'shrsl.com',
  'sjv.io',
  'tkqlhce.com',
  'tradedoubler.com',
  'tradetracker.net',
  'viglink.com',
  'webgains.com',
] as const

/** The parameters in which networks name the page that a click ends on, some of them without its scheme. */
const TARGET_PARAMS = ['url', 'u', 'ued', 'murl', 'urllink', 'dest', 'destination', 'deeplink', 'link', 'p', 'r', 'to']

/** A link of a known network, and the plain address that it leads to as far as its parameters name it. */
export type TrackingLink = { host: string; target: string | undefined }

/** @returns undefined if `text` is no web address of a known network */
export function readTrackingLink(text: string): TrackingLink | undefined {
  const address = text.trim()
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`)
  if (!url || address.includes(' ')) return undefined
  const host = url.hostname.replace(/\.$/, '')
  if (!TRACKING_HOSTS.some((known) => host === known || host.endsWith(`.${known}`))) return undefined
  const targets = TARGET_PARAMS.map((name) => targetOf(url.searchParams.get(name)))
  return { host, target: targets.find((target) => target !== undefined && URL.parse(target)?.hostname !== host) }
}

function targetOf(value: string | null) {
  if (!value) return undefined
  const address = /^https?:\/\//i.test(value) ? value : `https://${value}`
  // "u=301" is a number of the network, "urllink=quillstack.app" is an address.
  return /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,63}([/?#:]|$)/i.test(address) && URL.canParse(address)
    ? address
    : undefined
}
