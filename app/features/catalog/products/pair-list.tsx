import { Form } from '@remix-run/react'
import { Artwork } from '~/ui/artwork'
import { Button, ButtonLink } from '~/ui/button'
import { imageSrc } from '~/ui/image-src'
import { pluralize } from '~/ui/pluralize'
import { Thumb } from '~/ui/thumb'
import { NOT_THE_SAME } from './not-the-same'
import type { SuggestedPair } from './product-pairs.server'

/** Products that may be one, with what can be said about them. `action` takes the form. */
export function PairList({ pairs, action }: { pairs: SuggestedPair[]; action: string }) {
  return (
    <ul>
      {pairs.map((pair) => (
        <Pair key={pair.keep.id + pair.other.id} pair={pair} action={action} />
      ))}
    </ul>
  )
}

function Pair({ pair: { keep, other, similarity, why }, action }: { pair: SuggestedPair; action: string }) {
  const both = (
    <span className="sr-only">
      {': '}
      <bdi>{keep.name}</bdi>
      {' and '}
      <bdi>{other.name}</bdi>
    </span>
  )
  return (
    <li className="pairrow">
      <Side {...keep} />
      <p className="pairrow__mid">
        <b>{`${Math.round(similarity * 100)}% alike`}</b>
        <span>{why}</span>
      </p>
      <Side {...other} />
      <Form method="post" action={action} className="pairrow__acts">
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

function Side({ name, vendor, offers, reviews, slug, hero_image_url }: SuggestedPair['keep']) {
  return (
    <div className="pairrow__side">
      <Thumb size="sm">
        <Artwork src={imageSrc(hero_image_url) ?? null} seed={slug} title={name} />
      </Thumb>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <p>
          <bdi>{vendor}</bdi>
        </p>
        <p>{`${pluralize(offers, 'offer')}, ${reviews === 0 ? 'no review' : pluralize(reviews, 'review')}`}</p>
      </div>
    </div>
  )
}
