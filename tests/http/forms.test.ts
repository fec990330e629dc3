import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { address, line, paragraphs, required } from '~/http/fields.server'
import { ValueError } from '~/http/forms'
import { invalid, parseForm, rejectUnparsed } from '~/http/forms.server'
import { RANDOM, REFUSED } from '../built-app/hostile-fields'

const post = (body: BodyInit, headers?: HeadersInit) =>
  new Request('http://localhost/', { method: 'POST', body, headers })
const form = z.object({ name: required('Name', paragraphs(3)), password: z.string() })

test('a rejected form returns the submitted values and errors but no password', async () => {
  const submission = await parseForm(post(new URLSearchParams({ name: 'too long', password: 'secret' })), form)
  const { data, init } = invalid(submission)

  expect(init?.status).toBe(400)
  expect(data).toMatchObject({
    initialValue: { name: 'too long' },
    error: { name: ['Name can have at most 3 characters, not 8.'] },
  })
  expect(JSON.stringify(data)).not.toContain('secret')
})

test('characters outside the basic plane count as one each', async () => {
  const submission = await parseForm(post(new URLSearchParams({ name: '😀😀😀', password: 'x' })), form)
  expect(submission.status).toBe('success')
})

test('a line break counts as one character, also as CRLF', async () => {
  const submission = await parseForm(post(new URLSearchParams({ name: 'a\r\nb', password: 'x' })), form)
  expect(submission).toMatchObject({ status: 'success', value: { name: 'a\nb' } })
})

test.each([
  ['   ', 'Name is required.'],
  ['\u200b\u200d', 'Name has no visible text.'],
  ['\u3164', 'Name has no visible text.'],
  ['a\u0007b', 'Name contains a control character (U+0007). Remove it.'],
])('text without visible characters, or with control characters, is rejected', async (name, message) => {
  const submission = await parseForm(post(new URLSearchParams({ name, password: 'x' })), form)
  expect(submission.reply().error).toEqual({ name: [message] })
})

test.each(['202A', '202B', '202C', '202D', '202E', '2066', '2067', '2068', '2069'])(
  'names and titles with the direction character U+%s are rejected',
  (code) => {
    expect(line(60)(`invoice${String.fromCodePoint(Number.parseInt(code, 16))}gnp.exe`)).toEqual(
      new ValueError(`contains an invisible character that reverses text (U+${code}). Remove it`),
    )
  },
)

test('names in Arabic and Hebrew may have direction marks, and texts of several lines are not restricted', () => {
  const name = 'שלום\u200f C++\u200e \u061cمرحبا'
  expect(line(60)(name)).toBe(name)
  expect(paragraphs(60)('a\u202eb')).toBe('a\u202eb')
})

test.each([
  'vendor.example',
  'vendor.example/deal?a=b#c',
  'www.vendor.example:8080/',
  'bücher.example?x',
  'xn--bcher-kva.xn--p1ai/',
])('the address %s is understood without its scheme', (typed) => expect(address(typed)).toBe(`https://${typed}`))

test.each([
  'vendor',
  'vendor/deal',
  'ann@vendor.example',
  'ann:secret@vendor.example',
  'javascript:alert(1)',
  'mailto:ann@vendor.example',
  'vendor.example:secret@other.example',
  'vendor example',
  '//vendor.example',
  '12.50',
  'https:vendor.example',
  `vendor.example/${'x'.repeat(2_034)}`,
])('the address %s is rejected', (typed) => expect(address(typed)).toBeInstanceOf(ValueError))

test.each([
  ['JSON', post('{}', { 'Content-Type': 'application/json' })],
  ['a cut-off upload', post('--x\r\nContent-Disp', { 'Content-Type': 'multipart/form-data; boundary=x' })],
  ['no Content-Type', post(new Uint8Array([1, 2, 3]))],
  ['a NUL', post(new URLSearchParams({ name: 'a\0b' }))],
])('a body with %s answers 400', async (_what, request) => {
  await expect(parseForm(request, form)).rejects.toMatchObject({ status: 400 })
})

const postBody = (body: string) => post(body, { 'Content-Type': 'application/x-www-form-urlencoded' })

/** The status of a rejected form; undefined for one that was parsed. */
async function statusOf(body: string, lists = {}) {
  const parsed = await parseForm(postBody(body), form, lists).catch((thrown: Response) => thrown)
  return parsed instanceof Response ? parsed.status : undefined
}

test.each(Object.entries(REFUSED))('a body with %s is rejected', async (_what, body) => {
  expect(await statusOf(body)).toBe(400)
})

test.each(Object.entries(RANDOM))('the random body %s is parsed or rejected', async (_what, body) => {
  expect([400, undefined]).toContain(await statusOf(body, LISTS))
})

const LISTS = { pros: ['type', 'text'] }
const listForm = z.object({ pros: z.array(z.object({ type: z.string().optional(), text: z.string().optional() })) })

describe('buttons that change a list', () => {
  const press = async (intent: object, fields: Record<string, string> = {}) => {
    const body = new URLSearchParams({ ...fields, __intent__: JSON.stringify(intent) })
    const submission = await parseForm(post(body), listForm, LISTS)
    return submission.reply().initialValue?.pros
  }
  const two = { 'pros[0].text': 'a', 'pros[1].text': 'b' }

  test('list buttons add, remove and move entries', async () => {
    const blank = { type: 'PRO', text: '' }
    const insert = { type: 'insert', payload: { name: 'pros', defaultValue: blank } }
    expect(await press(insert)).toEqual([{ type: 'PRO' }])
    expect(await press(insert, two)).toEqual([{ text: 'a' }, { text: 'b' }, { type: 'PRO' }])
    expect(await press({ type: 'remove', payload: { name: 'pros', index: 0 } }, two)).toEqual([{ text: 'b' }])
    const reorder = { type: 'reorder', payload: { name: 'pros', from: 1, to: 0 } }
    expect(await press(reorder, two)).toEqual([{ text: 'b' }, { text: 'a' }])
  })

  test.each([
    ['of another list', { type: 'remove', payload: { name: 'cons', index: 0 } }],
    ['with an unknown entry field', { type: 'insert', payload: { name: 'pros', defaultValue: { x: 'y' } } }],
    ['at a nested path', { type: 'insert', payload: { name: 'pros[10000000]', defaultValue: {} } }],
    ['that sets a value', { type: 'update', payload: { name: 'pros', value: 'x' } }],
  ])('list buttons answer 400 for a change %s', async (_what, intent) => {
    await expect(press(intent, two)).rejects.toMatchObject({ status: 400 })
  })
})

describe('forms rejected before parsing', () => {
  test('a form rejected before parsing returns its texts without passwords and lists', async () => {
    const body = new URLSearchParams({ name: 'Ada', password: 'secret', 'pros[0].text': 'Fast' })
    const { data, init } = await rejectUnparsed(post(body), { status: 429, retryAfter: 7, formErrors: ['Wait.'] })
    expect(data).toEqual({ status: 'error', initialValue: { name: 'Ada' }, error: { '': ['Wait.'] } })
    expect(init).toMatchObject({ status: 429, headers: { 'Retry-After': '7' } })
  })

  test('an unreadable form rejected before parsing keeps the status of the rejection', async () => {
    const rejected = await rejectUnparsed(postBody('email[10000000]=x'), { status: 429, formErrors: ['Wait.'] })
    expect(rejected).toMatchObject({ init: { status: 429 }, data: { initialValue: {} } })
  })
})
