import { listen } from './listen'

/**
 * A form of a visitor's page is sent only when the server answers: a lost connection would replace it with an error page
 * of the browser. On members' pages React does this (http/forms).
 */
listen('submit', 'form[data-failure]', async (element, event) => {
  const form = element as HTMLFormElement
  if ('__remixContext' in window || event.defaultPrevented) return
  event.preventDefault()
  if (form.ariaBusy) return
  form.ariaBusy = 'true'
  try {
    await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
    const { submitter } = event as SubmitEvent
    if (submitter instanceof HTMLButtonElement && submitter.name) {
      form.append(
        Object.assign(document.createElement('input'), {
          type: 'hidden',
          name: submitter.name,
          value: submitter.value,
        }),
      )
    }
    form.submit()
  } catch {
    const detail = { tone: 'error', title: form.dataset.failure, text: 'Please check your connection and try again.' }
    document.dispatchEvent(new CustomEvent('toast', { detail }))
  }
  form.ariaBusy = null
})
