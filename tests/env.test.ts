import { generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-env-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

function fileWith(content: string) {
  const file = path.join(folder, 'secret')
  fs.writeFileSync(file, content)
  return file
}

/** The settings are read when their module loads. */
async function readEnv(given: Record<string, string>) {
  // A secret that is read from a file becomes a variable itself.
  const secrets = Object.keys(given).flatMap((name) => (name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : []))
  for (const name of secrets) vi.stubEnv(name, '')
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  vi.resetModules()
  return (await import('~/env.server')).env
}

test('BCRYPT_COST is 10 by default', async () => {
  expect((await readEnv({ BCRYPT_COST: '' })).BCRYPT_COST).toBe(10)
  expect((await readEnv({ BCRYPT_COST: '12' })).BCRYPT_COST).toBe(12)
})

test.each(['3', '17', 'ten', '-4', '10.5'])('BCRYPT_COST=%s is rejected', async (cost) => {
  await expect(readEnv({ BCRYPT_COST: cost })).rejects.toThrow(/BCRYPT_COST: must be/)
})

test.each([
  ['no session secret', ''],
  ['a short session secret', 'sh0rt-but-r4ndom-Q7'],
  ['a session secret of one repeated letter', 'x'.repeat(64)],
  ['the session secret of an example', 'please-change-me-0123456789-abcdefgh'],
  ['a weak session secret among strong ones', '7ad1f0c2b9e84635a0d3c7e1f9b25804,secret'],
])('%s is rejected in production, and the message does not repeat it', async (_what, SESSION_SECRET) => {
  const reading = readEnv({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example.com/ledger', SESSION_SECRET })
  await expect(reading).rejects.toThrow(/SESSION_SECRET.*(must be|openssl rand)/s)
  if (SESSION_SECRET) await expect(reading).rejects.not.toThrow(SESSION_SECRET)
})

describe('secrets in files', () => {
  const SECRET = 'c81d0b6f3e954a27b0d6e1f8a3c5927e40b1d2f3'
  const URL = 'postgres://ledger:kf83mHq0@db.example.com/ledger'

  test.each([
    ['SESSION_SECRET', SECRET, [SECRET]],
    ['DATABASE_URL', URL, URL],
    ['DATABASE_DIRECT_URL', URL, URL],
    ['SMTP_URL', 'smtps://user:password@mail.example.com', 'smtps://user:password@mail.example.com'],
    ['METRICS_TOKEN', SECRET, SECRET],
  ])('%s can be in a file, whose last line break is dropped', async (name, secret, value) => {
    for (const end of ['', '\n', '\r\n']) {
      const env = await readEnv({ [`${name}_FILE`]: fileWith(secret + end) })
      expect(env).toMatchObject({ [name]: value })
    }
  })

  test('only one line break is dropped, and no other space', async () => {
    const env = await readEnv({ METRICS_TOKEN_FILE: fileWith(` ${SECRET}\n\n`) })
    expect(env.METRICS_TOKEN).toBe(` ${SECRET}\n`)
  })

  test('child processes get the secret itself and no path to it', async () => {
    await readEnv({ METRICS_TOKEN_FILE: fileWith(SECRET) })
    expect(process.env.METRICS_TOKEN).toBe(SECRET)
    expect(process.env).not.toHaveProperty('METRICS_TOKEN_FILE')
  })

  test.each([
    [
      'a secret that is given twice',
      SECRET,
      () => fileWith(SECRET),
      /_FILE: cannot be set together with SESSION_SECRET$/,
    ],
    ['a missing file', '', () => path.join(folder, 'missing'), /SESSION_SECRET_FILE: cannot be read: ENOENT.*missing/],
    ['a folder', '', () => folder, /SESSION_SECRET_FILE: cannot be read: EISDIR/],
    ['an empty file', '', () => fileWith('\n'), /SESSION_SECRET_FILE: .*secret is empty/],
    ['a file with a weak secret', '', () => fileWith('short'), /SESSION_SECRET_FILE: must be at least 32 random bytes/],
  ])('%s is rejected, without the secret in the message', async (_what, given, file, words) => {
    const reading = readEnv({ SESSION_SECRET: given, SESSION_SECRET_FILE: file() })
    await expect(reading).rejects.toThrow(words)
    await expect(reading).rejects.not.toThrow(SECRET)
  })

  test('an empty path counts as not set', async () => {
    expect((await readEnv({ METRICS_TOKEN: SECRET, METRICS_TOKEN_FILE: '' })).METRICS_TOKEN).toBe(SECRET)
  })
})

describe('the key that signs mails', () => {
  const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })
  const pem = { type: 'pkcs8', format: 'pem' } as const
  const good = rsa(2048).privateKey.export(pem).toString()

  test('is read from DKIM_KEY_FILE', async () => {
    expect(await readEnv({ DKIM_SELECTOR: 'ledger', DKIM_KEY_FILE: fileWith(good) })).toMatchObject({
      DKIM_SELECTOR: 'ledger',
      DKIM_KEY: good.trimEnd(),
    })
  })

  test.each<[string, Record<string, () => string>, RegExp]>([
    ['a selector without a key', { DKIM_SELECTOR: () => 'ledger' }, /^DKIM_KEY_FILE is missing/],
    ['a key without a selector', { DKIM_KEY_FILE: () => fileWith(good) }, /^DKIM_SELECTOR is missing/],
    ['a missing file', { DKIM_KEY_FILE: () => path.join(folder, 'missing') }, /DKIM_KEY_FILE: cannot be read: ENOENT/],
    ['text that is no key', { DKIM_KEY_FILE: () => fileWith('a key') }, /DKIM_KEY_FILE: must be a private key in PEM/],
    [
      'a key that is cut off',
      { DKIM_KEY_FILE: () => fileWith(good.slice(0, 800)) },
      /DKIM_KEY_FILE: must be a private key in PEM/,
    ],
    [
      'a public key',
      { DKIM_KEY_FILE: () => fileWith(rsa(1024).publicKey.export({ type: 'spki', format: 'pem' }).toString()) },
      /DKIM_KEY_FILE: must be a private key in PEM/,
    ],
    [
      'a key with a passphrase',
      {
        DKIM_KEY_FILE: () =>
          fileWith(
            rsa(1024)
              .privateKey.export({ ...pem, cipher: 'aes-128-cbc', passphrase: 'secret' })
              .toString(),
          ),
      },
      /DKIM_KEY_FILE: must be a private key in PEM format without a passphrase/,
    ],
    [
      'an elliptic key',
      { DKIM_KEY_FILE: () => fileWith(generateKeyPairSync('ed25519').privateKey.export(pem).toString()) },
      /DKIM_KEY_FILE: must be an RSA key of at least 1024 bits/,
    ],
    [
      'a short key',
      { DKIM_KEY: () => rsa(512).privateKey.export(pem).toString() },
      /DKIM_KEY: must be an RSA key of at least 1024 bits/,
    ],
    [
      'a selector with a dot at its end',
      { DKIM_SELECTOR: () => 'ledger.', DKIM_KEY: () => good },
      /DKIM_SELECTOR: must be a name/,
    ],
  ])('%s is rejected at the start', async (_what, given, words) => {
    const values = Object.entries(given).map(([name, value]) => [name, value()])
    await expect(readEnv(Object.fromEntries(values))).rejects.toThrow(words)
  })
})
