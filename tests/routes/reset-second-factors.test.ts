import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { hasSecondFactor } from '~/features/people/second-factors/second-factors.server'
import { loader as account } from '~/routes/account/route'
import { action, loader } from '~/routes/admin.users_.$id.second-factors/route'
import { makeProfile } from '../factories'
import { listQueuedMails } from '../jobs'
import { answer, requestAs } from '../requests'
import { makeAuthenticator } from '../staff-factories'

let admin: Awaited<ReturnType<typeof makeProfile>>
let ada: typeof admin
beforeEach(async () => {
  admin = await makeProfile({ role: 'ADMIN' })
  ada = await makeProfile({ email: 'ada@example.com' })
  for (const { id } of [admin, ada]) await makeAuthenticator(id)
})

const pathOf = ({ id }: { id: string }) => `/admin/users/${id}/second-factors`
const reset = async (as: typeof admin, person: { id: string }) =>
  (await answer(
    action({ request: await requestAs(as, pathOf(person), {}), params: { id: person.id }, context: {} }),
  )) as Response

test('an admin resets the second factors of a user, who gets a mail and is signed out', async () => {
  await requestAs(ada, '/')
  const response = await reset(admin, ada)
  expect(response.headers.get('Location')).toBe(`/account?userId=${ada.id}`)
  expect(await hasSecondFactor(ada.id)).toBe(false)
  expect(await hasSecondFactor(admin.id)).toBe(true)
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', ada.id).execute()).toEqual([])
  expect((await listQueuedMails()).map(({ payload }) => [payload.mail, payload.email])).toEqual([
    ['second-factors-reset', 'ada@example.com'],
  ])
  const entry = await db.selectFrom('audit_log').select(['actor_id', 'entity_id', 'action']).execute()
  expect(entry).toEqual([{ actor_id: admin.id, entity_id: ada.id, action: 'second-factors.reset' }])
})

test('an admin cannot reset their own second factors', async () => {
  const request = await requestAs(admin, pathOf(admin))
  const page = (await answer(loader({ request, params: { id: admin.id }, context: {} }))) as Response
  expect(page.headers.get('Location')).toBe('/account/security')
  expect((await reset(admin, admin)).status).toBe(403)
  expect(await hasSecondFactor(admin.id)).toBe(true)
})

test('only admins see the button that resets second factors on the page of a user', async () => {
  const open = async (as: typeof admin) =>
    account({ request: await requestAs(as, `/account?userId=${ada.id}`), params: {}, context: {} })
  expect((await open(admin)).canResetFactors).toBe(true)
  expect((await open(await makeProfile({ role: 'MANAGER' }))).canResetFactors).toBe(false)
})
