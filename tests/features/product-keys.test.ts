import { expect, test } from 'vitest'
import { linkKey, productKeys, titleKey, vendorKey, vendorNameOf } from '~/features/catalog/products/product-key'

/** Each key with values that have it, one test for each value. */
const each = <Key>(table: [key: Key, values: string[]][]) =>
  table.flatMap(([key, values]) => values.map((value) => [value, key] as const))

const TITLES: [key: string, titles: string[]][] = [
  ['xnapper', ['Xnapper', '  XNAPPER!  ', 'Xnapper™ 📝', 'Xnapper Lifetime Deal', 'Xnapper - Lifetime Deal']],
  ['xnapper', ['Xnapper [LTD]', 'Xnapper (AppSumo)', 'Xnapper | AppSumo Lifetime Deal']],
  ['xnapper', ['Xnapper Black Friday 2023', "Xnapper – Black Friday Sale '23", 'Xnapper: Cyber Sale']],
  ['xnapper', ['Xnapper Cyber Monday Deal', 'Xnapper (Summer Sale)', 'Xnapper 30% off']],
  ['xnapper', ['Xnapper - Save up to 30 % OFF!', '(New!) Xnapper', 'Xnapper - Black Friday Special Offer']],
  ['xnapper', ['Xnapper | AppSumo Exclusive Deal', 'Xnapper (Black Friday 2024) - Lifetime Deal', 'Xnapper [30% off]']],
  // One bracket and one sale at the end: titles with more of them are rare, and staff see such pairs as suggestions.
  ['xnapper black friday', ['Xnapper Black Friday (New) - 30% off']],
  ['quick expose', ['Quick Exposé']],
  ['strasse lodz', ['Straße Łódź']],
  ['dont forget', ['Don’t Forget']],
  ['steps and beasts', ['Steps & Beasts']],
  ['time go clock', ['Time–Go: Clock']],
  ['flow', ['Flow', 'Flow!', 'Flöw', 'Flow™']],
  ['ハバ', ['ハバ']],
  // What tells products apart stays in their keys.
  ['xnapper 2', ['Xnapper 2']],
  ['xnapper 4 2', ['Xnapper 4.2']],
  ['xnapper 2023', ['Xnapper 2023']],
  ['xnapper pro', ['Xnapper Pro']],
  ['xnapper pro plus', ['Xnapper Pro+']],
  ['side projects plus', ['Side Projects $$$+']],
  ['xnapper ios', ['Xnapper (iOS)']],
  ['xnapper macos', ['Xnapper (macOS)']],
  ['algorithms volume 2', ['Algorithms, Volume 2']],
  ['xnapper lifetime license', ['Xnapper Lifetime License']],
  ['xnapper annual subscription', ['Xnapper Annual Subscription']],
  ['c', ['C']],
  ['c plus plus', ['C++']],
  ['c sharp', ['C#']],
  ['design code', ['Design+Code']],
  ['acme ltd', ['Acme Ltd']],
  ['countdown to black friday', ['Countdown to Black Friday']],
  ['black friday 2023', ['Black Friday 2023']],
  ['black friday video subscription', ['Black Friday Video Subscription']],
  ['optimizing the 4 rule', ['Optimizing The 4% Rule']],
  ['lifetime deal', ['Lifetime Deal']],
  ['garage sale', ['Garage Sale']],
  ['🎉', ['🎉']],
  ['\u200D', ['\u200D']],
]
test.each(each(TITLES))('the title "%s" has the key "%s"', (title, key) => {
  expect(titleKey(title)).toBe(key)
})

const VENDORS: [key: string, names: string[]][] = [
  ['xnapper', ['Xnapper', ' X napper ', 'Xnapper, Inc.', 'Xnapper Ltd', 'Xnapper Limited', 'XNAPPER LLC']],
  ['xnapper', ['Xnapper L.L.C.', 'Xnapper GmbH & Co. KG', 'Xnapper S.L.', 'Xnapper SL', 'Xnapper B.V.']],
  ['xnapper', ['Xnapper AG', 'Xnapper S.A.S.', 'Xnapper Pty Ltd', 'Xnapper Corp.']],
  ['cafenoir', ['Café Noir']],
  ['xnappertech', ['Xnapper Tech Co., Ltd.']],
  ['zipic', ['Zipic Team']],
  ['theteam', ['The Team']],
  ['team', ['Team']],
  ['teamwork', ['Teamwork']],
  ['nodejs', ['Node.js']],
  ['xnapper.com', ['www.xnapper.com', 'https://xnapper.com/']],
  ['kaleidoscope.app', ['cloud.kaleidoscope.app']],
  ['vendor.co.uk', ['shop.vendor.co.uk']],
  ['anna.github.io', ['anna.github.io']],
  ['anna.gumroad.com', ['anna.gumroad.com']],
  ['carrd.co', ['carrd.co']],
  ['apps.apple.com', ['apps.apple.com']],
  ['apple.com', ['apple.com']],
  ['日本', ['日本']],
  ['', ['...']],
]
test.each(each(VENDORS))('the vendor "%s" has the key "%s"', (name, key) => {
  expect(vendorKey(name)).toBe(key)
})

const LINKS: [key: string | null, links: string[]][] = [
  ['xnapper.com', ['https://xnapper.com', 'https://www.Xnapper.com/buy?utm_source=list&ref=x#price']],
  ['vendor.co.uk', ['http://shop.vendor.co.uk:8080/']],
  ['mgcui.framer.website', ['https://mgcui.framer.website']],
  ['apps.apple.com/id1031752878', ['https://apps.apple.com/us/app/banner-hunter/id1031752878?mt=12']],
  ['apps.apple.com/id1031752878', ['https://itunes.apple.com/app/id1031752878']],
  ['apps.apple.com/id6466442459', ['https://apps.apple.com/redeem?ctx=offercodes&id=6466442459&code=A']],
  [null, ['https://apps.apple.com/us/developer/anna', 'https://play.google.com/store']],
  [null, ['https://gumroad.com/discover', 'https://appsumo.com/', 'https://www.udemy.com/user/anna']],
  [null, ['https://www.amazon.co.uk/', 'https://amzn.to/3abc']],
  [null, ['https://sites.fastspring.com/anna/instant/xnapper', 'https://buy.paddle.com/product/1']],
  [null, ['https://twitter.com/xnapper/status/1', 'https://bit.ly/3abc', 'https://aff.link/docusign']],
  [null, ['https://appsumo.8odi.net/DyGKWj', 'https://geni.us/abc', 'https://imp.i384100.net/JkZnoQ']],
  [null, ['https://goto.store.example/c/5660929/298927/4662', 'https://apple.co/3abc']],
  [null, ['https://github.com/anna', 'https://web.archive.org/', 'http://192.168.0.1/', 'http://localhost/']],
  [null, ['https://xnapper', 'mailto:anna@xnapper.com', 'iOS', '']],
  ['play.google.com/com.xnapper', ['https://play.google.com/store/apps/details?id=com.Xnapper&hl=en']],
  [
    'chromewebstore.google.com/abcdefghijklmnopabcdefghijklmnop',
    ['https://chromewebstore.google.com/detail/name/abcdefghijklmnopabcdefghijklmnop'],
  ],
  [
    'chromewebstore.google.com/abcdefghijklmnopabcdefghijklmnop',
    ['https://chrome.google.com/webstore/detail/abcdefghijklmnopabcdefghijklmnop?hl=en'],
  ],
  ['gumroad.com/swift-power-pack', ['https://gumroad.com/l/swift-power-pack/blackfriday23']],
  ['gumroad.com/swift-power-pack', ['https://gum.co/swift-power-pack']],
  ['anna.gumroad.com', ['https://anna.gumroad.com/l/notes?wanted=true']],
  ['vendor.com', ['https://store.vendor.com/l/notes']],
  ['appsumo.com/xnapper', ['https://appsumo.com/products/xnapper/?utm_source=x']],
  ['udemy.com/swift', ['https://www.udemy.com/course/swift/']],
  ['amazon/b07xj8c8f5', ['https://www.amazon.de/Some-Book/dp/B07XJ8C8F5/ref=sr_1']],
  ['amazon/b07xj8c8f5', ['https://www.amazon.com/dp/B07XJ8C8F5?tag=somebody-20']],
  ['anna.onfastspring.com', ['https://anna.onfastspring.com/xnapper']],
  ['github.com/anna/xnapper', ['https://github.com/anna/xnapper/releases']],
  ['box.com', ['https://web.archive.org/web/20250226131158/https://www.box.com/pricing']],
  ['box.com', ['https://web.archive.org/web/2018id_/http:/box.com/']],
]
test.each(each(LINKS))('the link "%s" has the key "%s"', (link, key) => {
  expect(linkKey(link)).toBe(key)
})

test('The keys of a deal come from its title, vendor and link', () => {
  expect(
    productKeys({
      title: 'Xnapper (AppSumo)',
      vendor_name: 'Xnapper Inc.',
      cta_url: 'https://appsumo.com/products/xnapper',
    }),
  ).toEqual({ title_key: 'xnapper', vendor_key: 'xnapper', link_key: 'appsumo.com/xnapper' })
})

/** Invented in the style of real ones. */
const INVENTED: [key: string, title: string][] = [
  ['tidewell ai meeting notes', 'Tidewell – AI Meeting Notes (Lifetime Deal)'],
  ['plotwise 3', 'Plotwise 3 [Black Friday 2025]'],
  ['inkwell for mac', 'Inkwell for Mac – 40% off'],
  ['inkwell for mac', 'Inkwell for Mac (up to 40% off!)'],
  ['rankfield pro', 'Rankfield Pro | Cyber Monday Sale'],
  ['murmurist', 'Murmurist 🎙️ AppSumo Lifetime Deal'],
  ['halden crm', 'Halden CRM: Black Friday Deal 2024'],
  ['halden crm', "Halden CRM (BFCM '24)"],
  ['the complete c course', 'The Complete C Course - 90% off'],
  ['the complete c plus plus course', 'The Complete C++ Course - 90% off'],
  ['the complete c sharp course', 'The Complete C# Course - 90% off'],
  ['sprout black', 'Sprout Black'],
  ['salesheet', 'SaleSheet'],
  ['deal flow', 'Deal Flow'],
  ['offerbox', 'Offerbox (on AppSumo)'],
  ['moorline photo vault', 'Moorline Photo Vault, Holiday Sale'],
  ['focus 2 in 1 timer', 'Focus: 2-in-1 Timer'],
  ['100 off grid homes', '100 Off-Grid Homes'],
  ['quietworks family', 'Quietworks (Family) – Launch Offer'],
  ['new tab studio', 'New Tab Studio'],
]
test.each(INVENTED)('the key "%s" is that of the title "%s"', (key, title) => {
  expect(titleKey(title)).toBe(key)
})

test('C, C++ and C# are three products', () => {
  expect(new Set(['C', 'C++', 'C#'].map(titleKey)).size).toBe(3)
})

test.each([
  ['BoltAI', 'https://www.boltai.com/buy?via=sale', 'BoltAI'],
  ['Nexty.dev', 'https://nexty.dev/#pricing', 'Nexty.dev'],
  ['Screen Studio', 'https://screen.studio/', 'Screen Studio'],
  ['CleanShot X', 'https://cleanshot.com/', 'Cleanshot'],
  ['Boards', 'https://big-small-team.co.uk/', 'Big Small Team'],
  ['Sip (Black Friday)', 'https://sip.app/', 'Sip'],
  ['Orchard', 'https://orchard.5km.tech/', '5km'],
  ['Icons', 'https://gracehuang.gumroad.com/l/icons', 'Gracehuang'],
  ['Paprika', 'https://web.archive.org/web/2020/https://paprikaapp.com/', 'Paprikaapp'],
  ['Things 3', 'https://apps.apple.com/app/things-3/id904237743', 'Things 3'],
  ['Rocket', 'https://appsumo.com/products/rocket', 'Rocket'],
  ['A thread', 'https://twitter.com/somebody/status/1', 'A thread'],
  ['DocuSign', 'https://aff.link/docusign', 'DocuSign'],
  ['Sumo Tool', 'https://appsumo.8odi.net/DyGKWj', 'Sumo Tool'],
  ['Geni Tool', 'https://geni.us/abc', 'Geni Tool'],
  ['Partner Tool', 'https://unknown.example/?aff=7', 'Partner Tool'],
])('the vendor of %s at %s is %s', (title, link, vendor) => {
  expect(vendorNameOf(title, link)).toBe(vendor)
})
