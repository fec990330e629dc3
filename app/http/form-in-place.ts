import { useActionData, useFetcher } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import type { FormResult } from './form-result'
import { useLiveErrors } from './live-errors'

/**
 * A form that leaves the page where it is: where scripts run, its answer comes in place, and a second press while it
 * is on the way sends nothing. Without scripts the answer is the page again.
 */
export function useFormInPlace() {
  const fetcher = useFetcher<FormResult>()
  const answered = useActionData<FormResult>()
  const answer = fetcher.data ?? answered
  // A fetcher keeps its last answer, also when the next one is a redirect: what was sent again is no longer wrong.
  const [outdated, setOutdated] = useState<FormResult>()
  const isSending = fetcher.state !== 'idle'
  const onSubmit = (event: FormEvent) => {
    if (isSending) event.preventDefault()
    else setOutdated(answer)
  }
  return {
    Form: fetcher.Form,
    formProps: { method: 'post', noValidate: true, onSubmit } as const,
    result: useLiveErrors(answer === outdated ? undefined : answer),
    isSending,
  }
}
