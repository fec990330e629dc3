import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureBuild } from '#scripts/build'

beforeAll(() => ensureBuild())

test('the site does not start with a weak session secret, which its message does not repeat', () => {
  const cli = path.resolve('node_modules/@remix-run/serve/dist/cli.js')
  const SESSION_SECRET = 'sh0rt-but-r4ndom-Q7'
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'build/server/index.js'], {
    env: { ...process.env, VITEST: undefined, NODE_ENV: 'production', PORT: '20999', SESSION_SECRET },
    encoding: 'utf8',
    timeout: 50_000,
  })
  expect(status).not.toBe(0)
  expect(status).not.toBeNull()
  const said = stdout + stderr
  expect(said).toMatch(/SESSION_SECRET.*(must be|openssl rand)/s)
  expect(said).not.toContain(SESSION_SECRET)
})

describe('client build files', () => {
  const files = () =>
    fs
      .readdirSync('build/client', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))

  test('client build files contain no source map', () => {
    expect(files().filter((file) => file.endsWith('.map'))).toEqual([])
    for (const file of files().filter((file) => /\.(js|css)$/.test(file))) {
      expect(fs.readFileSync(file, 'utf8'), file).not.toContain('sourceMappingURL')
    }
  })

  test('client scripts contain no query, setting, server library or email address', () => {
    const scripts = files().filter((file) => file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(5)
    for (const file of scripts) {
      const text = fs.readFileSync(file, 'utf8')
      expect(text, file).not.toMatch(/SESSION_SECRET|DATABASE_URL|SMTP_URL|password_hash|id_hash|token_hash|\$2b\$/)
      expect(text, file).not.toMatch(
        /selectFrom|insertInto|innerJoin|kysely|bcrypt|nodemailer|piscina|createHmac|["'`]node:/,
      )
      expect(text, file).not.toMatch(/[\w.+-]+@[\w-]+\.(com|org|net|io|dev)\b/)
      expect(text, file).not.toContain(process.cwd())
    }
  })
})

test('the repository contains no secret', () => {
  const list = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
  expect(list.filter((file) => /(^|\/)\.env$|\.(pem|key|p12|eml|sqlite|dump)$|id_rsa/.test(file))).toEqual([])
  const patterns = [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    /\b(AKIA|ASIA)[A-Z0-9]{16}\b/,
    /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
    /\bsk_live_[A-Za-z0-9]{16,}/,
    /\bxox[abp]-[A-Za-z0-9-]{20,}/,
    /postgres(ql)?:\/\/\w+:(?!password@|secret@|x@)[^@\s'"`$]{6,}@(?!localhost|127\.|host|db)/,
  ]
  for (const file of list.filter((file) => fs.existsSync(file) && fs.statSync(file).size < 1_000_000)) {
    const text = fs.readFileSync(file, 'latin1')
    for (const pattern of patterns) expect(pattern.exec(text)?.[0], file).toBeUndefined()
  }
})
