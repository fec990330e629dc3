import { type Cursor, isRowNumber, parseCursor } from '~/http/cursor'

export const AUDIT_TEXT_MAX = 100

/** What the address of the audit log asks for; an empty text asks for nothing. Days are YYYY-MM-DD, in UTC. */
export type AuditSearch = {
  who: string
  action: string
  entity: string
  /** Of one row, together with its entity. */
  id: string
  from: string
  to: string
  turn: Cursor
}

export function parseAuditSearch(params: URLSearchParams): AuditSearch {
  const get = (name: string) =>
    (params.get(name) ?? '')
      .replace(/[\p{Cc}\p{Surrogate}]/gu, '')
      .trim()
      .slice(0, AUDIT_TEXT_MAX)
  return {
    who: get('who'),
    action: get('action'),
    entity: get('entity'),
    id: get('id'),
    from: parseDay(get('from')),
    to: parseDay(get('to')),
    turn: parseCursor(params, isRowNumber),
  }
}

export function auditPath({ turn, ...filters }: Partial<AuditSearch>) {
  const asked = Object.entries({ ...filters, ...turn }).filter(([, value]) => value)
  return asked.length > 0 ? `/admin/audit?${new URLSearchParams(Object.fromEntries(asked))}` : '/admin/audit'
}

function parseDay(text: string) {
  const isDay = /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay && new Date(text).toISOString().startsWith(text) ? text : ''
}
