import { createHash, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { env } from '~/env.server'
import { deliver, openMailConnection } from '~/mail/transport.server'
import { SAMPLES } from './samples'
import { type Sink, startSink } from './smtp-sink'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { MAIL_FROM } = env
let sink: Sink | undefined
afterEach(async () => {
  Object.assign(env, { MAIL_FROM, SMTP_URL: undefined, DKIM_SELECTOR: undefined, DKIM_KEY: undefined })
  await sink?.stop()
})

async function startSigning() {
  sink = await startSink()
  const DKIM_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  Object.assign(env, { MAIL_FROM: 'deals@mail.example.com', SMTP_URL: sink.url, DKIM_SELECTOR: 'ledger', DKIM_KEY })
  return sink
}

test('a mail is signed for the domain of its sender, and the signature is valid as it arrives', async () => {
  const { received } = await startSigning()
  await deliver(SAMPLES.digest!)
  const signature = readSignature(received[0]!)
  expect(signature).toMatchObject({ v: '1', a: 'rsa-sha256', d: 'mail.example.com', s: 'ledger' })
  expect(isValid(received[0]!, publicKey)).toBe(true)
})

test('the signature covers the headers for unsubscribing with one click', async () => {
  const { received } = await startSigning()
  await deliver(SAMPLES.digest!)
  const covered = readSignature(received[0]!).h!.split(':')
  expect(covered).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  )
})

test.each<[string, (mail: string) => string]>([
  ['subject', (mail) => mail.replace(/^Subject: /m, 'Subject: Re: ')],
  ['sender', (mail) => mail.replace('deals@mail.example.com', 'other@mail.example.com')],
  ['text', (mail) => mail.replace('Moorline', 'Moorlane')],
])('the signature is not valid for another %s', async (_part, change) => {
  const { received } = await startSigning()
  await deliver(SAMPLES.digest!)
  const changed = change(received[0]!)
  expect(changed).not.toBe(received[0])
  expect(isValid(changed, publicKey)).toBe(false)
})

test('every mail of a shared connection is signed', async () => {
  const { received } = await startSigning()
  const connection = openMailConnection()!
  await deliver(SAMPLES.confirm!, connection)
  await deliver(SAMPLES.alert!, connection)
  connection.close()
  expect(received.map((mail) => isValid(mail, publicKey))).toEqual([true, true])
})

test('without a key a mail has no signature', async () => {
  sink = await startSink()
  env.SMTP_URL = sink.url
  await deliver(SAMPLES.digest!)
  expect(sink.received[0]).not.toMatch(/^DKIM-Signature:/im)
})

// RFC 6376 with relaxed canonicalization, as receivers verify it.

function isValid(mail: string, key: KeyObject) {
  const { h, bh, b } = readSignature(mail)
  const { headers, body } = split(mail)
  const text = body
    .replace(/[ \t]+/g, ' ')
    .replace(/ (?=\r\n)/g, '')
    .replace(/(\r\n)*$/, '\r\n')
  if (createHash('sha256').update(text).digest('base64') !== bh) return false
  const covered = h!.split(':').map((name) => relaxed(headers.find((header) => nameOf(header) === name)!))
  const unsigned = relaxed(
    headers.find((header) => nameOf(header) === 'dkim-signature')!.replace(/(;\s*b=)[^;]*$/, '$1'),
  )
  return createVerify('RSA-SHA256')
    .update([...covered, unsigned].join('\r\n'))
    .verify(key, b!, 'base64')
}

function readSignature(mail: string): Record<string, string> {
  const field = split(mail).headers.find((header) => nameOf(header) === 'dkim-signature')!
  const tags = field.slice(field.indexOf(':') + 1).split(';')
  return Object.fromEntries(
    tags.map((tag) =>
      /^\s*(\w+)=([\s\S]*)$/
        .exec(tag)!
        .slice(1)
        .map((part) => part.replace(/\s/g, '')),
    ),
  )
}

function split(mail: string) {
  const end = mail.indexOf('\r\n\r\n')
  return { headers: mail.slice(0, end).split(/\r\n(?![ \t])/), body: mail.slice(end + 4) }
}

const nameOf = (header: string) => header.slice(0, header.indexOf(':')).toLowerCase()
const relaxed = (header: string) =>
  `${nameOf(header)}:${header
    .slice(header.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`
