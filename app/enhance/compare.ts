import { buttonClasses } from '~/ui/button-classes'
import { CHIP, CHIP_ICON } from '~/ui/chip-classes'
import sprite from '~/ui/icons.svg?url'
import { TRAY_LOOK } from '~/ui/tray-look'
import { listen } from './listen'
import { showToast } from './toasts'

// The deals chosen for a comparison, stored while the tab is open. Without scripts the buttons lead to /compare.
type Deal = { slug: string; title: string }

const STORAGE_KEY = 'compare'
const LIMIT = 4

/** Pages without a tray: the comparison itself and those of staff. The inline script in layout/inline-scripts agrees. */
const HAS_NO_TRAY = /^\/(compare|admin)\b/

const root = document.documentElement
const tray = document.createElement('aside')
tray.className = TRAY_LOOK.tray
tray.dataset.tray = ''
tray.ariaLabel = 'Compare'
tray.innerHTML =
  `<div class="${TRAY_LOOK.inside}"><p class="${TRAY_LOOK.count}" role="status"></p><div class="${TRAY_LOOK.deals}"></div>` +
  `<button class="${buttonClasses({ tone: 'ghost' })}" type="button">Clear</button>` +
  `<a class="${buttonClasses({})}" role="link">Compare</a></div>`
const [count, chips, clear, open] = [...tray.firstElementChild!.children] as HTMLElement[]

let chosen: Deal[] = []
let drawn = ''

function store(deals: Deal[]) {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(deals))
}

/** Reads the stored choice, which that of a comparison page replaces. */
function refresh() {
  const given = document.querySelector<HTMLElement>('[data-choice]')?.dataset.choice
  if (given && given !== sessionStorage.getItem(STORAGE_KEY)) store(JSON.parse(given))
  chosen = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
  draw()
}

function draw() {
  for (const link of document.querySelectorAll<HTMLElement>('[data-compare]')) mark(link)
  const isShown = chosen.length > 0 && !HAS_NO_TRAY.test(location.pathname)
  if (drawn !== JSON.stringify(chosen)) drawTray()
  tray.hidden = !isShown
  const main = document.querySelector('main')
  if (main && main.nextElementSibling !== tray) main.after(tray)
  root.removeAttribute('data-choosing')
}

/** The state of a button: its name says what pressing it does. */
function mark(link: HTMLElement) {
  const isChosen = chosen.some(({ slug }) => slug === link.dataset.compare)
  if (isChosen === link.hasAttribute('data-chosen')) return
  const title = titleOf(link)
  link.toggleAttribute('data-chosen', isChosen)
  link.ariaLabel = isChosen ? `Remove ${title} from compare` : `Compare ${title}`
}

function titleOf({ ariaLabel }: HTMLElement) {
  return ariaLabel!.replace(/^Remove (.*) from compare$|^Compare (.*)$/, '$1$2')
}

function drawTray() {
  drawn = JSON.stringify(chosen)
  const hadFocus = tray.contains(document.activeElement)
  count!.innerHTML = `${chosen.length} of ${LIMIT}<span class="${TRAY_LOOK.detail}">${chosen.length === 1 ? ', add another' : ' to compare'}</span>`
  chips!.replaceChildren(...chosen.map(chip))
  if (chosen.length > 1) {
    open!.setAttribute('href', `/compare?${chosen.map(({ slug }) => `d=${slug}`).join('&')}`)
    open!.removeAttribute('aria-disabled')
  } else {
    open!.removeAttribute('href')
    open!.setAttribute('aria-disabled', 'true')
  }
  if (hadFocus) (chosen.length > 0 ? clear : document.querySelector<HTMLElement>('main'))?.focus()
}

function chip({ slug, title }: Deal) {
  const button = document.createElement('button')
  button.className = `${CHIP} min-w-0`
  button.type = 'button'
  button.dataset.drop = slug
  button.innerHTML = `<b class="truncate font-semibold"></b><svg class="icon ${CHIP_ICON}" aria-hidden="true"><use href="${sprite}#x"/></svg><span class="sr-only">, remove from compare</span>`
  button.firstElementChild!.textContent = title
  return button
}

function choose(deals: Deal[]) {
  chosen = deals
  store(deals)
  draw()
}

function start() {
  refresh()
  listen('click', '[data-compare]', (link, event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const slug = link.dataset.compare!
    const others = chosen.filter((deal) => deal.slug !== slug)
    if (others.length < chosen.length) choose(others)
    else if (others.length < LIMIT) choose([...others, { slug, title: titleOf(link) }])
    else showToast({ tone: 'error', title: 'You can compare up to four deals', text: 'Remove one to add another.' })
  })
  listen('click', '[data-drop]', (button) => choose(chosen.filter(({ slug }) => slug !== button.dataset.drop)))
  clear!.addEventListener('click', () => choose([]))
  addEventListener('pageshow', ({ persisted }) => persisted && refresh())
  // A member's document stays while routes change.
  if ('__remixContext' in window)
    new MutationObserver(refresh).observe(document.body, { childList: true, subtree: true })
}

// Without storage, the links work as they do without scripts.
try {
  start()
} catch {}
