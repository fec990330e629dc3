import { Link } from '@remix-run/react'
import { PairList } from '~/features/catalog/products/pair-list'
import type { SuggestedPair } from '~/features/catalog/products/product-pairs.server'
import { manageProductsPath, type ProductSearch } from '~/features/catalog/products/product-search'
import { pluralize } from '~/ui/pluralize'

type SuggestionsProps = { pairs: SuggestedPair[]; count: number; search: ProductSearch }

export function Suggestions({ pairs, count, search }: SuggestionsProps) {
  const all = manageProductsPath({ suggestions: 'all' })
  return (
    <section className="box" aria-labelledby="suggestions">
      <div className="box__head">
        <h2 id="suggestions">These may be one product</h2>
        <span className="small muted">{`${pluralize(count, 'pair')}, most alike first`}</span>
      </div>
      <PairList pairs={pairs} action={manageProductsPath(search)} />
      <p className="queue-group__foot">
        {search.suggestions === '' && count > pairs.length ? (
          <Link className="link" to={all} discover="none">
            {`All ${pluralize(count, 'pair')}`}
          </Link>
        ) : null}
        <span>“Not the same” is remembered: the pair does not come back.</span>
      </p>
    </section>
  )
}
