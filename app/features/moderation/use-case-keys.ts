import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'

/** A browser moves the focus to the target of an address that it loads; this does so where the page stays. */
export function useFocusOnTarget() {
  const { hash, key } = useLocation()
  // The key is new each time, also where the same item comes up again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus()
  }, [hash, key])
}

/** Single keys, which act only while an item itself has the focus, so that they are in nobody's way. */
export function useCaseKeys() {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const item = event.target
      if (!(item instanceof HTMLElement) || !item.matches('article.case')) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const done = KEYS[event.key.toLowerCase()]?.(item)
      if (done) event.preventDefault()
    }
    document.addEventListener('keydown', act)
    return () => document.removeEventListener('keydown', act)
  }, [])
}

const KEYS: Record<string, (item: HTMLElement) => boolean> = {
  a: approve,
  r: openReasons,
  j: (item) => focus(item.nextElementSibling),
  k: (item) => focus(item.previousElementSibling),
}

function approve(item: HTMLElement) {
  const button = item.querySelector<HTMLButtonElement>('button[value="approve"]')
  // With a price to set there is something to look at first.
  if (item.querySelector('.offer')) return focus(button)
  button?.click()
  return Boolean(button)
}

function openReasons(item: HTMLElement) {
  const details = item.querySelector<HTMLDetailsElement>('.case__acts details')
  if (!details) return focus(item.querySelector('button[value="reject"]'))
  details.open = true
  return focus(details.querySelector('select, textarea'))
}

function focus(element: Element | null) {
  if (!(element instanceof HTMLElement)) return false
  element.focus()
  return true
}
