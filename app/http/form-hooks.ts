import { useActionData, useFetcher } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FormResult } from './forms'

/** The result of the page's last form, without the errors of fields that were changed since. */
export function useFormResult<Result extends FormResult = FormResult>() {
  return useLiveErrors(useActionData() as Result | undefined)
}

/** Removes the error of a field when it is changed. Message, mark and summary all read the returned result. */
export function useLiveErrors<Result extends FormResult>(result: Result | undefined): Result | undefined {
  const [changed, setChanged] = useState<{ of: FormResult; names: string[] }>()
  const isNewDocument = useRef(true)
  useEffect(() => {
    const wasNewDocument = isNewDocument.current
    isNewDocument.current = false
    if (!result?.error) return
    const noteChange = (target: EventTarget | null) => {
      if (!isField(target) || !isOfForm(target.form, result)) return
      // A row that was moved has another name now, while its id is still that of its errors.
      const name = target.id.includes('[') ? target.id : target.name
      if (!result.error?.[name]) return
      setChanged((last) => ({ of: result, names: [...(last?.of === result ? last.names : []), name] }))
    }
    // Fields of a document that came with the answer may have been changed before it was hydrated.
    if (wasNewDocument) {
      for (const field of document.querySelectorAll('input, select, textarea')) if (isChanged(field)) noteChange(field)
    }
    const onInput = (event: Event) => noteChange(event.target)
    document.addEventListener('input', onInput)
    return () => document.removeEventListener('input', onInput)
  }, [result])

  if (!result?.error || changed?.of !== result) return result
  const open = Object.entries(result.error).filter(([name]) => !changed.names.includes(name))
  return { ...result, error: Object.fromEntries(open) } as Result
}

function isField(target: EventTarget | null) {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

/** Whether a field holds something else than what the document gave it. */
function isChanged(field: Element) {
  if (!isField(field)) return false
  if (field instanceof HTMLSelectElement) {
    const given = [...field.options].find((option) => option.defaultSelected) ?? field.options[0]
    return field.value !== given?.value
  }
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true
  return field.value !== field.defaultValue
}

/** Whether the page holds a form with input that was not sent, or not accepted. */
export function holdsUnsentInput() {
  const forms = [...document.querySelectorAll<HTMLFormElement>('main form[method="post"]')]
  return forms.some((form) => [...form.elements].some(isChanged) || form.querySelector('[role="alert"]') !== null)
}

/** A page may have several forms with fields of the same name. */
function isOfForm(form: HTMLFormElement | null, result: NonNullable<FormResult>) {
  if (!form) return false
  const fields = new FormData(form)
  return ['intent', 'id'].every((name) => !fields.has(name) || fields.get(name) === result.initialValue?.[name])
}

/**
 * The data of a fetcher as state. The fetcher reads it from outside of React: a render may see new data and be dropped
 * as unchanged, and then the effects that depend on it never run.
 */
export function useFetcherData<Data>(fetcher: { data: Data }) {
  const [data, setData] = useState(fetcher.data)
  if (fetcher.data !== data) setData(fetcher.data)
  return fetcher.data
}

/**
 * A form that is submitted without navigation where scripts run, and at most once at a time. Without scripts it reloads
 * the page.
 */
export function useFormInPlace() {
  const fetcher = useFetcher<FormResult>()
  const actionData = useActionData<FormResult>()
  const latest = useFetcherData(fetcher) ?? actionData
  // The last result of a fetcher remains when the next one is a redirect, so its errors are outdated after a submit.
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
