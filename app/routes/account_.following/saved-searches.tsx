import { Form, Link } from '@remix-run/react'
import type { listSavedSearches } from '~/features/audience/following/list-searches.server'
import { SaveSearchFields } from '~/features/audience/following/save-search'
import { SEARCH_NAME_MAX } from '~/features/audience/following/saved-search'
import { errorsOf, type FormResult, fieldValue, submittedValue } from '~/http/forms'
import { BOX_LOOK } from '~/ui/box'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Entry, EntryList, EntryNote } from '~/ui/entry-list'
import { TextField } from '~/ui/field'
import { Fold } from '~/ui/fold'
import { INLINE_FORM } from '~/ui/inline-form'
import { NameLink } from '~/ui/name-link'
import { SectionHead } from '~/ui/section-head'
import { EntryForm } from './entry-form'

type SavedSearch = Awaited<ReturnType<typeof listSavedSearches>>[number]

type SavedSearchesProps = {
  searches: SavedSearch[]
  canChange: boolean
  /** Of the forms of this section. */
  result: FormResult
}

export function SavedSearches({ searches, canChange, result }: SavedSearchesProps) {
  const isOf = (intent: string) => submittedValue(result, 'intent') === intent
  return (
    <section aria-labelledby="searches">
      <SectionHead line="none">
        <h2 id="searches">Saved searches</h2>
      </SectionHead>
      {isOf('save-search') ? <UnsavedSearch result={result} /> : null}
      {searches.length > 0 ? (
        <EntryList>
          {searches.map((search) => (
            <Entry key={search.id}>
              <div>
                <NameLink to={`/account/following/${search.id}`} reloadDocument discover="none" data-no-prefetch="">
                  <bdi>{search.name}</bdi>
                </NameLink>
                <EntryNote>{describe(search)}</EntryNote>
              </div>
              {canChange ? <Remove search={search} /> : null}
              {canChange ? (
                <Rename
                  search={search}
                  result={isOf('rename-search') && submittedValue(result, 'id') === search.id ? result : undefined}
                />
              ) : null}
            </Entry>
          ))}
        </EntryList>
      ) : null}
      <p className="text-small text-muted-foreground mt-4">
        Save a search from{' '}
        <Link className="link" to="/deals" discover="none">
          All Deals
        </Link>{' '}
        with "Save this search" under the filters.
      </p>
    </section>
  )
}

function describe({ filters, counts }: SavedSearch) {
  return [filters, counts].map((part) => (part ? `${part}.` : '')).join(' ')
}

/** The form of the list of deals, which has no page for its errors without scripts. */
function UnsavedSearch({ result }: { result: FormResult }) {
  return (
    <Form method="post" className={classes(BOX_LOOK.box, 'grid content-start gap-5 p-5 mb-4')} noValidate>
      <SaveSearchFields
        search={{ query: submittedValue(result, 'query') ?? '' }}
        returnTo={submittedValue(result, 'returnTo') ?? ''}
        name={fieldValue(result, 'name', '')}
        errors={errorsOf(result, 'name')}
      />
      <div>
        <Button>Save</Button>
      </div>
    </Form>
  )
}

function Remove({ search }: { search: SavedSearch }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="remove-search" />
      <Button tone="ghost" size="sm" name="id" value={search.id}>
        <span>
          Remove<span className="sr-only">{` ${search.name}`}</span>
        </span>
      </Button>
    </Form>
  )
}

function Rename({ search, result }: { search: SavedSearch; result: FormResult }) {
  return (
    // Closed again when it has another name.
    <Fold
      className="col-span-full"
      open={result !== undefined}
      key={search.name}
      summary={
        <span>
          Rename<span className="sr-only">{` ${search.name}`}</span>
        </span>
      }
    >
      <EntryForm intent="rename-search" id={search.id}>
        <div className={INLINE_FORM}>
          <TextField
            label="Name"
            fieldClassName="flex-[1_1_10rem]"
            id={`${search.id}-name`}
            name="name"
            required
            maxLength={SEARCH_NAME_MAX}
            autoComplete="off"
            defaultValue={fieldValue(result, 'name', search.name)}
            errors={errorsOf(result, 'name')}
          />
          <Button className="group-has-data-error/inline:mt-6">Save</Button>
        </div>
      </EntryForm>
    </Fold>
  )
}
