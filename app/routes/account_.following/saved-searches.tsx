import { Form, Link } from '@remix-run/react'
import type { listSavedSearches } from '~/features/audience/following/list-searches.server'
import { SaveSearchFields } from '~/features/audience/following/save-search'
import { SEARCH_LIMIT, SEARCH_NAME_MAX, TIMEOUT_LIMIT } from '~/features/audience/following/saved-search'
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
import { SwitchButton } from '~/ui/switch'
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
        {searches.length > 0 ? (
          <p className="text-small text-muted-foreground">{`${searches.length} of ${SEARCH_LIMIT}`}</p>
        ) : null}
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
                {search.isStopped ? <Stopped id={search.id} /> : null}
              </div>
              {canChange ? <Tells search={search} /> : null}
              {canChange ? (
                <div className="col-span-full flex flex-wrap items-start gap-x-4">
                  <Rename
                    search={search}
                    result={isOf('rename-search') && submittedValue(result, 'id') === search.id ? result : undefined}
                  />
                  <Remove search={search} />
                </div>
              ) : null}
            </Entry>
          ))}
        </EntryList>
      ) : null}
      <p className="text-small text-muted-foreground mt-4">
        Set filters on{' '}
        <Link className="link" to="/deals" discover="none">
          All Deals
        </Link>
        , then "Save this search". We tell you once about each deal.
      </p>
    </section>
  )
}

function describe({ filters, counts, tells, isStopped }: SavedSearch) {
  const onlyHere = tells || isStopped ? undefined : 'You see new matches only here'
  return [filters, counts, onlyHere].flatMap((part) => (part ? `${part}.` : [])).join(' ')
}

function Stopped({ id }: { id: string }) {
  return (
    <p className="text-small leading-5 text-destructive-ink">
      {`This search timed out ${TIMEOUT_LIMIT} times in a row, so we stopped checking it. `}
      <Link className="link" to={`/account/following/${id}`} reloadDocument discover="none" data-no-prefetch="">
        Narrow it
      </Link>
      , or try again.
    </p>
  )
}

function Tells({ search }: { search: SavedSearch }) {
  const about = <span className="sr-only">{` about new matches of ${search.name}`}</span>
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="search-tells" />
      <input type="hidden" name="id" value={search.id} />
      {search.isStopped ? (
        <Button tone="secondary" size="sm" name="tells" value="on">
          <span>Try again{about}</span>
        </Button>
      ) : (
        <SwitchButton isOn={search.tells} name="tells" value={search.tells ? 'off' : 'on'}>
          <span>Tell me{about}</span>
        </SwitchButton>
      )}
    </Form>
  )
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
      className="open:basis-full"
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
