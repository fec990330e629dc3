import { listen } from './listen'

const root = document.documentElement
const system = matchMedia('(prefers-color-scheme: dark)')

function apply(theme: string) {
  root.classList.toggle('dark', theme === 'dark')
  root.classList.toggle('light', theme !== 'dark')
}

/** Storage can be blocked; the choice then lasts for this page. */
function stored() {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}

listen('click', '[data-theme-toggle]', () => {
  const theme = root.classList.contains('dark') ? 'light' : 'dark'
  apply(theme)
  try {
    localStorage.setItem('theme', theme)
  } catch {}
})

system.addEventListener('change', () => {
  if (!stored()) apply(system.matches ? 'dark' : 'light')
})

// Another tab made a choice.
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'theme' && newValue) apply(newValue)
})
