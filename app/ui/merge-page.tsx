import type { ReactNode } from 'react'
import { BackLink } from './back-link'
import { ButtonLink } from './button'
import { ErrorSummary } from './error-summary'
import { Notice } from './notice'
import { ScreenHead } from './screen-head'

type MergePageProps = {
  title: string
  lead: string
  back: { to: string; name: string }
  /** The same merge the other way round, if that is possible. */
  swapTo?: string
  errors: Parameters<typeof ErrorSummary>[0]['errors']
  /** Both records, or the choice of the other one. */
  sides: ReactNode
  /** Why the two cannot be merged. */
  problem?: string
  /** What would happen, and its confirmation. Left out if there is a problem. */
  children: ReactNode
}

/** The page of a merge of two records, which are chosen, looked at side by side and confirmed. */
export function MergePage({ title, lead, back, swapTo, errors, sides, problem, children }: MergePageProps) {
  return (
    <>
      <BackLink to={back.to}>{back.name}</BackLink>
      <ScreenHead title={title} lead={lead}>
        {swapTo ? (
          <ButtonLink to={swapTo} tone="secondary">
            Keep the other one
          </ButtonLink>
        ) : null}
      </ScreenHead>
      <ErrorSummary title="Not merged" errors={errors} />
      {sides}
      {problem ? <Notice tone="bad" title="These cannot be merged" text={problem} isLive={false} /> : children}
    </>
  )
}
