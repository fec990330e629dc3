import { Link } from '@remix-run/react'
import { useFormInPlace } from '~/http/form-hooks'
import { errorsOf, fieldValue, submittedValue } from '~/http/forms'
import { Button } from '~/ui/button'
import { buttonClasses } from '~/ui/button-classes'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { Pop, popPanelClasses } from '~/ui/pop'
import { SEARCH_NAME_MAX, SEARCHES_FULL } from './saved-search'

export type SavableSearch = {
  query: string
  proposedName: string
  /** The name under which this search is saved already. */
  savedAs?: string
  isFull: boolean
}

/** Beside the filters of a list: saves them under a name. */
export function SaveSearch({ search, returnTo }: { search: SavableSearch; returnTo: string }) {
  const { savedAs, isFull } = search
  return (
    // Closed again when the search was saved.
    <Pop className="max-lg:static" key={`${search.query} ${savedAs}`}>
      <summary className={buttonClasses({ tone: 'secondary', size: 'sm' })}>
        <Icon name="bell" className="size-4" />
        {savedAs === undefined ? 'Save this search' : 'Search saved'}
      </summary>
      <div className={popPanelClasses('form', 'max-lg:start-0 max-lg:end-auto')}>
        {savedAs !== undefined ? (
          <p>
            Saved as <b>{savedAs}</b>.
          </p>
        ) : isFull ? (
          <p>{SEARCHES_FULL}</p>
        ) : (
          <SaveSearchForm search={search} returnTo={returnTo} />
        )}
        <Link className="link text-small" to="/account/following#searches" discover="none">
          Your saved searches
        </Link>
      </div>
    </Pop>
  )
}

function SaveSearchForm({ search, returnTo }: { search: SavableSearch; returnTo: string }) {
  const { Form, formProps, result, isSending } = useFormInPlace()
  const own = submittedValue(result, 'intent') === 'save-search' ? result : undefined
  return (
    <Form {...formProps} action="/account/following" className="grid gap-3">
      <ErrorSummary errors={(own?.error?.[''] ?? []).map((message) => ({ message }))} />
      <SaveSearchFields
        search={search}
        returnTo={returnTo}
        name={fieldValue(own, 'name', search.proposedName)}
        errors={errorsOf(own, 'name')}
      />
      <div>
        <Button busy={isSending}>Save</Button>
      </div>
    </Form>
  )
}

type SaveSearchFieldsProps = {
  search: Pick<SavableSearch, 'query'>
  returnTo: string
  name: string | undefined
  errors: string[] | undefined
}

export function SaveSearchFields({ search, returnTo, name, errors }: SaveSearchFieldsProps) {
  return (
    <>
      <input type="hidden" name="intent" value="save-search" />
      <input type="hidden" name="query" value={search.query} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <TextField
        label="Name"
        id="name"
        name="name"
        required
        maxLength={SEARCH_NAME_MAX}
        autoComplete="off"
        hint="We tell you about new matches. You can turn that off in your saved searches."
        defaultValue={name}
        errors={errors}
      />
    </>
  )
}
