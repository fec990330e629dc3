import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'

const DELAY_MS = 150

/** Where a navigation goes that has lasted 150 ms; shorter ones need no sign. */
export function useSlowNavigation() {
  const { state, location } = useNavigation()
  const [isSlow, setIsSlow] = useState(false)
  const isNavigating = state !== 'idle'
  useEffect(() => {
    if (!isNavigating) return
    const timer = setTimeout(() => setIsSlow(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isNavigating])
  return isSlow ? location : undefined
}
