import { useBeforeUnload, unstable_usePrompt as usePrompt } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'

/** Asks before a page is left whose form has unsent changes. The handlers belong on the form. */
export function useUnsavedChanges(isReturned: boolean) {
  const isChanged = useRef(false)
  usePrompt({
    message: 'Leave without saving your changes?',
    when: ({ currentLocation, nextLocation }) =>
      isChanged.current && currentLocation.pathname !== nextLocation.pathname,
  })
  useBeforeUnload(
    useCallback((event) => {
      if (isChanged.current) event.preventDefault()
    }, []),
  )
  // A form that came back with errors is not saved either.
  useEffect(() => {
    if (isReturned) isChanged.current = true
  }, [isReturned])
  return {
    onInput() {
      isChanged.current = true
    },
    onSubmit() {
      isChanged.current = false
    },
  }
}
