import { expect, test } from 'vitest'
import { findIntermediary, readTrackingLink } from '~/features/catalog/links/tracking-link'

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

test('other addresses and texts are no tracking links', () => {
  for (const address of [
    'quillstack.app/?url=https://awin1.com',
    'notawin1.com/cread.php',
    'awin1.com.evil.example/',
  ]) {
    expect([address, readTrackingLink(`https://${address}`)]).toEqual([address, undefined])
  }
  for (const text of ['awin1', '', 'see awin1.com/cread.php', 'javascript:awin1.com']) {
    expect([text, readTrackingLink(text)]).toEqual([text, undefined])
  }
})

const INTERMEDIARIES: [kind: string | undefined, links: string[]][] = [
  ['shortener', ['https://aff.link/docusign', 'https://geni.us/abc', 'https://bit.ly/3abc']],
  ['shortener', ['https://www.amzn.to/3abc', 'https://GENI.US./abc']],
  ['network', ['https://appsumo.8odi.net/DyGKWj', 'https://skillshare.i8h2.net/abc']],
  ['network', ['https://imp.i384100.net/JkZnoQ', 'https://1.envato.market/c/5660929/298927/4662']],
  ['network', ['https://goto.store.example/c/5660929/298927/4662?u=https%3A%2F%2Fstore.example']],
  ['parameter', ['https://www.amazon.com/dp/B07XJ8C8F5?tag=somebody-20', 'https://quillstack.app/?ref=joe']],
  ['parameter', ['https://quillstack.app/?plan=ltd&Via=joe#pricing', 'https://quillstack.app/buy?fpr=joe']],
  ['parameter', ['https://quillstack.app/?aff=7', 'https://quillstack.app/#a_aid=7']],
  ['parameter', ['https://quillstack.app/#/pricing?via=joe']],
  [undefined, ['https://quillstack.app/', 'https://quillstack.app/?lifetime&plan=via&utm_source=list']],
  [undefined, ['https://quillstack.app/?ref=&via', 'https://quillstack.app/ref=joe']],
  [undefined, ['https://quillstack.app/#ref', 'https://quillstack.app/c/2024/11/29']],
  [undefined, ['https://quillstack.app/?reference=5&tags=a', 'https://habit.ly/', 'https://t.company/']],
  [undefined, ['https://bit.ly.quillstack.app/', 'https://i384100.example/', 'mailto:joe@geni.us']],
  [undefined, ['not a link']],
]
const links = INTERMEDIARIES.flatMap(([kind, all]) => all.map((link) => [link, kind] as const))
test.each(links)('the way in which %s may earn someone else a commission is: %s', (link, kind) => {
  expect(findIntermediary(link)?.kind).toBe(kind)
})

test('a link that credits a partner names the address without the parameter, written as it was', () => {
  expect(readTrackingLink('quillstack.app/buy?lifetime&via=joe&p=a/b#plans')).toEqual({
    kind: 'parameter',
    name: 'via',
    target: 'https://quillstack.app/buy?lifetime&p=a/b#plans',
  })
  expect(readTrackingLink('https://quillstack.app/#a_aid=7')).toMatchObject({ target: undefined })
})
