import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { classes } from '~/ui/classes'

type PreviewProps = {
  header: string[]
  /** `bad` has the indexes of invalid cells. */
  rows: { row: number; cells: string[]; bad: number[] }[]
  rowCount: number
}

const CELL = 'border border-border px-3 py-2 whitespace-nowrap'
const VALUE = classes(CELL, 'max-w-64 overflow-hidden text-ellipsis')
/** The column that stays in view. */
const NUMBER = 'sticky start-0 z-1 border-s-0 bg-muted text-end text-muted-foreground'
const INVALID =
  'bg-destructive-soft font-semibold text-destructive-soft-foreground inset-ring inset-ring-destructive-ink'

/** The first rows as written in the file, with invalid cells marked. */
export function Preview({ header, rows, rowCount }: PreviewProps) {
  const title = `First ${rows.length} ${rows.length === 1 ? 'row' : 'rows'} of ${rowCount.toLocaleString('en-US')}`
  return (
    <Box aria-labelledby="preview-head">
      <BoxHead>
        <BoxTitle id="preview-head">Preview</BoxTitle>
        <span className="text-small text-muted-foreground">{title}</span>
      </BoxHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to get into it */}
      <section className="relative overflow-x-auto" tabIndex={0} aria-label="Preview of the first rows">
        <table className="text-caption">
          <thead>
            <tr>
              <th scope="col" className={classes(CELL, NUMBER)}>
                Row
              </th>
              {header.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and names may repeat
                <th scope="col" key={index} className={classes(CELL, 'bg-muted text-muted-foreground')}>
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells, bad }) => (
              <tr key={row}>
                <td className={classes(CELL, NUMBER)}>{row}</td>
                {header.map((_name, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={index} className={classes(VALUE, bad.includes(index) && INVALID)}>
                    {cells[index] ? <bdi>{cells[index]}</bdi> : <span className="text-subtle-foreground">empty</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Box>
  )
}
