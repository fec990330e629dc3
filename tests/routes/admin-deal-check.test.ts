import { expect, test } from 'vitest'
import { action, loader } from '~/routes/admin.deals.$id/route'
import { makeDeal, makeProfile } from '../factories'
import { answer, requestAs, toastOf } from '../requests'

const open = async (staff: { id: string }, id: string) =>
  (await answer(
    loader({ request: await requestAs(staff, `/admin/deals/${id}`), params: { id }, context: {} }),
  )) as unknown as { check: object; deal: { version: number } }

test('the editor shows the stored and the visible status, and checking the deal creates no new version', async () => {
  const staff = await makeProfile({ role: 'MANAGER', name: 'Mira' })
  const { id } = await makeDeal({
    title: 'Pixelcrate',
    status: 'ACTIVE',
    start_date: '2020-01-01',
    end_date: '2020-02-01',
  })
  const before = await open(staff, id)
  expect(before.check).toMatchObject({ status: 'ACTIVE', shown_status: 'EXPIRED', checked_at: null, checker: null })

  const request = await requestAs(staff, `/admin/deals/${id}?q=pixel`, { intent: 'confirm-check' })
  request.headers.set('Accept', 'text/html')
  const done = (await answer(action({ request, params: { id }, context: {} }))) as Response
  expect([done.status, done.headers.get('Location')]).toEqual([303, `/admin/deals/${id}?q=pixel`])
  expect(toastOf(done)).toEqual({ tone: 'success', title: 'Still correct: Pixelcrate' })
  const after = await open(staff, id)
  expect(after.check).toMatchObject({ checked_at: expect.any(Date), checker: 'Mira' })
  expect(after.deal.version).toBe(before.deal.version)
})
