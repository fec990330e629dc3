import { useActionData, useFetcher } from '@remix-run/react'
import type { FormEvent } from 'react'
import type { FormResult } from './form-result'

/**
 * A form that leaves the page where it is: where scripts run, its answer comes in place, and a second press while it
 * is on the way sends nothing. Without scripts the answer is the page again.
 */
export function useFormInPlace() {
  const fetcher = useFetcher<FormResult>()
  const answered = useActionData<FormResult>()
  const isSending = fetcher.state !== 'idle'
  const onSubmit = (event: FormEvent) => {
    if (isSending) event.preventDefault()
  }
  return {
    Form: fetcher.Form,
    formProps: { method: 'post', noValidate: true, onSubmit } as const,
    result: fetcher.data ?? answered,
    isSending,
  }
}
