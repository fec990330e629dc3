/** Sets the text of a field as if it was typed, so that counters, previews and errors follow. Its fold opens. */
export function enter(id: string, text: string) {
  const field = document.getElementById(id)
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined
  field.closest('details')?.setAttribute('open', '')
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('focusout', { bubbles: true }))
  return field
}
