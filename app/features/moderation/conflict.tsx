import { useEffect, useRef } from 'react'
import { Notice } from '~/ui/notice'
import { conflictOf, type VerdictResult } from './verdict-result'

/** Somebody was faster: who, with what and when. */
export function Conflict({ result }: { result: VerdictResult }) {
  const box = useRef<HTMLDivElement>(null)
  const conflict = conflictOf(result)
  useEffect(() => {
    if (conflict) box.current?.focus()
  }, [conflict])
  if (!conflict) return null
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="bad" title={conflict.title} text={conflict.text} />
    </div>
  )
}
