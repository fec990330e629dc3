import { useActionData, useFetcher } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import type { FormResult } from './form-result'
import { useLiveErrors } from './live-errors'

/**
 * A form that is submitted without navigation where scripts run, and at most once at a time. Without scripts it reloads
 * the page.
 */
export function useFormInPlace() {
  const fetcher = useFetcher<FormResult>()
  const actionData = useActionData<FormResult>()
  const latest = fetcher.data ?? actionData
  // A fetcher keeps its last result when the next one is a redirect, so its errors are outdated after a submit.
  const [outdated, setOutdated] = useState<FormResult>()
  const isSending = fetcher.state !== 'idle'
  const onSubmit = (event: FormEvent) => {
    if (isSending) event.preventDefault()
    else setOutdated(latest)
  }
  return {
    Form: fetcher.Form,
    formProps: { method: 'post', noValidate: true, onSubmit } as const,
    result: useLiveErrors(latest === outdated ? undefined : latest),
    isSending,
  }
}
