import sprite from '~/ui/icons.svg?url'

export type ToastDetail = {
  tone: 'success' | 'error'
  title: string
  text?: string
  stays?: boolean
  /** The form that reverts the action. */
  undo?: HTMLFormElement
  /** The link to what to do next. */
  next?: HTMLAnchorElement
}

const MAX_TOASTS = 3
const SUCCESS_MS = 5_000
const UNDO_MS = 10_000

let shown: HTMLElement[] = []

const stack = element('div', '', 'toasts')
stack.dataset.toasts = ''
// Screen readers announce additions to an existing live region, but an alert when it is added.
const polite = element('div')
polite.setAttribute('role', 'status')
stack.append(polite)
attachStack()

// Keeps what is focused, and bars at the bottom of the window, above the strip.
new ResizeObserver(() => {
  document.documentElement.style.setProperty('--toast-height', `${stack.offsetHeight}px`)
}).observe(stack)

/** At the end of the page's main part, so that the end of the page is never under it. */
function attachStack() {
  ;(document.querySelector('[data-toast-strip]') ?? document.body).append(stack)
}

function icon(name: string) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', `${sprite}#${name}`)
  svg.append(use)
  return svg
}

function element(tag: string, text = '', className = '') {
  const created = document.createElement(tag)
  created.textContent = text
  created.className = className
  return created
}

/**
 * Success toasts close after five seconds without hover or focus, or ten with a form to undo; errors and `stays` only when
 * dismissed.
 */
export function showToast({ tone, title, text, stays, undo, next }: ToastDetail) {
  if (!stack.isConnected) attachStack()
  const failed = tone === 'error'

  const toast = element('div', '', 'toast')
  toast.dataset.message = tone
  if (failed) toast.setAttribute('role', 'alert')
  const content = element('div')
  content.append(element('b', title))
  if (text) content.append(element('p', text))
  if (undo) content.append(undo)
  if (next) {
    content.append(next)
    next.addEventListener('click', () => close(toast))
  }
  // Hidden, not removed: a form must stay in the document to be sent.
  undo?.addEventListener('submit', () => {
    toast.hidden = true
  })
  const dismiss = element('button', '', 'icon-btn')
  dismiss.setAttribute('type', 'button')
  dismiss.setAttribute('aria-label', 'Dismiss')
  dismiss.append(icon('x'))
  dismiss.onclick = () => close(toast)
  toast.append(icon(failed ? 'circle-alert' : 'circle-check'), content, dismiss)

  ;(failed ? stack : polite).append(toast)
  shown.push(toast)
  if (shown.length > MAX_TOASTS) close(shown[0]!)
  if (!failed && !stays) closeAfterTimeout(toast, undo ? UNDO_MS : SUCCESS_MS)
}

function close(toast: HTMLElement) {
  toast.remove()
  shown = shown.filter((other) => other !== toast)
}

// The errors of somebody who was signed out are over.
document.addEventListener('signed-in', () => {
  for (const toast of shown.filter(({ role }) => role === 'alert')) close(toast)
})

function closeAfterTimeout(toast: HTMLElement, duration: number) {
  let left = duration
  let since = 0
  let timer = 0
  const run = () => {
    clearTimeout(timer)
    since = performance.now()
    timer = window.setTimeout(() => close(toast), left)
  }
  const pause = () => {
    if (timer) left -= performance.now() - since
    clearTimeout(timer)
    timer = 0
  }
  for (const type of ['pointerenter', 'focusin']) toast.addEventListener(type, pause)
  for (const type of ['pointerleave', 'focusout']) toast.addEventListener(type, run)
  run()
}
