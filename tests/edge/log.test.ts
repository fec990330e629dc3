import { expect, test } from 'vitest'
import { unavailable } from '~/http/responses.server'
import { describeError, hideSecrets } from '~/log.server'

test.each([
  ['an email address', 'no mail for ann.lee+x@example.co.uk today', 'no mail for [mail] today'],
  ['an encoded email address', '/reset/ann%40example.com', '/reset/[mail]'],
  ['a password in a URL', 'postgres://app:s3cret@db:5432/x', 'postgres://[hidden]@db:5432/x'],
  ['a token parameter', 'GET /auth/confirm?token=abc&x=1', 'GET /auth/confirm?token=[hidden]&x=1'],
  ['a bare token', `used ${'aB3_'.repeat(11)} twice`, 'used [hidden] twice'],
  ['an email address after other signs', 'to=<a@b@example.com>, c', 'to=<[mail]>, c'],
  ['no part of an id', 'deal 0190a3b0-7d5c-7000-8000-000000000001', 'deal 0190a3b0-7d5c-7000-8000-000000000001'],
])('the log hides %s', (_what, text, clean) => {
  expect(hideSecrets(text)).toBe(clean)
})

test('a logged 503 response names its cause', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(describeError(unavailable(undefined, cause))).toMatchObject({ message: cause.message, code: 'ECONNREFUSED' })
  expect(describeError(unavailable('Too many people are signing in right now.'))).toMatchObject({
    message: 'Too many people are signing in right now.',
  })
  expect(describeError(new Response('later', { status: 503 }))).toBe('Response 503')
})

test('a logged error keeps its stack and cause but not the values of the row', () => {
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    constraint: 'profiles_email_key',
    detail: 'Key (email)=(ann@example.com) already exists.',
    parameters: ['ann@example.com', 'pAsSwOrD'],
  })
  const described = describeError(new Error('Sign-up of ann@example.com failed', { cause }))
  expect(described).toMatchObject({
    type: 'Error',
    message: 'Sign-up of [mail] failed',
    stack: expect.stringContaining('log.test.ts'),
    cause: { code: '23505', constraint: 'profiles_email_key' },
  })
  expect(JSON.stringify(described)).not.toMatch(/ann|pAsSwOrD/)
})
