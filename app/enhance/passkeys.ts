// Makes passkeys and signs with them. Only the pages that need it load it. A form with `data-passkey` names the ceremony
// (create or get) and `data-options` where to ask what is to be signed; the answer goes into its field "answer".
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { listen } from './listen'

const UNSUPPORTED = 'This browser does not support passkeys.'
const CANCELED = 'No passkey was used. Try again, or choose another way.'
const UNREACHABLE = 'Please check your connection and try again.'
const KNOWN = 'This device already has a passkey for your account.'

listen('click', 'button[data-passkey-start]', async (button, event) => {
  event.preventDefault()
  const form = (button as HTMLButtonElement).form
  if (!form || form.dataset.busy !== undefined) return
  form.dataset.busy = ''
  showError(form, '')
  try {
    const answer = await perform(form)
    const field = form.elements.namedItem('answer')
    if (field instanceof HTMLInputElement) field.value = JSON.stringify(answer)
    form.requestSubmit()
  } catch (error) {
    showError(form, wordsFor(error))
  } finally {
    delete form.dataset.busy
  }
})

async function perform(form: HTMLFormElement) {
  if (!browserSupportsWebAuthn()) throw new Refusal(UNSUPPORTED)
  const optionsJSON = await fetchOptions(form)
  return form.dataset.passkey === 'create' ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON })
}

async function fetchOptions(form: HTMLFormElement) {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  const response = await fetch(form.dataset.options!, { method: 'POST', body: new URLSearchParams(fields) }).catch(
    () => {
      throw new Refusal(UNREACHABLE)
    },
  )
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  if (response.ok && isJson) return response.json()
  // Signed out meanwhile: the page says so when it is loaded again.
  if (response.redirected) location.reload()
  throw new Refusal(response.status < 500 && response.status >= 400 ? await response.text() : UNREACHABLE)
}

/** An error whose message is for people. */
class Refusal extends Error {}

function wordsFor(error: unknown) {
  if (error instanceof Refusal) return error.message
  return error instanceof Error && error.name === 'InvalidStateError' ? KNOWN : CANCELED
}

function showError(form: HTMLFormElement, text: string) {
  const place = form.querySelector<HTMLElement>('[data-passkey-error]')
  if (!place) return
  place.textContent = text
  place.hidden = text === ''
}
