import type { Fillable, StatedExample } from '~/features/staff/csv-import/csv-import'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Checkbox } from '~/ui/checkbox'
import { pluralize } from '~/ui/pluralize'
import { IMPORT_FORM } from './preview'

type Stated = { column: Fillable; count: number; examples: StatedExample[] }

const NAMES: Record<Fillable, { one: string; head: string }> = {
  discount_percent: { one: 'discount', head: 'Discount' },
  coupon_code: { one: 'code', head: 'Code' },
}

/** Offers to fill empty fields from the text. Off by default: a person looks at the examples first. */
export function FillOffer({ stated }: { stated: Stated[] }) {
  return (
    <Box aria-labelledby="fill-head">
      <BoxHead>
        <BoxTitle id="fill-head">Fill empty fields from the text</BoxTitle>
        <span className="text-caption text-muted-foreground">at most ten examples of each</span>
      </BoxHead>
      <div className="divide-y divide-border">
        {stated.map(({ column, count, examples }) => (
          <div key={column} className="grid gap-3.5 p-5">
            <Checkbox name="fill" value={column} form={IMPORT_FORM} className="items-start font-semibold">
              {`Fill ${column} in ${pluralize(count, 'row')}`}
              <small className="block font-normal text-muted-foreground">
                {`Their text states exactly one ${NAMES[column].one}. Off unless you tick it.`}
              </small>
            </Checkbox>
            <table className="text-small">
              <caption className="sr-only">{`Examples: ${NAMES[column].one}`}</caption>
              <thead className="text-caption text-muted-foreground">
                <tr className={CELLS}>
                  <th scope="col">Row</th>
                  <th scope="col">Text</th>
                  <th scope="col">{NAMES[column].head}</th>
                </tr>
              </thead>
              <tbody className="divide-y divide-border border-t border-border">
                {examples.map(({ row, before, words, after, value }) => (
                  <tr key={row} className={CELLS}>
                    <td>{row}</td>
                    <td className="wrap-anywhere">
                      <bdi>
                        {before}
                        <mark className="rounded-xs bg-accent-soft px-0.5 text-accent-soft-foreground">{words}</mark>
                        {after}
                      </bdi>
                    </td>
                    <td className="font-semibold wrap-anywhere">{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ))}
      </div>
    </Box>
  )
}

const CELLS = '*:py-1.5 *:pe-3 *:text-start *:align-baseline *:last:pe-0 *:last:text-end'
