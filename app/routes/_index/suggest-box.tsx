import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { TextField } from '~/ui/field'

/** Beside few open deals: a link is looked up on the page of suggestions, after signing in. */
export function SuggestBox({ open }: { open: number }) {
  return (
    <form
      className={classes(
        'grid content-center gap-4 rounded-md border border-border-strong bg-card p-5',
        open === 0 && 'col-span-full',
      )}
      action="/suggest"
    >
      <div>
        <h3>Know a good lifetime deal?</h3>
        <p className="mt-1 text-muted-foreground">Tell us about one we missed.</p>
      </div>
      <TextField
        label="Link to the offer"
        id="suggested"
        name="url"
        inputMode="url"
        required
        placeholder="https://vendor.com/lifetime"
        hint="If it checks out, we publish it with your name."
      />
      <div>
        <Button>Suggest a deal</Button>
      </div>
    </form>
  )
}
