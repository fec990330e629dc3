import { showToast, type ToastDetail } from './toasts'

/**
 * Shows the notice of the last redirect as a toast. React may own the frame of the notice, so the frame remains, but empty:
 * a message in two live regions would be announced twice.
 */
function showFlash() {
  for (const flash of document.querySelectorAll<HTMLElement>('[data-toast]:not([hidden])')) {
    const toast = {
      tone: flash.dataset.toast as ToastDetail['tone'],
      title: flash.querySelector('b')?.textContent ?? '',
      text: flash.querySelector('p')?.textContent ?? undefined,
      stays: Boolean(flash.dataset.stays),
      undo: flash.querySelector('form') ?? undefined,
      next: flash.querySelector('a') ?? undefined,
    }
    flash.hidden = true
    flash.replaceChildren()
    showToast(toast)
  }
}

showFlash()
// A member's page stays while notices come and go.
if ('__remixContext' in window)
  new MutationObserver(showFlash).observe(document.body, { childList: true, subtree: true })

document.addEventListener('toast', (event) => showToast((event as CustomEvent<ToastDetail>).detail))
