import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { env } from '~/env.server'
import { unlinked } from '~/mail/layout/unlinked'
import { letter } from '~/mail/letter.server'
import { SAMPLES } from './samples'

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // Mail programs know tables and inline styles, and no landmarks besides roles.
    'no-deprecated-attr': 'off',
    'no-inline-style': 'off',
    'prefer-native-element': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    'valid-id': 'off',
  },
})

/** The HTML without invisible characters, and links in it. */
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url!)

describe.each(Object.entries(SAMPLES))('the mail %s', (_name, mail) => {
  test('is valid HTML without pictures, scripts or anything else to fetch', async () => {
    const { results } = await validator.validateString(mail.html!)
    const faults = results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
    expect(faults).toEqual([])
    expect(mail.html).not.toMatch(/<(img|link|script|iframe|form)|@import|url\(|src=/i)
  })

  test('is small enough to be shown whole', () => {
    expect(Buffer.byteLength(mail.html!)).toBeLessThan(100_000)
  })

  test('has every link on a separate line of its plain text, and no other long line', () => {
    const lines = mail.text.split('\n')
    for (const line of lines) if (!line.includes('http')) expect(line.length).toBeLessThanOrEqual(72)
    const shown = lines.map((line) => line.trim())
    const links = new Set(linksIn(mail.html!).map((url) => url.replaceAll('&#38;', '&')))
    links.delete(env.SITE_URL)
    for (const url of links) expect(shown).toContain(url)
  })

  test('names the site at the end of its subject', () => {
    expect(mail.subject).toMatch(/ \| Lifetime Ledger$/)
  })
})

test('no subject of a mail about purchases names the product', () => {
  for (const name of ['still-using', 'digest', 'alert']) {
    expect(SAMPLES[name]!.subject).not.toMatch(/Quillstack|Moorline|Gridmarten|Calbrook/)
  }
})

test('the plain text of a digest lists dated lines below their sections', () => {
  expect(SAMPLES.digest!.text).toContain(`WHAT YOU BOUGHT

22 Nov  Moorline CRM
        The client portal leaves the lifetime plan on 1 March 2027.
        Verified 22 Nov 2026. We emailed you about it.
        http://localhost:3000/deals/moorline

PRICES

22 Nov  Gridmarten
        $45.00, was $49.00.
        Verified 22 Nov 2026
        http://localhost:3000/deals/gridmarten
`)
  expect(SAMPLES.digest!.text).toContain('\n 1 Dec  Calbrook: refund deadline 1 December 2026\n')
})

test('the plain text of several decisions lists each below its outcome, with its link', () => {
  expect(SAMPLES.decisions!.text).toContain(`We looked at what you sent, Tomasz.

PUBLISHED
Your review of Quillstack
It is on the deal page now.
http://localhost:3000/deals/quillstack#review-812
`)
  expect(SAMPLES.decisions!.text).toContain(`Edit and resubmit:
http://localhost:3000/account/contributions`)
})

test('the plain text of an alert aligns the old and the new value', () => {
  expect(SAMPLES.alert!.text).toContain(`Was:                Client portal included, unlimited clients
From 1 March 2027:  Add-on for $9 a month, also for existing lifetime
                    accounts
`)
})

const simple = (text: string) =>
  letter({
    to: 'ada@example.com',
    subject: 'x',
    preview: text,
    blocks: [
      { kind: 'heading', text },
      { kind: 'paragraph', text },
      { kind: 'quote', text },
      { kind: 'section', title: text, items: [{ day: '2026-11-22', title: text, url: 'http://localhost/', text }] },
    ],
    finePrint: [[{ text }]],
  })

test('text in a mail is escaped in its HTML', () => {
  const { html } = simple('<b onclick=alert(1)>&"')
  expect(html).not.toContain('<b ')
  expect(html).toContain('&#60;b onclick=alert(1)&#62;&#38;&#34;')
})

test.each(['refund.example', 'www.refund.example/now', 'https://refund.example', 'claim@refund.example', 'Доход.рф'])(
  'a title like %s does not become a link in mail programs',
  (title) => {
    const { html, text } = simple(title)
    expect(html).not.toContain(title)
    expect(text).not.toContain(title)
    expect(unlinked(title).replaceAll('\u200c', '')).toBe(title)
  },
)

test('the email address of a sender has no invisible characters in the text part', () => {
  expect(SAMPLES.contact!.text).toContain('maya@lindqvist.example')
})

test("text parts of mails have no invisible characters in the site's own URLs", () => {
  for (const { text } of Object.values(SAMPLES)) expect(text).not.toContain('\u200c')
})

test('prices, ends of sentences and versions stay as they are', () => {
  for (const text of ['$45.00, was $49.00. Your target.', 'Version 2.1', 'at 14:17']) expect(unlinked(text)).toBe(text)
})

test('line breaks of a message are kept', () => {
  const { html, text } = SAMPLES.contact!
  expect(html).toContain('says $45.<br><br>The vendor')
  expect(text).toContain('says $45.\n\nThe vendor')
})
