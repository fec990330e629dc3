import { CARD_GRID, SKELETON_ROWS } from '~/ui/card-grid'
import { listen } from './listen'

const SKELETONS = 6

// Filters in an open fold are applied together by its button: each of them would close the fold again.
listen('change', 'form[data-auto-submit] :is(select, [type=checkbox])', (control) => {
  if (control.closest('details[open]')) return
  ;(control as HTMLSelectElement | HTMLInputElement).form?.requestSubmit()
})

listen('submit', 'form[data-auto-submit]', (form, event) => {
  // On members' pages React handles the submission and renders the skeleton itself.
  if (event.defaultPrevented) return
  showSkeleton()
  if ([...new FormData(form as HTMLFormElement)].length > 0) return
  // An empty form would leave a lone question mark in the URL.
  event.preventDefault()
  location.assign((form as HTMLFormElement).action)
})

// Leaves empty fields out of the URL. Without scripts the server redirects to the same URL.
listen('formdata', 'form[data-auto-submit]', (_form, event) => {
  const { formData } = event
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
})

listen('click', '[data-loads] a[href]', (_link, event) => {
  if (!event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey)
    showSkeleton()
})

function showSkeleton() {
  const results = document.querySelector<HTMLElement>('[data-results]')
  const template = document.querySelector<HTMLElement>('[data-skeleton]')
  const skeleton = template?.firstElementChild
  if (!results || !skeleton) return

  const waiting = document.createElement('div')
  waiting.dataset.waiting = ''
  waiting.innerHTML = '<p class="sr-only" role="status">Loading...</p><div></div>'
  const list = waiting.lastElementChild!
  list.className = template.dataset.skeleton === 'list' ? SKELETON_ROWS : CARD_GRID
  for (let n = 0; n < SKELETONS; n++) list.append(skeleton.cloneNode(true))
  results.before(waiting)
  results.hidden = true
}

// The back button may restore this page from memory with its skeleton.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  document.querySelector('[data-waiting]')?.remove()
  const results = document.querySelector<HTMLElement>('[data-results]')
  if (results) results.hidden = false
})
