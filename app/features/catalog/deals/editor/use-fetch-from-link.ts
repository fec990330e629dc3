import { useFetcher } from '@remix-run/react'
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useFetcherData, useLiveErrors } from '~/http/form-hooks'
import type { DealFormResult } from './deal-draft'
import { enter } from './enter'
import { FETCH_INTENT, FETCHED_FIELDS, type FetchedField, type FetchedValues, valuesBefore } from './fetch-from-link'

export type FetchFromLink = ReturnType<typeof useFetchFromLink>

/**
 * "Fetch from link" of the editor, which otherwise submits the form and gets it back filled. With scripts the page is
 * read while the form stays, and only fields that did not change in the meantime are filled.
 *
 * @param result the form as it came back without scripts
 */
export function useFetchFromLink(action: string, result: DealFormResult) {
  const fetcher = useFetcher<DealFormResult>()
  const sent = useRef<{ form: HTMLFormElement; fields: FormData }>()
  const isFilling = useRef(false)
  const [typed, setTyped] = useState<string[]>([])
  const [isUndone, setUndone] = useState(false)
  const answer = fetcher.data ?? result
  const failed = useLiveErrors(useFetcherData(fetcher))

  useEffect(() => {
    const values = fetcher.data?.fetched?.values
    if (!values || !sent.current) return
    const { form, fields } = sent.current
    isFilling.current = true
    fill(values, (field) => textIn(form, field) === fields.get(field)?.toString())
    isFilling.current = false
  }, [fetcher.data])

  return {
    errors: failed?.error,
    outcome: fetcher.state === 'idle' && !isUndone ? answer?.fetched : undefined,
    isFilled: (field: string) =>
      FETCHED_FIELDS.some((one) => one === field && answer?.fetched?.values[one] !== undefined) &&
      !isUndone &&
      !typed.includes(field),
    /** Takes the filled values back, but not those that were changed since. Without scripts the server does. */
    undo() {
      const link = document.getElementById('cta_url')
      const form = link instanceof HTMLInputElement ? link.form : null
      if (!form || !answer?.fetched?.undo) return
      fill(valuesBefore(answer.fetched.undo, (field) => textIn(form, field)))
      setUndone(true)
      link?.focus()
    },
    /** Of the form: what somebody types is no longer from the page. */
    onInput({ target }: FormEvent) {
      const { name } = target as HTMLInputElement
      if (!isFilling.current && answer?.fetched && !typed.includes(name)) setTyped([...typed, name])
    },
    isBusy: fetcher.state !== 'idle',
    button: {
      name: 'intent',
      value: FETCH_INTENT,
      formNoValidate: true,
      // Without scripts the page comes back scrolled to the link.
      formAction: `${action}#cta_url`,
      onClick(event: MouseEvent<HTMLButtonElement>) {
        event.preventDefault()
        const { form } = event.currentTarget
        if (!form || fetcher.state !== 'idle') return
        const fields = new FormData(form)
        fields.set('intent', FETCH_INTENT)
        sent.current = { form, fields }
        setTyped([])
        setUndone(false)
        fetcher.submit(fields, { method: 'post', action })
      },
    },
  }
}

function fill(values: FetchedValues, isUnchanged = (_field: FetchedField) => true) {
  for (const field of FETCHED_FIELDS) {
    const value = values[field]
    if (value !== undefined && isUnchanged(field)) enter(field, value)
  }
}

function textIn(form: HTMLFormElement, field: FetchedField) {
  return new FormData(form).get(field)?.toString()
}
