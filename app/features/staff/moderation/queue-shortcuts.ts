import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'

/** Moves the focus to the target of the address on client navigations, as a browser does on page loads. */
export function useFocusOnTarget() {
  const { hash, key } = useLocation()
  // The key is new each time, also where the same item comes up again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const target = hash ? document.getElementById(hash.slice(1)) : null
    if (target?.closest('[data-decision]')) openForm(target)
    else target?.focus()
  }, [hash, key])
}

const STORAGE_KEY = 'shortcuts'
let isOn = true

// Keys for the queue: J, K and U from anywhere on the page, A, R and C for the item that has the focus, V, N and L for a
// proof, and S, E and O for a deal of the freshness view. Ctrl+Enter sends the note that has the focus.
// They listen before React hydrates the page, so that they work from the moment it is open.
if (!import.meta.env.SSR) {
  isOn = readStored() !== 'off'
  showHints()
  document.addEventListener('keydown', onKeyDown)
}

export function areShortcutsEnabled() {
  return isOn
}

/** Stored in this browser; only for this page when storage is blocked. */
export function setShortcuts(to: 'on' | 'off') {
  isOn = to === 'on'
  showHints()
  try {
    localStorage.setItem(STORAGE_KEY, to)
  } catch {}
}

function readStored() {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

/** The keys on the buttons are hidden while they do nothing. */
function showHints() {
  document.documentElement.toggleAttribute('data-shortcuts-off', !isOn)
}

function onKeyDown(event: KeyboardEvent) {
  const { target, key } = event
  if (isSendKey(event) && sendNote(target)) event.preventDefault()
  // "?" needs Shift on most keyboards.
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && key !== '?')
  if (!isOn || event.defaultPrevented || hasModifier || event.isComposing || isTyping(target)) return
  if (press(key.toLowerCase(), itemOf(target), event.repeat)) event.preventDefault()
}

const isSendKey = ({ key, ctrlKey, metaKey, repeat }: KeyboardEvent) =>
  key === 'Enter' && (ctrlKey || metaKey) && !repeat

function sendNote(target: EventTarget | null) {
  if (!(target instanceof HTMLTextAreaElement) || !target.closest('[data-item], #item')) return false
  target.form?.requestSubmit()
  return true
}

// A select moves to the option that begins with the letter, and a question has keys of its own.
const TAKES_KEYS = 'textarea, select, [contenteditable], [popover]'
const WITHOUT_TEXT = ['button', 'checkbox', 'radio', 'reset', 'submit']

function isTyping(target: EventTarget | null) {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.includes(target.type)
  return target instanceof Element && target.closest(TAKES_KEYS) !== null
}

/**
 * The item that has the focus: a line of the queue, an item of a view, or the page of one item, which needs no focus
 * while nothing else has it.
 */
function itemOf(target: EventTarget | null) {
  if (target === document.body) return document.querySelector<HTMLElement>('#item')
  return target instanceof Element ? target.closest<HTMLElement>('[data-item], #item') : null
}

/** Returns whether the key was handled. A held key repeats moves but not decisions. */
function press(key: string, item: HTMLElement | null, isRepeated: boolean) {
  switch (key) {
    case 'j':
    case 'k':
      return move(key, item)
    case 'a':
    case 'r':
    case 'c':
    case 'v':
    case 'n':
    case 'l':
    case 's':
    case 'e':
    case 'o':
      return !isRepeated && activate(item?.querySelector(`[data-key~="${key}"]`))
    case 'u':
      return !isRepeated && undoLast()
    case '?':
      return showKeys()
    default:
      return /^[1-8]$/.test(key) && chooseReason(item, Number(key))
  }
}

/** To the item after or before; the page of an item has links to them. */
function move(key: 'j' | 'k', item: HTMLElement | null) {
  const link = document.querySelector<HTMLElement>(`#item [data-key="${key}"]`)
  if (link) return activate(link)
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')]
  const place = item ? items.indexOf(item) : key === 'j' ? -1 : items.length
  const next = items[place + (key === 'j' ? 1 : -1)]
  return focus(next?.querySelector('[data-open]') ?? next)
}

/** Opens a form and focuses its first field; presses anything else. */
function activate(target: HTMLElement | null | undefined) {
  if (target instanceof HTMLDetailsElement) return openForm(target)
  if (!target || target.ariaBusy === 'true') return false
  // With a value to apply in the same form, the first press focuses the button and the second approves.
  if (target.closest('form')?.querySelector('[data-value-offer]') && document.activeElement !== target)
    return focus(target)
  target.click()
  // A choice that asks for a reason.
  const asks = target.getAttribute('aria-controls')
  if (asks) focus(document.getElementById(asks))
  return true
}

function openForm(form: HTMLElement) {
  if (form instanceof HTMLDetailsElement) form.open = true
  return focus(form.querySelector('input:not([type="hidden"]), textarea, button'))
}

/** While the form of a rejection is open. */
function chooseReason(item: HTMLElement | null, place: number) {
  const reasons = item?.querySelectorAll<HTMLElement>('details[open][data-key~="r"] input[type="radio"]')
  const reason = reasons?.[place - 1]
  reason?.click()
  return focus(reason)
}

/** Presses the newest "Undo" that is still shown. */
function undoLast() {
  const buttons = document.querySelectorAll<HTMLElement>('[data-undo] button')
  const shown = [...buttons].filter((button) => button.checkVisibility())
  return activate(shown.at(-1))
}

function showKeys() {
  const keys = document.getElementById('keys')
  keys?.showPopover()
  return keys !== null
}

function focus(element: Element | null | undefined) {
  if (!(element instanceof HTMLElement)) return false
  element.focus()
  return true
}
