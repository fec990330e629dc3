import { expect, test } from 'vitest'
import { readTrackingLink } from '~/features/catalog/links/tracking-link'

test.each([
  ['https://www.awin1.com/cread.php?awinmid=1&ued=https%3A%2F%2Fquillstack.app%2Flife', 'https://quillstack.app/life'],
  ['shareasale.com/r.cfm?b=1842&u=301&urllink=quillstack.app%2Flife', 'https://quillstack.app/life'],
  ['https://acme.pxf.io/c/1/2?u=https%3A%2F%2Fquillstack.app%3Fa%3D1%26b%3D2', 'https://quillstack.app?a=1&b=2'],
  ['https://click.linksynergy.com/deeplink?murl=http%3A%2F%2Fquillstack.app', 'http://quillstack.app'],
  ['https://acme.sjv.io/b3NkX1', undefined],
  ['https://prf.hn/click?url=javascript:alert(1)', undefined],
  ['https://prf.hn/click?url=https%3A%2F%2Fprf.hn%2Floop', undefined],
])('%s leads to %s', (link, target) => {
  expect(readTrackingLink(link)).toMatchObject({ target })
})

test.each([
  'https://quillstack.app/?url=https://awin1.com',
  'https://notawin1.com/cread.php',
  'https://awin1.com.evil.example/',
  'awin1',
  '',
  'see awin1.com/cread.php',
  'javascript:awin1.com',
])('"%s" is no tracking link', (text) => {
  expect(readTrackingLink(text)).toBeUndefined()
})
