import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkSenderDomain } from '~/features/site/operations/sender-domain.server'

const makeKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const publicKeyOf = (pem: string) => createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64')
const privateKey = makeKey()
const sender = { domain: 'deals.example.co.uk', selector: 'ledger', privateKey }

const SPF = { 'deals.example.co.uk': ['unrelated=1', 'v=spf1 include:spf.provider.example -all'] }
const DKIM = { 'ledger._domainkey.deals.example.co.uk': [`v=DKIM1; k=rsa; p=${publicKeyOf(privateKey)}`] }
const DMARC = { '_dmarc.deals.example.co.uk': ['v=DMARC1; p=none'] }

type Records = Record<string, string[] | undefined>

/** Long records arrive in parts of 255 characters. */
const dnsWith = (records: Records) => async (name: string) => {
  const found = records[name]
  if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  return found.map((text) => text.match(/.{1,255}/g)!)
}

const check = (records: Records, given: Partial<typeof sender> = {}) =>
  checkSenderDomain({ ...sender, ...given }, dnsWith(records))

test('a domain with the three records passes', async () => {
  expect(await check({ ...SPF, ...DKIM, ...DMARC })).toEqual([{ name: 'SPF' }, { name: 'DKIM' }, { name: 'DMARC' }])
})

test('without any record, each is named with the one to add', async () => {
  const [spf, dkim, dmarc] = await check({})
  expect(spf!.problem).toBe(
    'deals.example.co.uk has no SPF record. Add a TXT record that names your mail server, such as: v=spf1 include:spf.mail-provider.example -all',
  )
  expect(dkim!.problem).toBe(
    `there is no DKIM record at ledger._domainkey.deals.example.co.uk. Add a TXT record: v=DKIM1; k=rsa; p=${publicKeyOf(privateKey)}`,
  )
  expect(dmarc!.problem).toBe(
    'deals.example.co.uk has no DMARC record. Add a TXT record at _dmarc.example.co.uk, such as: v=DMARC1; p=none; rua=mailto:postmaster@example.co.uk',
  )
})

test.each<[string, Records, string, RegExp]>([
  ['two SPF records', { 'deals.example.co.uk': ['v=spf1 -all', 'v=spf1 mx'] }, 'SPF', /2 SPF records, so none counts/],
  ['an SPF record for everyone', { 'deals.example.co.uk': ['v=spf1 +all'] }, 'SPF', /lets every server send/],
  ['the same without a sign', { 'deals.example.co.uk': ['v=spf1 mx all'] }, 'SPF', /lets every server send/],
  ['a record that only begins alike', { 'deals.example.co.uk': ['v=spf10 -all'] }, 'SPF', /has no SPF record/],
  [
    'the key of another site',
    { 'ledger._domainkey.deals.example.co.uk': [`v=DKIM1; p=${publicKeyOf(makeKey())}`] },
    'DKIM',
    /another key than DKIM_KEY_FILE/,
  ],
  ['a revoked key', { 'ledger._domainkey.deals.example.co.uk': ['v=DKIM1; p='] }, 'DKIM', /another key/],
  [
    'two DMARC records',
    { '_dmarc.deals.example.co.uk': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
    'DMARC',
    /2 DMARC/,
  ],
  ['a DMARC record without a policy', { '_dmarc.deals.example.co.uk': ['v=DMARC1; sp=none'] }, 'DMARC', /no policy/],
])('%s is a problem', async (_what, records, name, words) => {
  const checks = await check({ ...SPF, ...DKIM, ...DMARC, ...records })
  expect(checks.filter(({ problem }) => problem)).toEqual([{ name, problem: expect.stringMatching(words) }])
})

test('a key with spaces between its parts is the same key', async () => {
  const spaced = publicKeyOf(privateKey).replace(/(.{60})/g, '$1 ')
  const records = { 'ledger._domainkey.deals.example.co.uk': [`p=${spaced}; k=rsa`] }
  expect(await check({ ...SPF, ...DMARC, ...records })).not.toContainEqual(
    expect.objectContaining({ problem: expect.anything() }),
  )
})

test('a subdomain has the DMARC record of the registrable domain', async () => {
  const checks = await check({ ...SPF, ...DKIM, '_dmarc.example.co.uk': ['v=DMARC1; p=quarantine'] })
  expect(checks).toContainEqual({ name: 'DMARC' })
})

test('without a key of its own, the site cannot know the record of the mail server, which is no problem', async () => {
  const checks = await check({ ...SPF, ...DMARC }, { selector: undefined, privateKey: undefined })
  expect(checks).toContainEqual({ name: 'DKIM', note: expect.stringContaining('DKIM_SELECTOR is not set') })
})

test('a DNS server that fails is not the same as a missing record', async () => {
  const checks = await checkSenderDomain(sender, async () => {
    throw Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT' })
  })
  expect(checks.map(({ problem }) => problem)).toEqual([
    'the DNS did not answer for deals.example.co.uk (ETIMEOUT). Try again',
    'the DNS did not answer for ledger._domainkey.deals.example.co.uk (ETIMEOUT). Try again',
    'the DNS did not answer for _dmarc.deals.example.co.uk (ETIMEOUT). Try again',
  ])
})
