import { expect, test } from 'vitest'
import { foldWords } from '~/features/catalog/deals/fold-text'
import { linkKey, productKeys, titleKey, vendorKey, vendorNameOf } from '~/features/catalog/products/product-key'

const EQUAL_TITLES: [title: string, key: string][] = [
  ['Xnapper', 'xnapper'],
  ['  XNAPPER!  ', 'xnapper'],
  ['Xnapper™ 📝', 'xnapper'],
  ['Quick Exposé', 'quick expose'],
  ['Straße Łódź', 'strasse lodz'],
  ['Don’t Forget', 'dont forget'],
  ['Steps & Beasts', 'steps and beasts'],
  ['Time–Go: Clock', 'time go clock'],
  ['Xnapper Lifetime Deal', 'xnapper'],
  ['Xnapper - Lifetime Deal', 'xnapper'],
  ['Xnapper [LTD]', 'xnapper'],
  ['Xnapper (AppSumo)', 'xnapper'],
  ['Xnapper | AppSumo Lifetime Deal', 'xnapper'],
  ['Xnapper Black Friday 2023', 'xnapper'],
  ["Xnapper – Black Friday Sale '23", 'xnapper'],
  ['Black Friday 2024: Xnapper', 'xnapper'],
  ['Xnapper Cyber Monday Deal', 'xnapper'],
  ['Xnapper (Summer Sale)', 'xnapper'],
  ['Xnapper 30% off', 'xnapper'],
  ['Xnapper - Save up to 30 % OFF!', 'xnapper'],
  ['Xnapper (Black Friday 2023, 30% off)', 'xnapper'],
  ['Xnapper 30% off - Black Friday', 'xnapper'],
  ['(New!) Xnapper', 'xnapper'],
  ['PRE-SALE: Getting Started', 'getting started'],
  ['Xnapper - Black Friday Special Offer', 'xnapper'],
  ['Xnapper | AppSumo Exclusive Deal', 'xnapper'],
  ['ハバ', 'ハバ'],
]
test.each(EQUAL_TITLES)('The title "%s" has the key "%s"', (title, key) => {
  expect(titleKey(title)).toBe(key)
})

const KEPT_TITLES: [title: string, key: string][] = [
  ['Xnapper 2', 'xnapper 2'],
  ['Xnapper 4.2', 'xnapper 4 2'],
  ['Xnapper 2023', 'xnapper 2023'],
  ['Xnapper Pro', 'xnapper pro'],
  ['Xnapper Pro+', 'xnapper pro plus'],
  ['Side Projects $$$+', 'side projects plus'],
  ['Xnapper (iOS)', 'xnapper ios'],
  ['Xnapper (macOS)', 'xnapper macos'],
  ['Algorithms, Volume 2', 'algorithms volume 2'],
  ['Xnapper Lifetime License', 'xnapper lifetime license'],
  ['Xnapper Annual Subscription', 'xnapper annual subscription'],
  ['C', 'c'],
  ['C++', 'c plus plus'],
  ['C#', 'c sharp'],
  ['Design+Code', 'design code'],
  ['Acme Ltd', 'acme ltd'],
  ['Countdown to Black Friday', 'countdown to black friday'],
  ['Black Friday 2023', 'black friday 2023'],
  ['Black Friday Video Subscription', 'black friday video subscription'],
  ['Optimizing The 4% Rule', 'optimizing the 4 rule'],
  ['Lifetime Deal', 'lifetime deal'],
  ['Garage Sale', 'garage sale'],
  ['🎉', '🎉'],
  ['\u200D', '\u200D'],
]
test.each(KEPT_TITLES)('What tells "%s" apart stays in its key "%s"', (title, key) => {
  expect(titleKey(title)).toBe(key)
})

const VENDORS: [name: string, key: string][] = [
  ['Xnapper', 'xnapper'],
  [' X napper ', 'xnapper'],
  ['Café Noir', 'cafenoir'],
  ['Xnapper, Inc.', 'xnapper'],
  ['Xnapper Ltd', 'xnapper'],
  ['Xnapper Limited', 'xnapper'],
  ['XNAPPER LLC', 'xnapper'],
  ['Xnapper L.L.C.', 'xnapper'],
  ['Xnapper GmbH & Co. KG', 'xnapper'],
  ['Xnapper S.L.', 'xnapper'],
  ['Xnapper SL', 'xnapper'],
  ['Xnapper B.V.', 'xnapper'],
  ['Xnapper AG', 'xnapper'],
  ['Xnapper S.A.S.', 'xnapper'],
  ['Xnapper Pty Ltd', 'xnapper'],
  ['Xnapper Tech Co., Ltd.', 'xnappertech'],
  ['Xnapper Corp.', 'xnapper'],
  ['Zipic Team', 'zipic'],
  ['The Team', 'theteam'],
  ['Team', 'team'],
  ['Teamwork', 'teamwork'],
  ['Node.js', 'nodejs'],
  ['www.xnapper.com', 'xnapper.com'],
  ['https://xnapper.com/', 'xnapper.com'],
  ['cloud.kaleidoscope.app', 'kaleidoscope.app'],
  ['shop.vendor.co.uk', 'vendor.co.uk'],
  ['anna.github.io', 'anna.github.io'],
  ['anna.gumroad.com', 'anna.gumroad.com'],
  ['carrd.co', 'carrd.co'],
  ['apps.apple.com', 'apps.apple.com'],
  ['apple.com', 'apple.com'],
  ['日本', '日本'],
  ['...', ''],
]
test.each(VENDORS)('The vendor "%s" has the key "%s"', (name, key) => {
  expect(vendorKey(name)).toBe(key)
})

const LINKS: [link: string, key: string | null][] = [
  ['https://xnapper.com', 'xnapper.com'],
  ['https://www.Xnapper.com/buy?utm_source=list&ref=x#price', 'xnapper.com'],
  ['http://shop.vendor.co.uk:8080/', 'vendor.co.uk'],
  ['https://mgcui.framer.website', 'mgcui.framer.website'],
  ['https://apps.apple.com/us/app/banner-hunter/id1031752878?mt=12', 'apps.apple.com/id1031752878'],
  ['https://itunes.apple.com/app/id1031752878', 'apps.apple.com/id1031752878'],
  ['https://apps.apple.com/redeem?ctx=offercodes&id=6466442459&code=A', 'apps.apple.com/id6466442459'],
  ['https://apps.apple.com/us/developer/anna', null],
  ['https://play.google.com/store/apps/details?id=com.Xnapper&hl=en', 'play.google.com/com.xnapper'],
  ['https://play.google.com/store', null],
  [
    'https://chromewebstore.google.com/detail/name/abcdefghijklmnopabcdefghijklmnop',
    'chromewebstore.google.com/abcdefghijklmnopabcdefghijklmnop',
  ],
  [
    'https://chrome.google.com/webstore/detail/abcdefghijklmnopabcdefghijklmnop?hl=en',
    'chromewebstore.google.com/abcdefghijklmnopabcdefghijklmnop',
  ],
  ['https://gumroad.com/l/swift-power-pack/blackfriday23', 'gumroad.com/swift-power-pack'],
  ['https://gum.co/swift-power-pack', 'gumroad.com/swift-power-pack'],
  ['https://gumroad.com/discover', null],
  ['https://anna.gumroad.com/l/notes?wanted=true', 'anna.gumroad.com'],
  ['https://store.vendor.com/l/notes', 'vendor.com'],
  ['https://appsumo.com/products/xnapper/?utm_source=x', 'appsumo.com/xnapper'],
  ['https://appsumo.com/', null],
  ['https://www.udemy.com/course/swift/', 'udemy.com/swift'],
  ['https://www.udemy.com/user/anna', null],
  ['https://www.amazon.de/Some-Book/dp/B07XJ8C8F5/ref=sr_1', 'amazon/b07xj8c8f5'],
  ['https://www.amazon.co.uk/', null],
  ['https://amzn.to/3abc', null],
  ['https://anna.onfastspring.com/xnapper', 'anna.onfastspring.com'],
  ['https://sites.fastspring.com/anna/instant/xnapper', null],
  ['https://buy.paddle.com/product/1', null],
  ['https://twitter.com/xnapper/status/1', null],
  ['https://bit.ly/3abc', null],
  ['https://aff.link/docusign', null],
  ['https://appsumo.8odi.net/DyGKWj', null],
  ['https://geni.us/abc', null],
  ['https://imp.i384100.net/JkZnoQ', null],
  ['https://goto.store.example/c/5660929/298927/4662', null],
  ['https://www.amazon.com/dp/B07XJ8C8F5?tag=somebody-20', 'amazon/b07xj8c8f5'],
  ['https://apple.co/3abc', null],
  ['https://github.com/anna/xnapper/releases', 'github.com/anna/xnapper'],
  ['https://github.com/anna', null],
  ['https://web.archive.org/web/20250226131158/https://www.box.com/pricing', 'box.com'],
  ['https://web.archive.org/web/2018id_/http:/box.com/', 'box.com'],
  ['https://web.archive.org/', null],
  ['http://192.168.0.1/', null],
  ['http://localhost/', null],
  ['https://xnapper', null],
  ['mailto:anna@xnapper.com', null],
  ['iOS', null],
  ['', null],
]
test.each(LINKS)('The link "%s" has the key "%s"', (link, key) => {
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

const fullLength = (start: string, part: string, end: string) =>
  start + part.repeat((200 - start.length - end.length) / part.length) + end

test.each([
  ['Thing (', 'new!', 'x'],
  ['Thing (', 'sale!', 'x)'],
  ['Thing (', 'black friday 2024 ', 'x'],
  ['Thing - ', 'black friday 2024 ', 'x'],
  ['Thing, ', 'appsumo lifetime deal,', 'x'],
  ['Thing ', 'save ', 'x'],
  ['', 'new! ', 'x'],
  ['Thing', '(', 'x'],
])('A title of full length that is "%s", "%s" again and again and "%s" stays whole in its key', (start, part, end) => {
  const title = fullLength(start, part, end)
  expect(titleKey(title)).toBe(foldWords(title))
})

test.each([
  ['Thing (', 'new!', ')'],
  ['Thing - ', 'sale!', ''],
  ['Thing', ' on sale', ' 30% off'],
  ['', '30% off - ', 'Thing'],
])('A title of full length that is "%s", "%s" again and again and "%s" has the key "thing"', (start, part, end) => {
  expect(titleKey(fullLength(start, part, end))).toBe('thing')
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
