import { Form } from '@remix-run/react'
import { imageOf } from '~/features/catalog/pictures/picture'
import { Artwork } from '~/ui/artwork'
import { Button, ButtonLink } from '~/ui/button'
import { pluralize } from '~/ui/pluralize'
import { Thumb } from '~/ui/thumb'
import type { Suggestion } from './suggestions.server'

/** The button that says that two suggested products are not one. */
export const NOT_THE_SAME = 'not-the-same'
export const NOT_THE_SAME_FAILED = 'Failed to save what you decided'

/** Products that may be one, with what can be said about them. `action` takes the form. */
export function PairList({ pairs, action }: { pairs: Suggestion[]; action: string }) {
  return (
    <ul>
      {pairs.map((pair) => (
        <Pair key={pair.keep.id + pair.other.id} pair={pair} action={action} />
      ))}
    </ul>
  )
}

function Pair({ pair: { keep, other, similarity, why }, action }: { pair: Suggestion; action: string }) {
  const both = (
    <span className="sr-only">
      {': '}
      <bdi>{keep.name}</bdi>
      {' and '}
      <bdi>{other.name}</bdi>
    </span>
  )
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-center gap-3 border-border px-5 py-4.5 not-first:border-t xl:grid-cols-[minmax(0,1fr)_7.25rem_minmax(0,1fr)_auto] xl:gap-5">
      <Side {...keep} />
      <p className="flex items-center gap-2 text-caption text-subtle-foreground leading-snug xl:flex-col xl:gap-0.5 xl:text-center">
        <b className="font-bold text-foreground">{`${Math.round(similarity * 100)}% alike`}</b>
        <span>{why}</span>
      </p>
      <Side {...other} />
      <Form method="post" action={action} className="flex flex-wrap gap-2">
        <input type="hidden" name="product_id" value={keep.id} />
        <input type="hidden" name="other_id" value={other.id} />
        <ButtonLink to={`/admin/merge/product/${other.id}?into=${keep.id}`} size="sm">
          Compare
          {both}
        </ButtonLink>
        <Button name="intent" value={NOT_THE_SAME} tone="secondary" size="sm">
          Not the same
          {both}
        </Button>
      </Form>
    </li>
  )
}

function Side({ name, vendor, offers, reviews, slug, picture }: Suggestion['keep']) {
  return (
    <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-3.5 wrap-anywhere">
      <Thumb size="sm">
        <Artwork image={imageOf(picture)} seed={slug} title={name} />
      </Thumb>
      <div>
        <b className="font-bold leading-snug">
          <bdi>{name}</bdi>
        </b>
        <p className="text-caption leading-snug text-muted-foreground">
          <bdi>{vendor}</bdi>
        </p>
        <p className="text-caption leading-snug text-muted-foreground">{`${pluralize(offers, 'offer')}, ${reviews === 0 ? 'no review' : pluralize(reviews, 'review')}`}</p>
      </div>
    </div>
  )
}
