import { withoutParams } from './address-params'

const listOf = (hosts: string) => new Set(hosts.trim().split(/\s+/))

/** Hosts of networks that count clicks and pay commissions. The hosts below them count too. */
const NETWORK_HOSTS = listOf(`
  2gl34e.net 4emhls.net 7eer.net 7eqqol.net 7tiv.net 7zd4df.net 8odi.net 8zwg.net admitad.com adtraction.com alitems.co
  alitems.com anrdoezrs.net apmebf.com avantlink.com awin1.com awltovhc.com belboon.de briy.net bttn.io cfjump.com
  dfjeo3.net digistore24.com dpbolvw.net ds1.nl elfm.net emjcd.com envato.market eqcm.net evyy.net f6rcao.net fave.co
  financeads.net flexlinks.com flexlinkspro.com ftjcfx.com g2afse.com go2cloud.org go2jump.org gopjn.com grsm.io
  hop.clickbank.net howl.me i8epma.net i8h2.net ilbqy6.net invl.io invle.co invol.co jdoqocy.com jvzoo.com kqzyfj.com
  lduhtrp.net linkconnector.com linksynergy.com lmwjx3.net magik.ly mno8.net msafflnk.net narrativ.com ngi2ba.net
  njih.net o64jx9.net ojrq.net omguk.com owjezm.net partnerlinks.io pboost.me pjatr.com pjtra.com pntra.com pntrac.com
  pntrs.com prf.hn pvxt.net pxf.io qksrv.net r69o.net redirectingat.com rover.ebay.com rstyle.me rvgu.net shareasale.com
  shop-links.co shopstyle.it shrsl.com sjv.io skimresources.com snlv.net sovrn.co syuh.net tkqlhce.com tm7566.net
  tod8mp.net tqlkg.com tradedoubler.com tradetracker.net trw6mw.net tv2h87.net viglink.com warriorplus.com webgains.com
  webmasterplan.com yceml.net z6rjha.net zenaps.com
`)
/** Impact, a network, gives its programs hosts such as imp.i384100.net and paths such as /c/5597632/2068425/7443. */
const NUMBERED_HOST = /(?:^|\.)i\d{5,7}\.net$/
const NUMBERED_PATH = /^\/c\/\d{4,}\/\d{3,}\/\d{3,}(?:\/|$)/

/** Hosts of short links, which say nothing about where they lead and who is paid for the click. */
const SHORTENER_HOSTS = listOf(`
  a.co adf.ly aff.link amzn.eu amzn.to apple.co atid.me bit.ly bitly.com bl.ink buff.ly clck.ru cutt.ly dlvr.it dub.sh
  ebay.to ebay.us fb.me ffm.to geni.us goo.gl hubs.la hubs.ly is.gd j.mp lnk.to lnkd.in onelink.me ow.ly page.link po.st
  pxl.to rb.gy rebrand.ly s.id short.gy shor.by shorturl.at smart.link smarturl.it snip.ly soo.gd t.co t.ly tidd.ly tiny.cc
  tinyurl.com trib.al urlgeni.us v.gd zpr.io
`)

/** Parameters that credit a partner with the purchase. */
const PARTNER_PARAMS = listOf(`
  a_aid a_bid aff aff_code aff_id affcode affid affiliate affiliate_code affiliate_id affiliateid afftrack afmc ascsubtag
  awc campid cjevent click_id clickid fp_ref fpr grsf gspk gsxid hop hopid idev_id irclickid irgwc lmref partner partner_id
  partnerid ps_partner_key ps_xid raneaid ranmid ransiteid ref ref_code ref_id refcode refer referral referral_code
  referralcode referred_by referrer refid rfsn sca_ref sscid sub_id subid tag tap_a tap_s tduid via wpam_id
`)

/** Why a link may earn someone else a commission: the host that it belongs to, or a parameter that it has. */
export type Intermediary = { kind: 'network' | 'shortener' | 'parameter'; name: string }

/** Whether a link leads through a network or a link shortener, or credits a partner with the purchase. */
export function findIntermediary(link: string): Intermediary | undefined {
  const url = URL.parse(link)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const host = url.hostname.replace(/\.$/, '')
  if (isNetworkHost(host) || NUMBERED_PATH.test(url.pathname)) return { kind: 'network', name: host }
  if (isBelow(SHORTENER_HOSTS, host)) return { kind: 'shortener', name: host }
  // Some programs have their parameters in the fragment.
  const params = [url.search, url.hash.replace(/^#[^?=]*\?|^#/, '')].flatMap((text) => [...new URLSearchParams(text)])
  const credit = params.find(([name, value]) => value !== '' && isPartnerParam(name))
  return credit && { kind: 'parameter', name: credit[0] }
}

const isPartnerParam = (name: string) => PARTNER_PARAMS.has(name.toLowerCase())

/** Whether a host belongs to a network or a link shortener, so that it names no vendor. */
export const isIntermediaryHost = (host: string) => isNetworkHost(host) || isBelow(SHORTENER_HOSTS, host)

const isNetworkHost = (host: string) => isBelow(NETWORK_HOSTS, host) || NUMBERED_HOST.test(host)

function isBelow(hosts: Set<string>, host: string) {
  for (let rest = host; rest !== ''; rest = rest.slice(rest.indexOf('.') + 1)) {
    if (hosts.has(rest)) return true
    if (!rest.includes('.')) return false
  }
  return false
}

/** The parameters in which networks name the page that a click ends on, some of them without its scheme. */
const TARGET_PARAMS = ['url', 'u', 'ued', 'murl', 'urllink', 'dest', 'destination', 'deeplink', 'link', 'p', 'r', 'to']

/** @returns why a typed address may earn someone else a commission, and the plain address as far as it names it */
export function readTrackingLink(text: string): (Intermediary & { target: string | undefined }) | undefined {
  const typed = text.trim()
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  const found = address.includes(' ') ? undefined : findIntermediary(address)
  return found && { ...found, target: plainAddress(address, found) }
}

function plainAddress(address: string, { kind }: Intermediary) {
  if (kind === 'parameter') {
    const plain = withoutParams(address, isPartnerParam)
    return findIntermediary(plain) ? undefined : plain
  }
  const { hostname, searchParams } = new URL(address)
  const targets = TARGET_PARAMS.map((name) => targetOf(searchParams.get(name)))
  return targets.find((target) => target !== undefined && URL.parse(target)?.hostname !== hostname)
}

function targetOf(value: string | null) {
  if (!value) return undefined
  const address = /^https?:\/\//i.test(value) ? value : `https://${value}`
  // "u=301" is a number of the network, "urllink=quillstack.app" is an address.
  return /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,63}([/?#:]|$)/i.test(address) && URL.canParse(address)
    ? address
    : undefined
}
