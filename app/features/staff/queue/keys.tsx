import { useLocation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from '~/ui/button'
import { classes } from '~/ui/classes'
import { DialogTitle, dialogClasses } from '~/ui/dialog'

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

// J and K from anywhere on the page, A, R and C for the item that has the focus, and S, E and O for a deal of Freshness.
// They listen before React hydrates the page, so that they work from the moment it is open.
if (!import.meta.env.SSR) {
  isOn = readStored() !== 'off'
  showHints()
  document.addEventListener('keydown', onKeyDown)
}

/** Stored in this browser; only for this page when storage is blocked. */
function setShortcuts(to: 'on' | 'off') {
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
  // "?" needs Shift on most keyboards.
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && key !== '?')
  if (!isOn || event.defaultPrevented || hasModifier || event.isComposing || isTyping(target)) return
  if (press(key.toLowerCase(), itemOf(target), event.repeat)) event.preventDefault()
}

// A select moves to the option that begins with the letter, and a question has keys of its own.
const TAKES_KEYS = 'textarea, select, [contenteditable], [popover]'
const WITHOUT_TEXT = ['button', 'checkbox', 'radio', 'reset', 'submit']

function isTyping(target: EventTarget | null) {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.includes(target.type)
  return target instanceof Element && target.closest(TAKES_KEYS) !== null
}

/** The item that has the focus; the page of one item needs no focus while nothing else has it. */
function itemOf(target: EventTarget | null) {
  if (target === document.body) return document.querySelector<HTMLElement>('#item')
  return target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null
}

/** Returns whether the key was handled. A held key repeats moves but not decisions. */
function press(key: string, item: HTMLElement | null, isRepeated: boolean) {
  if (key === 'j' || key === 'k') return move(key, item)
  if (key === '?') return showKeys()
  return 'arcseo'.includes(key) && !isRepeated && activate(item?.querySelector(`[data-key~="${key}"]`))
}

/** To the item after or before; the page of an item has links to them. */
function move(key: 'j' | 'k', item: HTMLElement | null) {
  const link = document.querySelector<HTMLElement>(`#item [data-key="${key}"]`)
  if (link) return activate(link)
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')]
  const index = item ? items.indexOf(item) : key === 'j' ? -1 : items.length
  return focus(items[index + (key === 'j' ? 1 : -1)])
}

/** Opens a form and focuses its first field; presses anything else. */
function activate(target: HTMLElement | null | undefined) {
  if (target instanceof HTMLDetailsElement) {
    target.open = true
    return focus(target.querySelector('input:not([type="hidden"]), textarea, button'))
  }
  if (!target || target.ariaBusy === 'true') return false
  // With a value to apply in the same form, the first press focuses the button and the second approves.
  if (target.closest('form')?.querySelector('[data-value-offer]') && document.activeElement !== target)
    return focus(target)
  target.click()
  return true
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

const MOVES = { J: 'Next item', K: 'Previous item' }
const OF_DEALS = {
  S: 'Still correct, or still available',
  E: 'Set expired',
  O: "Open the vendor's page in a new tab",
}
const KEYS = {
  queue: { ...MOVES, A: 'Approve', R: 'Reject', C: 'Ask for a change', ...OF_DEALS },
  decided: MOVES,
  freshness: { ...MOVES, ...OF_DEALS },
}

/** Opens the list of the keys that do something here. Hidden where there is no keyboard. */
export function KeysButton({ place }: { place: keyof typeof KEYS }) {
  const [isEnabled, setEnabled] = useState(true)
  useEffect(() => setEnabled(isOn), [])
  const toggle = () => {
    setShortcuts(isEnabled ? 'off' : 'on')
    setEnabled(!isEnabled)
  }
  return (
    <div className="max-md:hidden print:hidden noscript:hidden pointer-coarse:hidden">
      <IconButton tone="line" icon="keyboard" label="Keys" popovertarget="keys" />
      <div className={dialogClasses({ width: 'sm' })} id="keys" popover="" role="dialog" aria-labelledby="keys-title">
        <div className="-mt-2 -me-2 flex items-center justify-between">
          <DialogTitle id="keys-title">Keys</DialogTitle>
          <IconButton icon="x" label="Close" popovertarget="keys" popovertargetaction="hide" />
        </div>
        <dl>
          {Object.entries({ ...KEYS[place], '?': 'This list' }).map(([name, does]) => (
            <div
              key={name}
              className="grid grid-cols-[4.5rem_1fr] items-center gap-3 border-t border-border py-2 text-control"
            >
              <dt>
                <Kbd>{name}</Kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="flex flex-wrap items-center gap-x-3 text-small text-subtle-foreground">
          {isEnabled ? 'Single keys can disturb speech input.' : 'Shortcuts are off.'}
          <button type="button" className="link min-h-6 cursor-pointer" onClick={toggle}>
            {isEnabled ? 'Turn off' : 'Turn on'}
            <span className="sr-only"> shortcuts</span>
          </button>
        </p>
      </div>
    </div>
  )
}

const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-grid min-w-5.5 place-items-center rounded-xs border border-b-2 border-current px-1 font-sans text-caption leading-snug font-semibold">
    {children}
  </kbd>
)

/**
 * The key of a control, for those who see it: it is no part of the control's name. Hidden where there is no keyboard, and
 * while the keys are turned off.
 */
export function KeyHint({ name, className }: { name: string; className?: string }) {
  return (
    <span
      className={classes(
        'ms-auto max-md:hidden noscript:hidden pointer-coarse:hidden in-data-shortcuts-off:hidden',
        className,
      )}
      aria-hidden="true"
    >
      <Kbd>{name}</Kbd>
    </span>
  )
}
