import { expect, test } from 'vitest'
import { z } from 'zod'
import { invalid, parseForm, text } from '~/http/forms.server'

const post = (body: BodyInit, headers?: HeadersInit) =>
  new Request('http://localhost/', { method: 'POST', body, headers })
const form = z.object({ name: text('Name', 3), password: z.string() })

test('what was typed comes back with the errors, a password does not', async () => {
  const submission = await parseForm(post(new URLSearchParams({ name: 'too long', password: 'secret' })), form)
  const { data, init } = invalid(submission)

  expect(init?.status).toBe(400)
  expect(data).toMatchObject({
    initialValue: { name: 'too long' },
    error: { name: ['Name must be at most 3 characters.'] },
  })
  expect(JSON.stringify(data)).not.toContain('secret')
})

test('three characters outside the basic plane are three', async () => {
  const submission = await parseForm(post(new URLSearchParams({ name: '😀😀😀', password: 'x' })), form)
  expect(submission.status).toBe('success')
})

test('a line break is one character, however the browser sends it', async () => {
  const submission = await parseForm(post(new URLSearchParams({ name: 'a\r\nb', password: 'x' })), form)
  expect(submission).toMatchObject({ status: 'success', value: { name: 'a\nb' } })
})

test.each(['   ', '\u200b\u200d', '\u3164'])('a text that shows nothing is missing', async (name) => {
  const submission = await parseForm(post(new URLSearchParams({ name, password: 'x' })), form)
  expect(submission.reply().error).toEqual({ name: ['Name is required.'] })
})

test.each([
  ['json', post('{}', { 'Content-Type': 'application/json' })],
  ['a cut-off upload', post('--x\r\nContent-Disp', { 'Content-Type': 'multipart/form-data; boundary=x' })],
  ['no body type', post(new Uint8Array([1, 2, 3]))],
  ['a NUL', post(new URLSearchParams({ name: 'a\0b' }))],
])('%s is a bad request, not a fault', async (_what, request) => {
  await expect(parseForm(request, form)).rejects.toMatchObject({ status: 400 })
})

test.each([
  ['a field that is repeated tens of thousands of times', 'a=1&'.repeat(60_000)],
  ['a name that nests without end', `a${'.b'.repeat(5_000)}=1`],
])('%s is refused before it costs anything', async (_what, body) => {
  const start = process.cpuUsage()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const request = new Request('http://localhost:3000/', { method: 'POST', body, headers })
  await expect(parseForm(request, z.object({}))).rejects.toMatchObject({ status: 400 })
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000)
})
