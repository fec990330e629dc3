import fs from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { receiveForm, uploadPath } from '~/http/multipart.server'

const path = uploadPath(`${crypto.randomUUID()}.test`)
afterEach(() => fs.rm(path, { force: true }))

const FIELD = { name: 'proof', path, maxBytes: 1_000, partsMax: 5 }
const exists = () =>
  fs.access(path).then(
    () => true,
    () => false,
  )

function formOf(parts: Record<string, string | File>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(parts)) body.append(name, value)
  return new Request('http://localhost/', { method: 'POST', body })
}

test('the fields around a file are kept, also when the file is over the limit and dropped', async () => {
  for (const [bytes, isTooLarge] of [
    [1_000, false],
    [1_001, true],
  ] as const) {
    const file = new File(['x'.repeat(bytes)], 'a.pdf')
    const {
      fields,
      file: received,
      hasMore,
    } = await receiveForm(formOf({ title: 'Ä\r\nb', proof: file, last: '1' }), FIELD)
    expect(Object.fromEntries(fields)).toEqual({ title: 'Ä\r\nb', last: '1' })
    expect(received).toMatchObject({ name: 'a.pdf', isTooLarge })
    expect(hasMore).toBe(false)
    expect(await exists()).toBe(!isTooLarge)
  }
})

test('a form that breaks off leaves nothing of its file, and says that it was incomplete', async () => {
  const whole = Buffer.from(await formOf({ proof: new File(['x'.repeat(900)], 'a.pdf') }).arrayBuffer())
  const boundary = /^--(\S+)/.exec(whole.toString())![1]!
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
  const request = new Request('http://localhost/', { method: 'POST', headers, body: whole.subarray(0, 600) })
  const thrown = (await receiveForm(request, FIELD).catch((error: unknown) => error)) as Response
  expect([thrown.status, await thrown.text()]).toEqual([400, 'The upload was incomplete. Please try again.'])
  expect(await exists()).toBe(false)
})

test('too many parts and unsafe names are refused', async () => {
  const many = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`field${n}`, 'a']))
  for (const parts of [many, { __proto: 'a', constructor: 'b' }]) {
    const thrown = (await receiveForm(formOf(parts), FIELD).catch((error: unknown) => error)) as Response
    expect([thrown.status, await thrown.text()]).toEqual([400, 'This form could not be read.'])
  }
})
