import { FieldErrors, LABEL } from './field'

const STAR = 'M12 2.6l2.8 5.9 6.4.9-4.7 4.5 1.2 6.4L12 17.2l-5.7 3.1 1.2-6.4L2.8 9.4l6.4-.9z'

type StarFieldProps = { id: string; legend: string; defaultValue?: number; errors?: string[] }

/** Five radios under five stars: pointer, arrow keys and no script needed. styles/star-field.css fills the stars. */
export function StarField({ id, legend, defaultValue, errors }: StarFieldProps) {
  return (
    <fieldset className="grid gap-1" aria-describedby={errors?.length ? `${id}-error` : undefined}>
      <legend className={LABEL}>{legend}</legend>
      <div className="rate flex flex-wrap after:ms-2 after:self-center after:text-small after:font-semibold after:text-muted-foreground">
        <div className="-ms-2 inline-flex">
          {[1, 2, 3, 4, 5].map((stars) => (
            <label
              key={stars}
              className="grid size-11 cursor-pointer place-items-center rounded-sm transition-colors has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring"
            >
              <input
                className="sr-only"
                type="radio"
                id={stars === 1 ? id : undefined}
                name="rating"
                value={stars}
                defaultChecked={stars === defaultValue}
                required
              />
              <svg className="size-7 fill-current stroke-[1.25]" viewBox="0 0 24 24" aria-hidden="true">
                <path d={STAR} strokeLinejoin="round" />
              </svg>
              <span className="sr-only">{stars === 1 ? '1 star' : `${stars} stars`}</span>
            </label>
          ))}
        </div>
      </div>
      <FieldErrors id={id} errors={errors} />
    </fieldset>
  )
}
