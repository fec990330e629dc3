import { Form } from '@remix-run/react'
import type { Follow } from '~/features/audience/following/follows.server'
import { Button } from '~/ui/button'
import { Entry, EntryList, EntryName, EntryNote } from '~/ui/entry-list'
import { NameLink } from '~/ui/name-link'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'
import { SectionHead } from '~/ui/section-head'

type FollowedThingsProps = {
  follows: Follow[]
  canChange: boolean
  page: number
  pages: number
  href: (page: number) => string
}

export function FollowedThings({ follows, canChange, page, pages, href }: FollowedThingsProps) {
  return (
    <section aria-labelledby="others">
      <SectionHead line="none">
        <h2 id="others">Vendors and categories</h2>
      </SectionHead>
      {follows.length > 0 ? (
        <EntryList>
          {follows.map((follow) => (
            <Entry key={follow.id}>
              <div>
                <Name follow={follow} />
                <EntryNote>{describe(follow)}</EntryNote>
              </div>
              {canChange ? (
                <Form method="post">
                  <input type="hidden" name="intent" value="unfollow" />
                  <Button tone="ghost" size="sm" name="id" value={follow.id}>
                    <span>
                      Unfollow<span className="sr-only">{` ${follow.name}`}</span>
                    </span>
                  </Button>
                </Form>
              ) : null}
            </Entry>
          ))}
        </EntryList>
      ) : (
        <p className="text-muted-foreground">You don't follow any. Use the follow link on their pages.</p>
      )}
      <Pagination page={page} pageCount={pages} href={href} />
    </section>
  )
}

function Name({ follow: { name, path } }: { follow: Follow }) {
  const inside = <bdi>{name}</bdi>
  if (!path) return <EntryName>{inside}</EntryName>
  return (
    <NameLink to={path} discover="none">
      {inside}
    </NameLink>
  )
}

const WEEKS = 4

function describe({ kind, products, recent }: Follow) {
  switch (kind) {
    case 'vendor':
      return `Vendor. New offers and changes, ${pluralize(products, 'product')}`
    case 'category':
      return `Category. New deals, ${recent < WEEKS ? 'fewer than one' : `about ${Math.round(recent / WEEKS)}`} a week`
  }
}
