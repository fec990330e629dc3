import { Form, Link } from '@remix-run/react'
import { useState } from 'react'
import type { SurePair } from '~/features/catalog/products/sure-pairs.server'
import { mergePath } from '~/features/staff/merging/merging'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { BOX_FOOT } from '~/ui/box-foot'
import { Button } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { classes } from '~/ui/classes'
import { pluralize } from '~/ui/pluralize'

type SurePairsProps = { pairs: SurePair[] /** With those that are not shown. */; count: number; mayMerge: boolean }

const pairValue = ({ keep, other }: SurePair) => `${keep.id} ${other.id}`

/** All sure pairs, ticked, with the button that joins them at their end. */
export function SurePairs({ pairs, count, mayMerge }: SurePairsProps) {
  const [unticked, setUnticked] = useState<readonly string[]>([])
  const all = pluralize(pairs.length, 'pair')
  const label =
    unticked.length > 0
      ? `Join ${pairs.length - unticked.length} of ${all}`
      : `Join ${pairs.length > 1 ? 'all ' : ''}${all}`
  const note = count > pairs.length ? `, the first ${pairs.length} are shown` : ''
  return (
    <Box aria-labelledby="sure-pairs">
      <BoxHead>
        <BoxTitle id="sure-pairs">Sure pairs</BoxTitle>
        <span className="text-small text-muted-foreground">
          {`${count.toLocaleString('en-US')}, same title and same name of the site${note}`}
        </span>
      </BoxHead>
      <Form method="post" preventScrollReset>
        <ul className="divide-y divide-border">
          {pairs.map((pair) => {
            const value = pairValue(pair)
            return (
              <Row key={value} pair={pair}>
                <Checkbox
                  isAlone
                  name="pair"
                  value={value}
                  defaultChecked
                  disabled={!mayMerge}
                  onChange={({ currentTarget: { checked } }) =>
                    setUnticked((last) => (checked ? last.filter((one) => one !== value) : [...last, value]))
                  }
                >
                  Join <bdi>{pair.keep.name}</bdi>
                </Checkbox>
              </Row>
            )
          })}
        </ul>
        <div className={classes(BOX_FOOT, 'justify-between rounded-b-md bg-muted')}>
          <p className="flex-[1_1_18rem]">
            <b className="font-semibold text-foreground">Offers move</b> to the product with more offers, reviews stay
            with their offer, every URL stays. Untick what should stay apart.
          </p>
          {mayMerge ? (
            <Button name="intent" value="join" className="max-md:w-full" disabled={unticked.length === pairs.length}>
              <span className="noscript:hidden">{label}</span>
              <span className="hidden noscript:inline">Join ticked pairs</span>
            </Button>
          ) : (
            <p>Only admins can join products.</p>
          )}
        </div>
      </Form>
    </Box>
  )
}

function Row({ pair: { keep, other }, children }: { pair: SurePair; children: React.ReactNode }) {
  const sites = [...new Set([...keep.sites, ...other.sites])]
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-center gap-x-4 gap-y-0.5 py-1.5 ps-4 pe-5 text-small wrap-anywhere lg:grid-cols-[2.75rem_minmax(0,1.1fr)_minmax(0,1.5fr)_minmax(0,1fr)]">
      {children}
      <div>
        <Link
          className="font-semibold text-foreground no-underline hover:underline"
          to={mergePath('product', other.id, { into: keep.id })}
          discover="none"
        >
          <bdi>{keep.name}</bdi>
          <span className="sr-only">: compare the two products</span>
        </Link>
        <p className="text-caption text-muted-foreground">
          <bdi>{keep.vendor}</bdi>
          {other.vendor === keep.vendor ? null : (
            <>
              {' and '}
              <bdi>{other.vendor}</bdi>
            </>
          )}
        </p>
      </div>
      <p className="col-start-2 font-mono lg:col-start-auto">
        {sites.map((site, index) => (
          <span key={site}>
            {index > 0 ? <span className="text-subtle-foreground"> and </span> : null}
            {site}
          </span>
        ))}
      </p>
      <p className="col-start-2 text-caption text-muted-foreground lg:col-start-auto lg:text-end">
        {`${keep.offers} + ${other.offers} offers, ${keep.offers + other.offers} together`}
      </p>
    </li>
  )
}
