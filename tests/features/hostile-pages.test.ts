import { describe, expect, test } from 'vitest'
import { readPageData } from '~/features/catalog/vendor-pages/page-data.server'
import { listPageOffers } from '~/features/catalog/vendor-pages/page-offer.server'

const MEGABYTE = 1024 * 1024
const fill = (part: string) => part.repeat(Math.ceil(MEGABYTE / part.length)).slice(0, MEGABYTE)
const jsonLd = (json: string) => `<script type="application/ld+json">${json}</script>`
const nested = (open: string, close: string, times: number) => jsonLd(`${open.repeat(times)}1${close.repeat(times)}`)

const read = (html: string) => readPageData({ url: 'https://vendor.example/', html })

const HOSTILE = {
  'elements nested without end': fill('<b>'),
  'end tags without a start, far inside': `${'<b>'.repeat(250)}${fill('</i>')}`,
  'an element with a hundred thousand attributes': `<p ${Array.from({ length: 1e5 }, (_, i) => `a${i}`).join(' ')}>`,
  'only the beginnings of tags': fill('<'),
  'a hundred thousand broken entities': fill('&#x;&no'),
  'arrays nested without end': jsonLd(fill('[')),
  'arrays nested half a million deep': nested('[', ']', MEGABYTE / 2),
  'things nested a hundred thousand deep': nested('{"a":', '}', 1e5),
  'a hundred thousand things': jsonLd(`[${'{},'.repeat(1e5)}{}]`),
  'sixty thousand offers': jsonLd(`{"@type":"Product","offers":[${'{"price":"1"},'.repeat(6e4)}{}]}`),
  'thousands of scripts': fill(jsonLd('{"@type":"Product","offers":{"price":1}}')),
  'a price as long as the page': jsonLd(`{"@type":"Product","offers":{"price":"${'1,'.repeat(MEGABYTE / 2)}"}}`),
  'a type as long as the page': jsonLd(`{"@type":"${'/#:'.repeat(3e5)}"}`),
}

describe('a hostile page of a megabyte', () => {
  // Reading them is only ended by the time limit of the test if it takes more than linear time.
  test.each(Object.entries(HOSTILE))('with %s is read to its end and names no price', (_, html) => {
    const page = read(html)
    expect(page ? listPageOffers(page).filter(({ price }) => price !== null) : []).toEqual([])
  })
})

test('a page cannot change the prototype of objects', () => {
  read(jsonLd('{"@type":"Product","__proto__":{"polluted":1},"offers":{"__proto__":{"polluted":1}}}'))
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
