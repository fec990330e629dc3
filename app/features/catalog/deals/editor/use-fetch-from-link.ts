import { useFetcher } from '@remix-run/react'
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useFetcherData, useLiveErrors } from '~/http/form-hooks'
import type { DealFormResult } from './deal-draft'
import { FETCH_INTENT, type FetchedField, type FetchedValues } from './fetch-from-link'

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
  const answer = fetcher.data ?? result
  const failed = useLiveErrors(useFetcherData(fetcher))

  useEffect(() => {
    const values = fetcher.data?.fetched?.values
    if (!values || !sent.current) return
    isFilling.current = true
    fill(sent.current.form, sent.current.fields, values)
    isFilling.current = false
  }, [fetcher.data])

  return {
    errors: failed?.error,
    message: fetcher.state === 'idle' ? answer?.fetched?.message : undefined,
    isFilled: (field: string) => answer?.fetched?.values[field as FetchedField] !== undefined && !typed.includes(field),
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
        fetcher.submit(fields, { method: 'post', action })
      },
    },
  }
}

/** Sets the values as if they were typed, so that counters, previews and errors follow. */
function fill(form: HTMLFormElement, sent: FormData, values: FetchedValues) {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name)
    const isField = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
    if (!isField || control.value !== sent.get(name)?.toString()) continue
    control.value = value
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new Event('focusout', { bubbles: true }))
  }
}
