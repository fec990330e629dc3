import { listen } from './listen'

const CARDS = 6

listen('change', 'form[data-auto-submit] select', (select) => {
  ;(select as HTMLSelectElement).form?.requestSubmit()
})

listen('submit', 'form[data-auto-submit]', (form, event) => {
  // On a member's page React has taken the submission over and draws the cards itself.
  if (event.defaultPrevented) return
  showSkeleton()
  if ([...new FormData(form as HTMLFormElement)].length > 0) return
  // A form that asks for nothing would leave a lone question mark.
  event.preventDefault()
  location.assign((form as HTMLFormElement).action)
})

// The address says only what was chosen. Without scripts the server redirects to the same.
listen('formdata', 'form[data-auto-submit]', (_form, event) => {
  const { formData } = event
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
})

listen('click', '[data-results] .pager a[href], .chips a[href]', (_link, event) => {
  if (!event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey)
    showSkeleton()
})

function showSkeleton() {
  const results = document.querySelector<HTMLElement>('[data-results]')
  const card = document.querySelector('[data-skeleton] > *')
  if (!results || !card) return

  const waiting = document.createElement('div')
  waiting.dataset.waiting = ''
  waiting.innerHTML = '<p class="sr-only" role="status">Loading...</p><div class="deal-grid"></div>'
  for (let n = 0; n < CARDS; n++) waiting.lastElementChild?.append(card.cloneNode(true))
  results.before(waiting)
  results.hidden = true
}

// Coming back from the next page, the browser may show this one as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  document.querySelector('[data-waiting]')?.remove()
  const results = document.querySelector<HTMLElement>('[data-results]')
  if (results) results.hidden = false
})
