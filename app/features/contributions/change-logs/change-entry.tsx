import type { ReactNode } from 'react'
import type { AffectsOwners, ChangeEffect } from '~/db/schema'
import { AFFECTS_LABELS, CHANGE_KIND_LABELS, type ReportedValues } from '~/features/catalog/record/change-log'
import { type SavedSource, SourceNote } from '~/features/contributions/sources/source-note'
import { Tag } from '~/ui/badge'
import { LocalDate } from '~/ui/local-date'
import { CHANGE_ENTRY, CHANGE_META } from './change-row'
import { EffectMark } from './effect-mark'
import { ValueChange } from './value-change'

export type Change = ReportedValues & {
  id: string
  title: string
  description: string
  effective_on: string | null
  source_url: string | null
  source?: SavedSource | null
  affects_owners: AffectsOwners
  effect?: ChangeEffect | null
  is_from_file?: boolean
}

type ChangeEntryProps = { change: Change; mark?: ReactNode; children?: ReactNode }

/** The text and values of a change; `mark` precedes its details, and the children follow them. */
export function ChangeEntry({ change, mark, children }: ChangeEntryProps) {
  return (
    <div className={CHANGE_ENTRY}>
      <h4 dir="auto">{change.title}</h4>
      <ValueChange change={change} />
      {change.description === change.title ? null : (
        <p dir="auto" className="max-w-measure text-control whitespace-pre-line text-muted-foreground">
          {change.description}
        </p>
      )}
      <div className={CHANGE_META}>
        {mark}
        <EffectMark effect={change.effect ?? null} />
        <Tag>{CHANGE_KIND_LABELS[change.kind]}</Tag>
        {change.affects_owners === 'UNKNOWN' ? null : <span>{AFFECTS_LABELS[change.affects_owners]}</span>}
        {change.is_from_file ? <span>Entered from a file</span> : null}
        {change.effective_on ? (
          <span>
            {'Effective '}
            <LocalDate value={change.effective_on} />
          </span>
        ) : null}
        <SourceNote url={change.source_url} source={change.source} />
      </div>
      {children}
    </div>
  )
}
