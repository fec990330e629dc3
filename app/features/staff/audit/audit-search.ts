import { cursorParams, defineSearch, isRowNumber, normalizeCursor, type Param, textParam } from '~/http/params'

export const AUDIT_TEXT_MAX = 100

const text = textParam(AUDIT_TEXT_MAX)
const day: Param<string> = { default: '', parse: (given) => (isDay(given) ? given : undefined) }

/**
 * The parameters of the audit log, which is always newest first: its pages are cursors on the id. `id` is that of one row
 * of `entity`; days are YYYY-MM-DD, in UTC.
 */
const search = defineSearch({
  who: text,
  action: text,
  entity: text,
  id: text,
  from: day,
  to: day,
  ...cursorParams(isRowNumber),
})
export type AuditSearch = typeof search.defaults

export const parseAuditSearch = (params: URLSearchParams) => normalizeCursor(search.parse(params))
export const auditPath = (asked: Partial<AuditSearch>) => search.path('/admin/audit', asked)

function isDay(given: string) {
  const isFormed = /^(19|20)\d\d-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given))
  return isFormed && new Date(given).toISOString().startsWith(given)
}
