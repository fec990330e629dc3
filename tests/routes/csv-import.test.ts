import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { action } from '~/routes/admin.csv-import/route'
import { loader as template } from '~/routes/admin.csv-import_.template'
import { makeProfile } from '../factories'
import { answer, cookieOf, requestAs, toastOf } from '../requests'

/** Uploads a file and returns how many of its chunks were read. */
async function sendFile(profile: { id: string } | null, chunks: number, kilobytes: number) {
  let sent = 0
  const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="deals.csv"\r\n\r\n'
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent > chunks) return controller.close()
        const text = sent === 0 ? start : sent === chunks ? '\r\n--b--\r\n' : 'x'.repeat(kilobytes * 1024)
        controller.enqueue(new TextEncoder().encode(text))
        sent += 1
      },
    },
    { highWaterMark: 0 },
  )
  const headers = new Headers({ 'Content-Type': 'multipart/form-data; boundary=b' })
  if (profile) headers.set('Cookie', await cookieOf(profile))
  const request = new Request('http://localhost:3000/admin/csv-import', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  })
  const answered = await answer(action({ request, params: {}, context: {} }))
  return { answered, sent }
}

test('uploads by visitors, members and suspended admins are rejected before the file is read', async () => {
  const [user, suspended] = await Promise.all([makeProfile(), makeProfile({ role: 'ADMIN', status: 'SUSPENDED' })])
  for (const [profile, status] of [
    [null, 302],
    [user, 403],
    [suspended, 403],
  ] as const) {
    const { answered, sent } = await sendFile(profile, 10, 1)
    expect(answered).toMatchObject({ status })
    expect(sent).toBe(0)
  }
})

test('an upload over the size limit answers 413 and stores nothing', async () => {
  const manager = await makeProfile({ role: 'MANAGER' })
  const { answered } = await sendFile(manager, 103, 1_024)
  expect(answered).toMatchObject({
    init: { status: 413 },
    data: { error: { file: [expect.stringContaining('100 MB')] } },
  })
  expect(await db.selectFrom('imports').select('id').execute()).toEqual([])
})

test.each([
  ['an empty file', ''],
  ['a file with only a header', 'title,slug,cta_url\r\n'],
  ['a file with only a header and blank rows', '\ufefftitle,slug,cta_url\r\n,,\r\n \r\n'],
])('%s answers with the toast "No data to import" and stores no import', async (_name, text) => {
  const form = new FormData()
  form.set('file', new File([text], 'deals.csv', { type: 'text/csv' }))
  const request = new Request('http://localhost:3000/admin/csv-import', {
    method: 'POST',
    headers: { Cookie: await cookieOf(await makeProfile({ role: 'MANAGER' })) },
    body: form,
  })
  const answered = (await answer(action({ request, params: {}, context: {} }))) as Response
  expect(answered.headers.get('Location')).toBe('/admin/csv-import')
  expect(toastOf(answered)).toEqual({ tone: 'error', title: 'No data to import' })
  expect(await db.selectFrom('imports').select('id').execute()).toEqual([])
})

test('the template is a file with a header and two rows', async () => {
  const request = await requestAs(await makeProfile({ role: 'MANAGER' }), '/admin/csv-import/template')
  const response = (await answer(template({ request, params: {}, context: {} }))) as Response
  expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename="?deals-template\.csv/)
  expect((await response.text()).trim().split('\r\n')).toHaveLength(3)
})
