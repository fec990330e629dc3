import { useEffect, useRef } from 'react'
import { Notice } from '~/ui/notice'
import { noticeOf, type VerdictResult } from './verdict-result'

/** Says why a decision was not saved: another moderator decided first, or the database is unreachable. */
export function VerdictConflict({ result }: { result: VerdictResult }) {
  const box = useRef<HTMLDivElement>(null)
  const notice = noticeOf(result)
  useEffect(() => {
    if (result && noticeOf(result)) box.current?.focus()
  }, [result])
  if (!notice) return null
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="bad" title={notice.title} text={notice.text} />
    </div>
  )
}
