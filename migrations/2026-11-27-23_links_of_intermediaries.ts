import { type Kysely, sql } from 'kysely'

/** Hosts of networks that pay commissions and of short links. */
const HOSTS = `
  2gl34e.net 4emhls.net 7eer.net 7eqqol.net 7tiv.net 7zd4df.net 8odi.net 8zwg.net a.co adf.ly admitad.com
  adtraction.com aff.link alitems.co alitems.com amzn.eu amzn.to anrdoezrs.net apmebf.com apple.co atid.me
  avantlink.com awin1.com awltovhc.com belboon.de bit.ly bitly.com bl.ink briy.net bttn.io buff.ly cfjump.com clck.ru
  cutt.ly dfjeo3.net digistore24.com dlvr.it dpbolvw.net ds1.nl dub.sh ebay.to ebay.us elfm.net emjcd.com
  envato.market eqcm.net evyy.net f6rcao.net fave.co fb.me ffm.to financeads.net flexlinks.com flexlinkspro.com
  ftjcfx.com g2afse.com geni.us go2cloud.org go2jump.org goo.gl gopjn.com grsm.io hop.clickbank.net howl.me hubs.la
  hubs.ly i8epma.net i8h2.net ilbqy6.net invl.io invle.co invol.co is.gd j.mp jdoqocy.com jvzoo.com kqzyfj.com
  lduhtrp.net linkconnector.com linksynergy.com lmwjx3.net lnk.to lnkd.in magik.ly mno8.net msafflnk.net narrativ.com
  ngi2ba.net njih.net o64jx9.net ojrq.net omguk.com onelink.me ow.ly owjezm.net page.link partnerlinks.io pboost.me
  pjatr.com pjtra.com pntra.com pntrac.com pntrs.com po.st prf.hn pvxt.net pxf.io pxl.to qksrv.net r69o.net rb.gy
  rebrand.ly redirectingat.com rover.ebay.com rstyle.me rvgu.net s.id shareasale.com shop-links.co shopstyle.it
  shor.by short.gy shorturl.at shrsl.com sjv.io skimresources.com smart.link smarturl.it snip.ly snlv.net soo.gd
  sovrn.co syuh.net t.co t.ly tidd.ly tiny.cc tinyurl.com tkqlhce.com tm7566.net tod8mp.net tqlkg.com tradedoubler.com
  tradetracker.net trib.al trw6mw.net tv2h87.net urlgeni.us v.gd viglink.com warriorplus.com webgains.com
  webmasterplan.com yceml.net z6rjha.net zenaps.com zpr.io
`
  .trim()
  .split(/\s+/)
const HOST = `(${HOSTS.map((host) => host.replaceAll('.', '\\.')).join('|')}|i\\d{5,7}\\.net)`

/** A link that only passes visitors on says nothing about the product, its vendor and their websites. */
export async function up(db: Kysely<unknown>) {
  await sql`
    update deals set link_key = null
    where link_key is not null and strpos(link_key, '/') = 0
      and (link_host(cta_url) ~ ${`(^|\\.)${HOST}(:\\d+)?$`} or cta_url ~* '^https?://[^/]+/c/\\d{4,}/\\d{3,}/\\d{3,}(/|[?#]|$)')`.execute(
    db,
  )
  const isIntermediary = sql`website_url ~* ${`^https?://([^/?#]*\\.)?${HOST}/?$`}`
  await sql`update products set website_url = null where ${isIntermediary}`.execute(db)
  // What staff saved stays.
  await sql`update vendors set website_url = null where ${isIntermediary} and version = 1`.execute(db)
}
