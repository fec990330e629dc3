import { Button } from './button'
import { classes } from './classes'
import { SearchInput } from './input'

/** Searches the list of deals from another page. `lg` is as high as the large buttons beside it. */
export function DealSearchBox({ size = 'md', className }: { size?: 'md' | 'lg'; className?: string }) {
  return (
    <search className={classes('w-full', className)} aria-label="Deals">
      <form className="flex gap-2" action="/deals">
        <SearchInput
          className={classes('flex-1', size === 'lg' && 'grid min-h-12.5')}
          name="q"
          maxLength={200}
          placeholder="Search deals..."
          aria-label="Search deals"
        />
        <Button tone="secondary" size={size}>
          Search
        </Button>
      </form>
    </search>
  )
}
