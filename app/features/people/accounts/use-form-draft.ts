import { useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { FormResult } from '~/http/forms'
import { useCurrentUser } from './current-user'

/** Begins the draft of a form that was sent. It is deleted once the page responds, unless that is the sign-in page. */
const SENT = 'sent '

/**
 * Stores what a member typed into a form until it is sent or the tab is closed, and fills the form with it when it is
 * shown again. The returned props belong on the form. Stores nothing without a name.
 */
export function useFormDraft(name: string | undefined, result: FormResult) {
  const user = useCurrentUser()
  const key = name && user ? `draft ${user.id} ${name}` : undefined
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (key && form.current) restore(form.current, key)
  }, [key])
  const { state } = useNavigation()
  useEffect(() => {
    if (key && state === 'idle' && sessionStorage.getItem(key)?.startsWith(SENT)) sessionStorage.removeItem(key)
  }, [key, state])
  // A form that came back with errors is not sent.
  useEffect(() => {
    if (key && form.current && result) store(form.current, key)
  }, [key, result])
  return {
    ref: form,
    onInput() {
      if (key && form.current) store(form.current, key)
    },
    onSubmitCapture() {
      const stored = key && sessionStorage.getItem(key)
      if (stored && !stored.startsWith(SENT)) sessionStorage.setItem(key, SENT + stored)
    },
  }
}

/** Called by the sign-in page, which forms end at that were sent after the end of the session. */
export function reviveFormDrafts() {
  for (const [key, stored] of Object.entries(sessionStorage)) {
    if (key.startsWith('draft ') && stored.startsWith(SENT)) sessionStorage.setItem(key, stored.slice(SENT.length))
  }
}

/** Called on signing out: the next person at this tab must not find them. */
export function deleteFormDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('draft ')) sessionStorage.removeItem(key)
}

function store(form: HTMLFormElement, key: string) {
  const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  try {
    sessionStorage.setItem(key, JSON.stringify(entries))
  } catch {
    // The storage is full or turned off.
  }
}

function restore(form: HTMLFormElement, key: string) {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return
  if (stored.startsWith(SENT)) return
  const entries: [string, string][] = JSON.parse(stored)
  // All values first: the input events store the form again.
  const controls = [...form.elements]
  for (const control of controls) {
    if (control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type)) {
      control.checked = entries.some(([name, value]) => name === control.name && value === control.value)
    } else if (isText(control)) {
      control.value = entries.find(([name]) => name === control.name)?.[1] ?? control.value
    }
  }
  // For the counters.
  for (const control of controls) if (isText(control)) control.dispatchEvent(new Event('input', { bubbles: true }))
}

function isText(control: Element): control is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (control instanceof HTMLInputElement) return !['hidden', 'file', 'submit', 'button'].includes(control.type)
  return control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement
}
