import { listen } from './listen'

// A field's error goes as soon as the field is changed. On members' pages React does this (http/form-hooks).
listen('input', '[aria-invalid]', removeError)
// Fields that were edited before this script had loaded.
for (const field of document.querySelectorAll<HTMLInputElement>('input[aria-invalid], textarea[aria-invalid]')) {
  if (field.value !== field.defaultValue) removeError(field)
}

function removeError(field: Element) {
  if ('__remixContext' in window) return
  const errorId = `${field.id}-error`
  field.removeAttribute('aria-invalid')
  field.setAttribute('aria-describedby', (field.getAttribute('aria-describedby') ?? '').replace(errorId, '').trim())
  document.getElementById(errorId)?.remove()

  const line = document.querySelector(`[role="alert"] a[href="#${CSS.escape(field.id)}"]`)?.closest('li')
  const lines = line?.parentElement
  line?.remove()
  if (lines?.childElementCount === 0) lines.closest('[role="alert"]')?.remove()
}
