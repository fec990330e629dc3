import { PROFILE_STATUSES, ROLES } from '~/features/people/accounts/profile'
import { USER_SEARCH_MAX, type UserSearch } from '~/features/people/accounts/user-search'
import { FilterBar, SearchField } from '~/ui/filter-bar'
import { SelectField } from '~/ui/select-field'

const toOption = (value: string) => ({ value, label: value })
const ROLE_OPTIONS = [{ value: '', label: 'Any role' }, ...ROLES.map(toOption)]
const STATUS_OPTIONS = [{ value: '', label: 'Any status' }, ...PROFILE_STATUSES.map(toOption)]

export function UserFilters({ search }: { search: UserSearch }) {
  return (
    <FilterBar label="People" action="/admin/users">
      <SearchField
        id="q"
        label="Search"
        placeholder="Name or email..."
        maxLength={USER_SEARCH_MAX}
        defaultValue={search.q}
      />
      {search.sort ? <input type="hidden" name="sort" value={search.sort} /> : null}
      <SelectField id="role" name="role" label="Role" options={ROLE_OPTIONS} defaultValue={search.role} />
      <SelectField id="status" name="status" label="Status" options={STATUS_OPTIONS} defaultValue={search.status} />
    </FilterBar>
  )
}
