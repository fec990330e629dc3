import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { AffectsOwners, ChangeEffect } from '~/db/schema'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import { CHANGE_EFFECTS, EFFECTS } from '~/features/catalog/record/change-effect'
import {
  AFFECTS_LABELS,
  AFFECTS_OWNERS,
  CHANGE_KIND_LABELS,
  CHANGE_KINDS,
  type ReportedValues,
} from '~/features/catalog/record/change-log'
import { listChangeStream } from '~/features/contributions/change-logs/change-logs.server'
import { CHANGE_ENTRY, CHANGE_META, ChangeRow } from '~/features/contributions/change-logs/change-row'
import {
  CHANGE_CAP,
  type ChangeSearch,
  changesPath,
  parseChangeSearch,
} from '~/features/contributions/change-logs/change-search'
import { EffectMark } from '~/features/contributions/change-logs/effect-mark'
import { ValueChange } from '~/features/contributions/change-logs/value-change'
import { type SavedSource, SourceNote } from '~/features/contributions/sources/source-note'
import { withLoadFailure } from '~/http/responses.server'
import { Tag } from '~/ui/badge'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { EmptyState } from '~/ui/empty-state'
import { FilterForm } from '~/ui/filter-form'
import { FollowLinks } from '~/ui/follow-links'
import { Icon } from '~/ui/icon'
import { PageHeading } from '~/ui/page-heading'
import { Pagination } from '~/ui/pagination'
import { PICK } from '~/ui/pick'
import { SelectField } from '~/ui/select-field'

const LEAD = 'What changed after the sale, checked by us, and what it means for owners.'

export async function loader({ request }: LoaderFunctionArgs) {
  return withLoadFailure(async () => {
    const { searchParams } = new URL(request.url)
    const asked = parseChangeSearch(searchParams)
    // A form without scripts sends every field.
    if ([...searchParams.values()].includes('')) throw redirect(changesPath(asked))

    const [list, categories] = await Promise.all([listChangeStream(asked), listCategoriesForFilter()])
    const lastPage = Math.max(list.pages, 1)
    if (asked.page > lastPage) throw redirect(changesPath({ ...asked, page: lastPage }))

    const isKnown = categories.some(({ slug }) => slug === asked.category)
    const search = { ...asked, category: isKnown ? asked.category : '' }
    const page = search.page > 1 ? `, page ${search.page}` : ''
    const head = await describePage({
      title: `Verified changes${page}`,
      description: LEAD,
      path: changesPath(search),
      isIndexed: changesPath({ ...search, page: 1 }) === '/changes',
      feeds: (['rss', 'json'] as const).map((type) => ({
        type,
        title: 'Verified changes',
        path: changesPath({ ...search, page: 1 }, `/changes.${type}`),
      })),
    })
    return { ...list, search, categories: categories.map(({ name, slug, depth }) => ({ name, slug, depth })), head }
  })
}

export default function ChangesPage() {
  const { changes, counts, pages, search, categories, head } = useLoaderData<typeof loader>()
  const counted = counts[search.effect || 'ALL']
  if (counts.ALL === 0 && head.isIndexed) return <NoChanges />
  return (
    <div className="wrap mb-section">
      <PageHeading title="Verified changes" lead={LEAD} />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <EffectLinks search={search} counts={counts} />
        <ChangeFilters key={changesPath(search)} search={search} categories={categories} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-4.5 pb-5">
        <p className="text-small text-muted-foreground" role="status">
          <b className="font-semibold text-foreground">
            {`${formatCapped(counted)} ${counted === 1 ? 'change' : 'changes'}`}
          </b>
        </p>
        <FollowLinks feeds={head.feeds} />
      </div>
      {changes.length > 0 ? (
        <ChangeStream changes={changes} />
      ) : (
        <EmptyState icon="history" title="No verified changes here" text="Try another kind or category." />
      )}
      <Pagination page={search.page} pageCount={pages} href={(page) => changesPath({ ...search, page })} />
    </div>
  )
}

/** A site without a verified change has nothing to filter or count. */
function NoChanges() {
  return (
    <div className="wrap mb-section">
      <PageHeading title="Verified changes" lead={LEAD} />
      <EmptyState
        icon="history"
        title="No verified changes yet"
        text="Changes that members report and we confirm are listed here."
      />
    </div>
  )
}

const formatCapped = (count: number) =>
  `${Math.min(count, CHANGE_CAP).toLocaleString('en-US')}${count > CHANGE_CAP ? '+' : ''}`

const EFFECT_LINKS = ['', ...CHANGE_EFFECTS] as const

type EffectLinksProps = { search: ChangeSearch; counts: Record<ChangeEffect | 'ALL', number> }

/** What the changes mean for owners. Changes from before there was a choice are in none but the first. */
function EffectLinks({ search, counts }: EffectLinksProps) {
  return (
    <nav className="flex flex-wrap gap-2" aria-label="For owners">
      {EFFECT_LINKS.map((effect) => (
        <Link
          key={effect}
          className={PICK}
          discover="none"
          to={changesPath({ ...search, effect, page: 1 })}
          aria-current={effect === search.effect ? 'true' : undefined}
        >
          {effect ? <Icon name={EFFECTS[effect].icon} className="size-4" /> : null}
          {effect ? EFFECTS[effect].short : 'All'}{' '}
          <small className="text-caption font-book text-subtle-foreground">
            {formatCapped(counts[effect || 'ALL'])}
          </small>
        </Link>
      ))}
    </nav>
  )
}

type ChangeFiltersProps = { search: ChangeSearch; categories: { name: string; slug: string; depth: number }[] }

const KINDS = [
  { value: '', label: 'Any kind' },
  ...CHANGE_KINDS.map((value) => ({ value, label: CHANGE_KIND_LABELS[value] })),
]
const AFFECTED = [
  { value: '', label: 'Anyone' },
  ...AFFECTS_OWNERS.map((value) => ({ value, label: AFFECTS_LABELS[value] })),
]

function ChangeFilters({ search, categories }: ChangeFiltersProps) {
  const isSet = search.kind !== '' || search.affects !== '' || search.category !== ''
  return (
    <search aria-label="Verified changes" className="has-[details[open]]:w-full">
      <details open={isSet}>
        <summary className={classes(PICK, 'list-none marker:hidden')}>
          <Icon name="sliders-horizontal" className="size-4" />
          Kind, who, category
        </summary>
        <div className="mt-3">
          <FilterForm action="/changes">
            <p className="sr-only">The list reloads when you press Apply.</p>
            {search.effect ? <input type="hidden" name="effect" value={search.effect} /> : null}
            <SelectField id="kind" name="kind" label="Kind" defaultValue={search.kind} options={KINDS} />
            <SelectField id="affects" name="affects" label="Affects" defaultValue={search.affects} options={AFFECTED} />
            <SelectField
              id="category"
              name="category"
              label="Category"
              defaultValue={search.category}
              options={[
                { value: '', label: 'All categories' },
                ...categories.map(({ name, slug, depth }) => ({ value: slug, label: '\u2003'.repeat(depth) + name })),
              ]}
            />
            <Button className="max-md:col-span-full">Apply</Button>
          </FilterForm>
        </div>
      </details>
    </search>
  )
}

type StreamedChange = ReportedValues & {
  id: string
  title: string
  affects_owners: AffectsOwners
  effect: ChangeEffect | null
  verified_at: Date
  deal_title: string
  deal_slug: string
  is_from_file: boolean
  source_url: string | null
  source: SavedSource | null
}

/** Dated entries of many deals; each links to its entry in the record of its deal. */
function ChangeStream({ changes }: { changes: StreamedChange[] }) {
  return (
    <ol>
      {changes.map((change) => (
        <ChangeRow key={change.id} on={change.verified_at} isFromFile={change.is_from_file}>
          <div className={classes(CHANGE_ENTRY, 'gap-x-6 lg:grid-cols-[13rem_minmax(0,1fr)_21rem]')}>
            <h2 className="text-title">
              <Link discover="none" to={`/deals/${change.deal_slug}/changes#change-${change.id}`}>
                <bdi>{change.deal_title}</bdi>
              </Link>
            </h2>
            <div className="grid gap-1.5">
              <p dir="auto" className="max-w-measure text-control font-semibold text-muted-foreground">
                {change.title}
              </p>
              <ValueChange change={change} />
            </div>
            <div className={CHANGE_META}>
              <EffectMark effect={change.effect} />
              <Tag>{CHANGE_KIND_LABELS[change.kind]}</Tag>
              {change.affects_owners === 'UNKNOWN' ? null : <span>{AFFECTS_LABELS[change.affects_owners]}</span>}
              {change.is_from_file ? <span>Entered from a file</span> : null}
              <SourceNote url={change.source_url} source={change.source} />
            </div>
          </div>
        </ChangeRow>
      ))}
    </ol>
  )
}
