import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { checkFile } from '~/features/staff/csv-import/check-file.server'
import { fileOnDisk } from '~/features/staff/csv-import/import-files.server'
import { findImport } from '~/features/staff/csv-import/import-reports.server'
import { receiveFile } from '~/features/staff/csv-import/imports.server'
import { action } from '~/routes/admin.csv-import/route'
import { action as decide } from '~/routes/admin.csv-import_.$id/route'
import { loader as template } from '~/routes/admin.csv-import_.template'
import { makeCategoryAndPlatform, makeRow, toCsv, withFile } from '../csv-files'
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

describe('the choices of a check', () => {
  async function makeChecked() {
    const { category } = await makeCategoryAndPlatform()
    const editor = await makeProfile({ role: 'MANAGER' })
    const rows = [makeRow(), makeRow({ title: 'Mossgate', category: 'Astronomy', vendor_name: '' })]
    const id = await withFile(toCsv(rows), (file) =>
      receiveFile(editor, { name: 'a.csv', source: fileOnDisk(file), kind: 'deals' }),
    )
    await checkFile(id)
    const send = async (form: Record<string, string>) => {
      const request = await requestAs(editor, `/admin/csv-import/${id}`, form)
      return (await answer(decide({ request, params: { id }, context: {} }))) as Response
    }
    return { category, send, find: async () => (await findImport(id))! }
  }

  test('are checked before they are imported, and those of the last check are imported', async () => {
    const { send, find } = await makeChecked()
    const answered = await send({ intent: 'import', create: 'on', live: 'keep' })
    expect(toastOf(answered)).toMatchObject({ title: 'Checked again with your choices. Import them now.' })
    expect(await find()).toMatchObject({ status: 'CHECKING', options: { createsMissing: true, keepsLive: true } })
    await checkFile((await find()).id)
    await send({ intent: 'import', create: 'on', live: 'keep' })
    expect(await find()).toMatchObject({ status: 'RUNNING' })
  })

  test('map names to existing ones, take the vendor from the link, and go back to the columns', async () => {
    const { category, send, find } = await makeChecked()
    await send({ intent: 'vendor-link', 'category-0': category.id })
    const names = { category: { astronomy: { id: category.id } } }
    expect(await find()).toMatchObject({ status: 'CHECKING', options: { vendor: 'link', names } })
    await checkFile((await find()).id)
    expect(await find()).toMatchObject({ status: 'CHECKED', created_count: 2, failed_count: 0 })
    await send({ intent: 'choose-columns' })
    expect(await find()).toMatchObject({ status: 'COLUMNS' })
  })

  test('an unknown action answers 400, and columns that do not exist are errors', async () => {
    const { send, find } = await makeChecked()
    expect(await send({ intent: 'constructor' })).toMatchObject({ status: 400 })
    await send({ intent: 'choose-columns' })
    const answered = await send({ intent: 'columns', title: '99', category: 'value' })
    expect(answered).toMatchObject({
      init: { status: 400 },
      data: { error: { title: ['Choose a column or a value.'], category: ['Choose a column or a value.'] } },
    })
    expect(await find()).toMatchObject({ status: 'COLUMNS' })
  })
})
