import path from 'node:path'
import { expect, test } from 'vitest'
import { withFormErrors } from '~/http/actions.server'
import { failedForm, failureText, recordFailure } from '~/http/forms'

const post = (fields: Record<string, string>) =>
  new Request('http://localhost/', { method: 'POST', body: new URLSearchParams(fields) })
const failing = (error: unknown) => () => Promise.reject(error)
const databaseError = (code: string) => Object.assign(new Error('said by the database'), { code })

test.each(['55P03', '57014', '08006', '53300', 'ECONNREFUSED'])(
  'database error %s answers 503 with the submitted values except passwords',
  async (code) => {
    const request = post({ body: 'typed', 'faqs[0].question': 'Why?', newPassword: 'secret' })
    const answer = await withFormErrors(request, 'Failed to submit comment', failing(databaseError(code)))
    expect(answer).toMatchObject({
      init: { status: 503, headers: { 'Retry-After': '5' } },
      data: {
        status: 'error',
        failure: 'Failed to submit comment',
        error: { '': ['Failed to submit comment. Please try again in a moment.'] },
        initialValue: { body: 'typed', faqs: [{ question: 'Why?' }] },
      },
    })
    expect(JSON.stringify(answer)).not.toContain('secret')
  },
)

test('bugs and thrown responses are rethrown', async () => {
  for (const error of [new TypeError('a bug'), new Response('gone', { status: 404 }), databaseError('22P02')]) {
    await expect(withFormErrors(post({}), 'Failed', failing(error))).rejects.toBe(error)
  }
})

test('a thrown 503 counts as a database error', async () => {
  const answer = await withFormErrors(post({}), 'Failed', failing(new Response('later', { status: 503 })))
  expect(answer).toMatchObject({ init: { status: 503 } })
})

test('the failure message can depend on the form', () => {
  const form = new FormData()
  const failure = recordFailure('Category') as (form: FormData) => string
  expect(failure(form)).toBe('Failed to save category')
  form.set('intent', 'delete')
  expect(failure(form)).toBe('Failed to delete category')
})

test('files are not returned with a failed form', () => {
  const form = new FormData()
  form.set('file', new File(['x'], 'deals.csv'))
  form.set('note', 'typed')
  expect(failedForm(form, 'Failed').initialValue).toEqual({ note: 'typed' })
})

test.each<[route: string, form: Record<string, string>, message: string]>([
  ['deals.$slug.comments/route.tsx', {}, 'Failed to submit comment'],
  ['deals.$slug.changes/route.tsx', {}, 'Failed to submit change report'],
  ['deals.$slug_.report.$id/route.tsx', {}, 'Failed to send your report'],
  ['deals.$slug_.helpful.ts', {}, 'Failed to save your vote'],
  ['deals.$slug_.availability.ts', {}, 'Failed to save your report'],
  ['suggest/route.tsx', {}, 'Failed to send suggestion'],
  ['still.$id/route.tsx', {}, 'Failed to send answer'],
  ['follow.$kind.$slug.ts', {}, 'Failed to update what you follow'],
  ['account_.settings/route.tsx', { intent: 'change-name' }, 'Failed to change name'],
  ['account_.security/route.tsx', { intent: 'end' }, 'Failed to end the session'],
  ['account_.security/route.tsx', { intent: 'start-authenticator' }, 'Failed to set up the app'],
  ['account_.purchases_.$id/route.tsx', {}, 'Failed to save purchase'],
  ['account_.following/route.tsx', {}, 'Failed to save changes'],
  ['admin.users/route.tsx', { intent: 'change-status' }, 'Failed to update user status'],
  ['admin.users_.$id.role/route.tsx', {}, 'Failed to update user role'],
  ['admin.deals.bulk/route.tsx', {}, 'Failed to save deal'],
  ['admin.deals.$id_.delete/route.tsx', {}, 'Failed to delete deal'],
  ['admin.deals.$id_.move/route.tsx', {}, 'Failed to move offer'],
  ['admin.queue_.$kind.$id.tsx', { kind: 'comments' }, 'Failed to moderate comment'],
  ['admin.queue_.$kind.$id.tsx', { kind: 'change-reports' }, 'Failed to moderate change report'],
  ['admin.answers.$kind.$id/route.tsx', {}, 'Failed to save answer'],
  ['admin.categories.$id/route.tsx', {}, 'Failed to save category'],
  ['admin.platforms.$id/route.tsx', {}, 'Failed to save platform'],
  ['admin.vendors.$id/route.tsx', {}, 'Failed to save vendor'],
  ['admin.products.$id/route.tsx', {}, 'Failed to save product'],
  ['admin.products.$id/route.tsx', { intent: 'not-the-same' }, 'Failed to save what you decided'],
  ['admin.merge.$kind.$id/route.tsx', {}, 'Failed to merge'],
  ['admin.seo.$id/route.tsx', {}, 'Failed to save entry'],
])('the form of %s with %j says "%s" when it fails', async (route, form, message) => {
  const { clientAction } = await import(path.resolve('app/routes', route))
  expect(failureText(clientAction.failure, new URLSearchParams(form))).toBe(message)
})
