import type { ReactNode } from 'react'
import { pluralize } from '~/ui/pluralize'
import { Tallies, Tally } from '~/ui/tally'
import type { VendorFigures } from './vendors.server'

/** Facts and counts, without those that nothing is known of; there is no score. More of them may follow. */
export function VendorTally({ figures, children }: { figures: VendorFigures; children: ReactNode }) {
  const { products, offers, open, reviews, average, changes } = figures
  const total = changes.reduce((sum, kind) => sum + kind.changes, 0)
  const [affecting, better, worse] = (['affecting', 'better', 'worse'] as const).map((figure) =>
    changes.reduce((sum, kind) => sum + kind[figure], 0),
  ) as [number, number, number]
  return (
    <Tallies>
      <Tally label={`${products === 1 ? 'product' : 'products'}, ${open === 0 ? 'none' : open} open`}>{products}</Tally>
      <Tally label={offers === 1 ? 'offer' : 'offers'}>{offers}</Tally>
      {average === null ? null : (
        <Tally label={`over all offers, ${pluralize(reviews, 'review')}`}>{average.toFixed(1)}</Tally>
      )}
      {total > 0 ? (
        <>
          <Tally label={total === 1 ? 'verified change' : 'verified changes'}>{total}</Tally>
          <Tally label="affected existing owners">{affecting}</Tally>
        </>
      ) : null}
      {better + worse > 0 ? <Tally label={`worse for owners, ${better} better`}>{worse}</Tally> : null}
      {children}
    </Tallies>
  )
}
