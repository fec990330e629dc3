import { describe, expect, test } from 'vitest'
import { readPage } from '~/features/freshness/page-offer.server'

const MEGABYTE = 1024 * 1024
const fill = (part: string) => part.repeat(Math.ceil(MEGABYTE / part.length)).slice(0, MEGABYTE)
const jsonLd = (json: string) => `<script type="application/ld+json">${json}</script>`
const nested = (open: string, close: string, times: number) => jsonLd(`${open.repeat(times)}1${close.repeat(times)}`)

const read = (html: string) => readPage({ url: 'https://vendor.example/', html })

const ORDINARY = fill('<div class="plan"><p>For <b>small</b> teams &amp; clubs</p><a href="/plans">Plans</a></div>')
const HOSTILE = {
  'elements nested without end': fill('<b>'),
  'items nested without end': fill('<div itemscope itemprop="offers" itemtype="https://schema.org/Product">'),
  'end tags without a start, far inside': `${'<b itemprop="price">'.repeat(250)}${fill('</i>')}`,
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

function cpuTimeOf(html: string) {
  const before = process.cpuUsage()
  read(html)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

describe('a hostile page of a megabyte', () => {
  test.each(Object.entries(HOSTILE))('with %s takes about as long as any other of its size', (_, html) => {
    read(ORDINARY)
    expect(cpuTimeOf(html)).toBeLessThan(25 * cpuTimeOf(ORDINARY))
  })

  test.each(Object.entries(HOSTILE))('with %s names no price', (_, html) => {
    expect(read(html)?.offers.filter(({ price }) => price !== null) ?? []).toHaveLength(0)
  })
})

test('a page cannot change the prototype of objects', () => {
  const microdata =
    '<div itemscope itemtype="Product"><i itemprop="__proto__" itemscope itemid="x"><i itemprop="polluted">1</i></i></div>'
  read(jsonLd('{"@type":"Product","__proto__":{"polluted":1},"offers":{"__proto__":{"polluted":1}}}') + microdata)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
