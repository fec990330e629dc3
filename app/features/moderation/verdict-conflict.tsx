import { useEffect, useRef } from 'react'
import { Notice } from '~/ui/notice'
import { noticeOf, type VerdictResult } from './verdict-result'

/** Why a decision was not taken: somebody was faster (who, with what and when), or the database is away. */
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
