import { recordAudit } from '~/features/people/audit/audit.server'

/** Records a download of a list and the filters it had. HEAD sends no rows and is not recorded. */
export async function recordExport(request: Request, actor: string, action: 'users.exported' | 'audit.exported') {
  if (request.method === 'HEAD') return
  const search = new URL(request.url).search.slice(1)
  await recordAudit({ actor, action, entity: 'export', id: null, detail: search ? { search } : {} })
}
