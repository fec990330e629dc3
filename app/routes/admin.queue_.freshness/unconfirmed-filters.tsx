import { type FreshnessSearch, freshnessPath } from '~/features/staff/freshness/freshness'
import { FRESHNESS_PATH } from '~/features/staff/moderation/queue-paths'
import { BOX_FOOT } from '~/ui/box-foot'
import { Button, ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { pluralize } from '~/ui/pluralize'
import { SelectField } from '~/ui/select-field'

type UnconfirmedFiltersProps = {
  years: { year: string; count: number }[]
  tags: { tag: string; count: number }[]
  categories: { slug: string; name: string; depth: number }[]
  /** Of the filter. */
  count: number
  search: FreshnessSearch
}

/** The filters of what is not confirmed, and the button that sets all that match to Expired. */
export function UnconfirmedFilters({ years, tags, categories, count, search }: UnconfirmedFiltersProps) {
  const { section, year, tag, category } = search
  const isFiltered = Boolean(year || tag || category)
  return (
    <>
      <form
        className="flex flex-wrap items-end gap-3 px-5 py-4 *:max-sm:grow sm:*:max-w-60"
        action={FRESHNESS_PATH}
        data-filters=""
      >
        <input type="hidden" name="section" value={section} />
        <SelectField
          id="year"
          name="year"
          label="Last seen in"
          defaultValue={year}
          options={[
            { value: '', label: 'Any year' },
            ...years.map(({ year, count }) => ({ value: year, label: `${year} (${count.toLocaleString('en-US')})` })),
          ]}
        />
        <SelectField
          id="tag"
          name="tag"
          label="Tag"
          defaultValue={tag}
          options={[{ value: '', label: 'Any tag' }, ...tags.map(({ tag }) => ({ value: tag, label: tag }))]}
        />
        <SelectField
          id="category"
          name="category"
          label="Category"
          defaultValue={category}
          options={[
            { value: '', label: 'Any category' },
            ...categories.map(({ slug, name, depth }) => ({ value: slug, label: '\u2003'.repeat(depth) + name })),
          ]}
        />
        <Button tone="secondary">Apply</Button>
        {isFiltered ? (
          <ButtonLink to={freshnessPath({ section })} tone="ghost">
            Clear
          </ButtonLink>
        ) : null}
      </form>
      {count > 0 ? (
        <div className={classes(BOX_FOOT, 'justify-between border-b bg-muted')}>
          <p className="flex-[1_1_18rem]">
            <b className="font-semibold text-foreground">{pluralize(count, 'deal')}</b>
            {year ? ` last seen in ${year}. ` : '. '}
            Setting them expired notifies no one and can be undone.
          </p>
          <ButtonLink to={freshnessPath({ ...search, page: 1 }, '/expire')} tone="danger-quiet" icon="lock">
            {`Set expired, all ${count.toLocaleString('en-US')}`}
          </ButtonLink>
        </div>
      ) : (
        <p className="border-t border-border p-5 text-muted-foreground">
          <b className="block text-foreground">Nothing to confirm</b>
          {isFiltered ? 'No deal matches these filters.' : 'Every offer was seen within a year.'}
        </p>
      )}
    </>
  )
}
