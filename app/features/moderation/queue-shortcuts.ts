import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'

/** Moves the focus to the target of the address on client navigations, as a browser does on page loads. */
export function useFocusOnTarget() {
  const { hash, key } = useLocation()
  // The key is new each time, also where the same item comes up again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus()
  }, [hash, key])
}

const STORAGE_KEY = 'shortcuts'
let isOn = true

// Single keys for the items of a queue: J and K from anywhere on the page, A and R for the item that has the focus.
// They listen before React hydrates the page, so that they work from the moment it is open.
if (!import.meta.env.SSR) {
  isOn = readStored() !== 'off'
  document.addEventListener('keydown', onKeyDown)
}

export function areShortcutsEnabled() {
  return isOn
}

/** Stored in this browser; only for this page when storage is blocked. */
export function setShortcuts(to: 'on' | 'off') {
  isOn = to === 'on'
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

function onKeyDown(event: KeyboardEvent) {
  const { target, key } = event
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  if (!isOn || event.defaultPrevented || hasModifier || event.isComposing || isTyping(target)) return
  const item = target instanceof Element ? target.closest<HTMLElement>('.queue-item') : null
  if (press(key.toLowerCase(), item, event.repeat)) event.preventDefault()
}

// A select moves to the option that begins with the letter, and a question has keys of its own.
const TAKES_KEYS = 'textarea, select, [contenteditable], [popover]'
const WITHOUT_TEXT = ['button', 'checkbox', 'radio', 'reset', 'submit']

function isTyping(target: EventTarget | null) {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.includes(target.type)
  return target instanceof Element && target.closest(TAKES_KEYS) !== null
}

/** Returns whether the key was handled. A held key repeats moves but not decisions. */
function press(key: string, item: HTMLElement | null, isRepeated: boolean) {
  switch (key) {
    case 'j':
      return focus(items()[item ? items().indexOf(item) + 1 : 0])
    case 'k':
      return focus(items()[(item ? items().indexOf(item) : items().length) - 1])
    case 'a':
      return item !== null && !isRepeated && approve(item)
    case 'r':
      return item !== null && !isRepeated && reject(item)
    default:
      return false
  }
}

const items = () => [...document.querySelectorAll<HTMLElement>('.queue-item')]

function approve(item: HTMLElement) {
  const button = item.querySelector<HTMLElement>('button[value="approve"]')
  // With a price to set, the first press focuses the button and the second approves.
  if (item.querySelector('.price-offer') && document.activeElement !== button) return focus(button)
  return click(button)
}

/** Opens the rejection form; comments are rejected at once, without a reason. */
function reject(item: HTMLElement) {
  const reasons = item.querySelector<HTMLDetailsElement>('.queue-item__actions details')
  if (!reasons) return click(item.querySelector('button[value="reject"]'))
  reasons.open = true
  return focus(reasons.querySelector('select, textarea'))
}

function click(button: HTMLElement | null) {
  if (!button || button.ariaBusy === 'true') return false
  button.click()
  return true
}

function focus(element: Element | null | undefined) {
  if (!(element instanceof HTMLElement)) return false
  element.focus()
  return true
}
