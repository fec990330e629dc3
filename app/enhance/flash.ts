import { showToast, type Toast } from './toasts'

/** Turns the notice of the last redirect into a toast. React may own it, so it is hidden and not moved. */
function lift() {
  for (const notice of document.querySelectorAll<HTMLElement>('[data-toast]:not([hidden])')) {
    notice.hidden = true
    showToast({
      tone: notice.dataset.toast as Toast['tone'],
      title: notice.querySelector('b')?.textContent ?? '',
      text: notice.querySelector('p')?.textContent ?? undefined,
      stays: Boolean(notice.dataset.stays),
    })
  }
}

lift()
// A member's page stays while notices come and go.
if ('__remixContext' in window) new MutationObserver(lift).observe(document.body, { childList: true, subtree: true })

document.addEventListener('toast', (event) => showToast((event as CustomEvent<Toast>).detail))
