import { showToast, type Toast } from './toasts'

/** Turns the notice of the last redirect into a toast. React may own it, so it is hidden and not moved. */
function lift(region: Element) {
  for (const notice of region.querySelectorAll<HTMLElement>('[data-toast]:not([hidden])')) {
    notice.hidden = true
    showToast({
      tone: notice.dataset.toast as Toast['tone'],
      title: notice.querySelector('b')?.textContent ?? '',
      text: notice.querySelector('p')?.textContent ?? undefined,
    })
  }
}

const region = document.querySelector('[data-flash]')
if (region) {
  lift(region)
  new MutationObserver(() => lift(region)).observe(region, { childList: true })
}

document.addEventListener('toast', (event) => showToast((event as CustomEvent<Toast>).detail))
