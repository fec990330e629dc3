import { DEAL_FIELD_NAMES, DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import type { Revision } from '~/features/catalog/deals/editor/revisions.server'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { LocalDate } from '~/ui/local-date'

const VERBS: Record<string, string> = {
  'deal.created': 'entered the deal',
  'deal.updated': 'saved the deal',
  'deal.published': 'published the deal',
  'deal.unpublished': 'unpublished the deal',
  'deals.publish': 'published the deal together with others',
  'deals.unpublish': 'unpublished the deal together with others',
  'deals.set-status': 'set the status together with other deals',
  'deals.set-category': 'set the category together with other deals',
  'deal.expired': 'set the deal to Expired',
}

/** The saves of a deal, newest first. */
export function Revisions({ revisions }: { revisions: Revision[] }) {
  return (
    <Box aria-labelledby="revisions">
      <BoxHead>
        <BoxTitle id="revisions">Revisions</BoxTitle>
      </BoxHead>
      <BoxBody>
        {revisions.length === 0 ? (
          <p className="text-muted-foreground text-small">No changes yet.</p>
        ) : (
          <ol className="grid gap-3">
            {revisions.map(({ id, by, action, created_at, detail }) => (
              <li key={id}>
                <p className="text-small">
                  <LocalDate value={created_at} className="text-muted-foreground" /> <b>{by}</b>{' '}
                  {VERBS[action] ?? action}
                </p>
                <ChangedFields detail={detail} />
              </li>
            ))}
          </ol>
        )}
      </BoxBody>
    </Box>
  )
}

function ChangedFields({ detail }: { detail: Revision['detail'] }) {
  const fields = DEAL_FIELD_NAMES.filter(
    (field) => typeof detail[field] === 'string' && String(detail[field]).includes('→'),
  )
  if (fields.length === 0) return null
  return (
    <ul className="text-caption leading-snug text-muted-foreground">
      {fields.map((field) => (
        <li key={field}>
          {DEAL_FIELDS[field].label}: <bdi>{detail[field]}</bdi>
        </li>
      ))}
    </ul>
  )
}
