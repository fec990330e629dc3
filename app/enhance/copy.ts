import { listen } from './listen'
import { showToast } from './toasts'

listen('click', '[data-copy]', async (button) => {
  const text = button.dataset.copy || location.href
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    if (!copyBySelection(text)) return
  }
  showToast({ tone: 'success', title: button.dataset.copied ?? 'Link copied to clipboard' })
})

/** Fallback: the Clipboard API exists on https only. */
function copyBySelection(text: string) {
  const field = document.createElement('textarea')
  field.className = 'sr-only'
  field.value = text
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  return copied
}
