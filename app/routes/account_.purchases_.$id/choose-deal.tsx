import { Form, Link } from '@remix-run/react'
import { SEARCH_TEXT_LIMIT } from '~/features/catalog/deals/list/deal-filters'
import type { listChoices } from '~/features/contributions/purchases/choose-deal.server'
import { DatedEntry, DatedList, DatedNote } from '~/features/contributions/purchases/dated-list'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { TextField } from '~/ui/field'
import { FORM_CARD } from '~/ui/form-card'
import { LocalDate } from '~/ui/local-date'

type Choice = Awaited<ReturnType<typeof listChoices>>[number]

/** Finds the deal by its name; earlier offers of a product are found too. */
export function ChooseDeal({ q, choices }: { q: string; choices: Choice[] }) {
  return (
    <div className="grid content-start gap-5">
      <Form className={FORM_CARD}>
        <TextField
          id="q"
          name="q"
          type="search"
          label="Name of the deal"
          hint="Part of its title or vendor. You add the date on the next page."
          required
          maxLength={SEARCH_TEXT_LIMIT}
          defaultValue={q}
        />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button icon="search">Search</Button>
          <ButtonLink to="/account/purchases" tone="ghost">
            Cancel
          </ButtonLink>
        </div>
      </Form>
      {choices.length > 0 ? (
        <Box aria-labelledby="found">
          <BoxHead>
            <BoxTitle id="found">Deals found</BoxTitle>
          </BoxHead>
          <DatedList>
            {choices.map((deal) => (
              <DealChoice key={deal.id} {...deal} />
            ))}
          </DatedList>
        </Box>
      ) : null}
      {q && choices.length === 0 ? <NothingFound q={q} /> : null}
    </div>
  )
}

function DealChoice({ title, slug, vendor_name, platform, start_date, purchase_id }: Choice) {
  const to = purchase_id ? `/account/purchases/${purchase_id}` : `/account/purchases/new?deal=${slug}`
  return (
    <DatedEntry>
      <Link className="font-semibold no-underline hover:underline" to={to} discover="none">
        <bdi>{title}</bdi>
      </Link>
      <span className="text-small text-muted-foreground">{purchase_id ? 'Already added' : null}</span>
      <DatedNote>
        <bdi>{vendor_name}</bdi>
        {` on ${platform}, from `}
        <LocalDate value={start_date} />
      </DatedNote>
    </DatedEntry>
  )
}

function NothingFound({ q }: { q: string }) {
  return (
    <p className="text-muted-foreground" role="status">
      {`No deal matches “${q}”. Only listed deals can be added. `}
      <Link className="link" to="/suggest" discover="none">
        Suggest it
      </Link>
    </p>
  )
}
