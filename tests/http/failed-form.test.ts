import { expect, test } from 'vitest'
import { withFormErrors } from '~/http/actions.server'
import { failedForm, recordFailure } from '~/http/forms'

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
