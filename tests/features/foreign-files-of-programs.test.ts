import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { guessMapping, hasOurHeadings } from '~/features/staff/csv-import/columns'
import { readFirstRows } from '~/features/staff/csv-import/csv-file.server'
import { fileOnDisk } from '~/features/staff/csv-import/import-files.server'
import type { ImportOptions } from '~/features/staff/csv-import/import-options'
import { importFile, importRows, makeCategoryAndPlatform, makeRow, type Row, withFile } from '../csv-files'

// What spreadsheets, shops, blogs and databases write, a few rows of each kind.

beforeEach(async () => {
  await makeCategoryAndPlatform()
})

async function readDeals() {
  const deals = await db.selectFrom('deals').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
  const entries = await db.selectFrom('deal_pros_cons').selectAll().orderBy('position').execute()
  return deals.map((deal) => ({
    ...deal,
    pros: entries.filter(({ deal_id, type }) => deal_id === deal.id && type === 'PRO').map(({ text }) => text),
  }))
}

type Stored = Partial<Awaited<ReturnType<typeof readDeals>>[number]>

/** Cells as they are written, with what is stored or the error. */
const CELLS: Record<string, { options?: ImportOptions; rows: [Row, Stored | string][] }> = {
  'lists of other programs': {
    options: { splitsLists: true },
    rows: [
      [{ tags: 'sketching, vector art, fonts' }, { tags: ['sketching', 'vector art', 'fonts'] }],
      [{ tags: '["ledger","invoices"]' }, { tags: ['ledger', 'invoices'] }],
      [{ tags: 'crm;sales;outreach' }, { tags: ['crm', 'sales', 'outreach'] }],
      [{ pros: '• Runs offline\n• No seats\n• One file' }, { pros: ['Runs offline', 'No seats', 'One file'] }],
      [{ pros: '<ul><li>Fast start</li><li>Good help</li></ul>' }, { pros: ['Fast start', 'Good help'] }],
      [{ tags: "['kanban', 'notes']" }, { tags: ['kanban', 'notes'] }],
      [{ pros: '- Small\n- Quick' }, { pros: ['Small', 'Quick'] }],
    ],
  },
  'lists that are one text': {
    rows: [
      [{ pros: 'Cheap, and quick' }, { pros: ['Cheap, and quick'] }],
      [{ tags: 'R&amp;D|Q&A' }, { tags: ['R&D', 'Q&A'] }],
      [{ tags: 'maps, ink' }, { tags: ['maps, ink'] }],
      [{ pros: '[Beta] Works offline' }, { pros: ['[Beta] Works offline'] }],
      [{ tags: 'a\\|b|c' }, { tags: ['a|b', 'c'] }],
    ],
  },
  'texts with HTML or Markdown': {
    rows: [
      [{ summary: 'Drafts &#8211; outlines &hellip;' }, { summary: 'Drafts – outlines …' }],
      [
        { description: '<!-- wp:paragraph --><p>Opens <strong>fast</strong>.</p>\n<p>Saves&nbsp;too.</p>' },
        { description: 'Opens fast.\n\nSaves too.' },
      ],
      [{ description: '<div>One<br/>two</div><script>x()</script>' }, { description: 'One\ntwo' }],
      [{ summary: 'Plans & budgets <3' }, { summary: 'Plans & budgets <3' }],
      [{ cta_url: 'https://inkwell.example/?a=1&amp;b=2' }, { cta_url: 'https://inkwell.example/?a=1&b=2' }],
      [{ cta_url: '=HYPERLINK("https://inkwell.example/buy","Buy")' }, { cta_url: 'https://inkwell.example/buy' }],
      [
        { hero_image_url: 'cover.png (https://files.example/cover.png)' },
        { hero_image_url: 'https://files.example/cover.png' },
      ],
      [
        { hero_image_url: 'https://files.example/1.png, https://files.example/2.png' },
        { hero_image_url: 'https://files.example/1.png' },
      ],
      [{ cta_url: 'inkwell.example/deal' }, { cta_url: 'https://inkwell.example/deal' }],
      [
        { vendor_name: 'Northpane (https://www.notion.so/Northpane-0a1b2c3d4e5f60718293a4b5c6d7e8f9)' },
        { vendor_name: 'Northpane' },
      ],
    ],
  },
  'words for nothing': {
    rows: [
      [{ coupon_code: 'NULL' }, { coupon_code: null }],
      [
        { summary: '#VALUE!', deal_price: 'n/a' },
        { summary: null, deal_price: null },
      ],
      [
        { end_date: 'No expiry', refund_days: '-' },
        { end_date: null, refund_days: null },
      ],
      [
        { deal_price: 'TBD', video_url: 'undefined' },
        { deal_price: null, video_url: null },
      ],
      [{ coupon_code: 'No code needed', summary: '\u00a0' }, { summary: null }],
      [
        { hero_image_url: '[]', tags: '[]' },
        { hero_image_url: null, tags: [] },
      ],
      [{ cta_url: '#N/A' }, 'CTA URL is required.'],
    ],
  },
  'dates of other programs': {
    options: { monthFirst: true },
    rows: [
      [{ start_date: '3/9/26' }, { start_date: '2026-03-09' }],
      [{ start_date: '46000' }, { start_date: '2025-12-09' }],
      [{ start_date: 'March 9, 2026 4:05 PM' }, { start_date: '2026-03-09' }],
      [{ start_date: '2026-03-09T08:30:00+01:00' }, { start_date: '2026-03-09' }],
      [{ start_date: '9. März 2026' }, { start_date: '2026-03-09' }],
      [{ start_date: '3/9/2026 12:00am' }, { start_date: '2026-03-09' }],
      [{ start_date: 'Mon, 09 Mar 2026 08:30:00 +0000' }, { start_date: '2026-03-09' }],
      [{ start_date: '2026-03-09 08:30:00.000000' }, { start_date: '2026-03-09' }],
      [{ start_date: '1773014400' }, { start_date: '2026-03-09' }],
      [{ start_date: '46000.5' }, { start_date: '2025-12-09' }],
      [{ start_date: '@March 9, 2026' }, { start_date: '2026-03-09' }],
      [{ start_date: '2026-03-01 → 2026-03-09' }, 'Start date must be a real date'],
      [{ start_date: '30/02/2026' }, 'Start date'],
    ],
  },
  'yes and no': {
    rows: [
      [
        { stackable: 'TRUE', transferable: '☑' },
        { stackable: true, transferable: true },
      ],
      [
        { stackable: '✅', transferable: '❌' },
        { stackable: true, transferable: false },
      ],
      [
        { stackable: 'Ja', transferable: 'Nein' },
        { stackable: true, transferable: false },
      ],
      [
        { stackable: 'unchecked', transferable: '0' },
        { stackable: false, transferable: false },
      ],
      [
        { stackable: '[x]', transferable: '[ ]' },
        { stackable: true, transferable: false },
      ],
      [
        { stackable: 'VRAI', transferable: 'FAUX' },
        { stackable: true, transferable: false },
      ],
      [
        { stackable: '1.0', transferable: '' },
        { stackable: true, transferable: null },
      ],
      [{ stackable: 'maybe' }, 'must be "yes" or "no"'],
    ],
  },
  prices: {
    rows: [
      [
        { deal_price: '1.299,00 €', currency: 'EUR' },
        { deal_price: '1299.00', currency: 'EUR' },
      ],
      [{ deal_price: 'US$ 49' }, { deal_price: '49.00' }],
      [{ deal_price: '$1,299.00' }, { deal_price: '1299.00' }],
      [{ deal_price: '49 USD' }, { deal_price: '49.00' }],
      [{ deal_price: '49.0' }, { deal_price: '49.00' }],
      [{ deal_price: '1’299.00', currency: 'CHF' }, { deal_price: '1299.00' }],
      [{ deal_price: '$49.00 USD' }, { deal_price: '49.00' }],
      [{ deal_price: 'From $49' }, 'Deal price'],
      [{ deal_price: '49,-', currency: 'EUR' }, { deal_price: '49.00' }],
      [{ deal_price: '$49 (one-time)' }, 'Deal price'],
    ],
  },
  'numbers with units': {
    rows: [
      [{ discount_percent: '72%' }, { discount_percent: 72 }],
      [{ discount_percent: '0.72' }, 'Discount'],
      [{ discount_percent: '72 % off' }, { discount_percent: 72 }],
      [{ refund_days: '60 days' }, { refund_days: 60 }],
      [{ refund_days: '14-day' }, { refund_days: 14 }],
      [{ redeem_days: '30,0' }, { redeem_days: 30 }],
      [{ discount_percent: 'Save 72%' }, { discount_percent: 72 }],
      [{ refund_days: '60 day guarantee' }, 'Refund'],
    ],
  },
}

describe.each(Object.entries(CELLS))('%s', (_kind, { options, rows }) => {
  test.each(rows)('%j', async (cells, expected) => {
    const imported = await importRows([makeRow(cells)], { options }, Object.keys(makeRow(cells)))
    if (typeof expected === 'string') return expect(imported.errors).toEqual([expect.stringMatching(expected)])
    expect(imported.errors).toEqual([])
    expect((await readDeals())[0]).toMatchObject(expected)
  })
})

const FIXED = { category: { value: 'Writing' }, platform: { value: 'Stackyard' }, start_date: { value: '2026-01-05' } }

/** Files as they are saved, with the deals that come of them, or the errors. */
const FILES: [string, string | Buffer, Stored[] | string][] = [
  [
    'Excel in Germany',
    '\ufeffTitel;Anbieter;Preis;Link;\r\nInkwell;Northpane;1.299,00 €;https://inkwell.example;\r\n;;;;\r\n',
    [{ title: 'Inkwell', vendor_name: 'Northpane', deal_price: '1299.00', currency: 'EUR' }],
  ],
  [
    'Excel as Unicode text',
    Buffer.from('\ufeffName\tURL\tPrice\r\n"Ink ""2"""\thttps://inkwell.example\t$49\r\n', 'utf16le'),
    [{ title: 'Ink "2"', deal_price: '49.00' }],
  ],
  [
    'Excel with a sep line',
    'sep=;\r\nName;Website\r\n"Inkwell; the app";https://inkwell.example\r\n',
    [{ title: 'Inkwell; the app' }],
  ],
  [
    'LibreOffice with every cell quoted',
    '"Name","Homepage","Notes"\n"Inkwell","https://inkwell.example","Two\nlines"\n"Mossgate","https://mossgate.example",""\n',
    [{ title: 'Inkwell' }, { title: 'Mossgate' }],
  ],
  [
    'Google Sheets with empty columns and rows',
    'App,Link,,\nInkwell,https://inkwell.example,,\n,,,\nMossgate,https://mossgate.example,,\n',
    [{ title: 'Inkwell' }, { title: 'Mossgate' }],
  ],
  [
    'a shop',
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Variant Price,Variant Compare At Price,Image Src,URL\ninkwell,Inkwell,"<p>Writes.</p>",Northpane,Writing,"pens, ink",TRUE,39.00,99.00,https://cdn.example/i.png,https://inkwell.example\n',
    [
      {
        slug: 'inkwell',
        description: 'Writes.',
        vendor_name: 'Northpane',
        original_price: '99.00',
        deal_price: '39.00',
      },
    ],
  ],
  [
    'WooCommerce',
    'ID,Type,SKU,Name,Published,"Short description",Description,"Sale price","Regular price",Categories,Images,"External URL"\n7,external,,Inkwell,1,"<p>Short</p>","Long",39,99,Writing,"https://a.example/1.png, https://a.example/2.png",https://inkwell.example\n',
    [
      {
        title: 'Inkwell',
        summary: 'Short',
        deal_price: '39.00',
        original_price: '99.00',
        hero_image_url: 'https://a.example/1.png',
      },
    ],
  ],
  [
    'WordPress',
    'post_title,post_excerpt,post_content,post_date,permalink\nInkwell,Short,"<!-- wp:paragraph -->\n<p>Long</p>\n<!-- /wp:paragraph -->",2026-02-03 10:11:12,https://inkwell.example\n',
    [{ title: 'Inkwell', summary: 'Short', description: 'Long' }],
  ],
  [
    'Airtable',
    '\ufeffName,Website,Logo,Tags,Lifetime?\nInkwell,https://inkwell.example,logo.png (https://v5.airtable.example/a/b),"pens,ink,paper",checked\n',
    [{ title: 'Inkwell' }],
  ],
  [
    'Notion',
    '\ufeffName,URL,Vendor,Deal Price\nInkwell,https://inkwell.example,Northpane (https://www.notion.so/Northpane-0a1b2c3d4e5f60718293a4b5c6d7e8f9?pvs=21),$49.00\n',
    [{ title: 'Inkwell', vendor_name: 'Northpane', deal_price: '49.00' }],
  ],
  [
    'a title row above the headings',
    'Lifetime deals 2026,,\n,,\nName,Link,Price\nInkwell,https://inkwell.example,49\n',
    [{ title: 'Inkwell', deal_price: '49.00' }],
  ],
  [
    'a total row below',
    'Name,Link,Price,Vendor\nInkwell,https://inkwell.example,49,Northpane\nTotal,,49,-\n',
    '3 cta_url: CTA URL is required.',
  ],
  [
    'headings twice',
    'Name,Link,LINK,Name\nInkwell,https://inkwell.example,https://inkwell.example,Ink\n',
    [{ title: 'Inkwell' }],
  ],
  [
    'pipes',
    'Tool|Link|Maker\nInkwell "2"|https://inkwell.example|Northpane\n',
    [{ title: 'Inkwell "2"', vendor_name: 'Northpane' }],
  ],
  [
    'a vendor column without cells',
    'Name,Link,Vendor\nInkwell,https://www.inkwell.example,\n',
    [{ vendor_name: 'Inkwell' }],
  ],
  [
    'a short link and no vendor',
    'Name,Link\nInkwell,https://bit.ly/3xYz\n',
    [{ vendor_name: 'Inkwell', link_key: null }],
  ],
  [
    'a partner link and no vendor',
    'Name,Link\nInkwell,https://inkwell.sjv.io/c/1/2/3\n',
    [{ vendor_name: 'Inkwell', link_key: null }],
  ],
  [
    'names that make one slug',
    'Name,Link\nF#,https://fsharp.example\nF,https://f.example\nF++,https://fpp.example\n',
    [{ slug: 'f' }, { slug: 'f-2' }, { slug: 'f-3' }],
  ],
  [
    'old Macs',
    'Name,Link\rInkwell,https://inkwell.example\rMossgate,https://mossgate.example\r',
    [{ title: 'Inkwell' }, { title: 'Mossgate' }],
  ],
  [
    'a round trip through a German spreadsheet',
    'title;slug;vendor_name;category;platform;deal_price;start_date;cta_url;stackable\r\nInkwell;inkwell;Northpane;Writing;Stackyard;1.299,50;05.01.2026;https://inkwell.example;WAHR\r\n',
    [{ slug: 'inkwell', deal_price: '1299.50', start_date: '2026-01-05', stackable: true }],
  ],
  [
    'a round trip through an American spreadsheet',
    'title,slug,vendor_name,category,platform,deal_price,start_date,end_date,cta_url\r\nInkwell,inkwell,Northpane,Writing,Stackyard,49.5,1/5/2026,1/31/2026,https://inkwell.example\r\n',
    [{ deal_price: '49.50', start_date: '2026-01-05', end_date: '2026-01-31' }],
  ],
]

test.each(FILES)('a file of %s', async (_what, content, expected) => {
  const imported = await withFile(content, async (file) => {
    const { header } = await readFirstRows(fileOnDisk(file))
    const columns = hasOurHeadings(header, 'deals') ? undefined : { ...FIXED, ...guessMapping(header, 'deals') }
    return importFile(file, { options: { columns, vendor: 'link', createsMissing: true } })
  })
  if (typeof expected === 'string') return expect(imported.errors).toContain(expected)
  expect(imported.errors).toEqual([])
  expect(await readDeals()).toMatchObject(expected)
})
