// When another tab signs in, a visitor's page is loaded again as the member's, unless something was typed into it. On pages
// with React, SessionWatch does this.
let channel: BroadcastChannel

function open() {
  channel = new BroadcastChannel('session')
  channel.onmessage = ({ data }) => {
    if (data === 'started' && !('__remixContext' in window) && !isTyped()) location.reload()
  }
}

const isTyped = () =>
  [...document.querySelectorAll<HTMLInputElement>('main :is(input, textarea)')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )

open()
// An open channel would keep the page out of the back-forward cache.
addEventListener('pagehide', () => channel.close())
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) open()
})
