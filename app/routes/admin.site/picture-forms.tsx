import { Form, useSubmit } from '@remix-run/react'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { PICTURE_LABELS, PICTURE_SLOTS, type PictureSlot } from '~/features/site/settings/site-settings'
import { errorsOf, type FormResult } from '~/http/forms'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { describedBy, Field } from '~/ui/field'
import { FileInput } from '~/ui/file-input'

export type SlotImage = { src: string; width?: number; height?: number } | null
type PictureFormsProps = { images: Record<PictureSlot, SlotImage>; result: FormResult }

const HINTS: Record<PictureSlot, string> = {
  logo_light_id: 'On light pages.',
  logo_dark_id: 'On dark pages. Without one, the light logo is used.',
  icon_id: 'Square, at least 512 pixels.',
}

/** Each picture has a form of its own: with scripts it is sent when a file is chosen, without them by its button. */
export function PictureForms({ images, result }: PictureFormsProps) {
  return (
    <Box aria-labelledby="pictures">
      <BoxHead>
        <BoxTitle id="pictures">Logo and icon</BoxTitle>
        <span className="text-caption text-muted-foreground">PNG, JPEG, WebP or GIF, up to 10 MB</span>
      </BoxHead>
      <BoxBody className="grid gap-6 md:grid-cols-3">
        {PICTURE_SLOTS.map((slot) => (
          <PictureForm
            key={`${slot} ${images[slot]?.src}`}
            slot={slot}
            image={images[slot]}
            errors={errorsOf(result, slot)}
            result={result}
          />
        ))}
      </BoxBody>
    </Box>
  )
}

type PictureFormProps = { slot: PictureSlot; image: SlotImage; errors: string[] | undefined; result: FormResult }

function PictureForm({ slot, image, errors, result }: PictureFormProps) {
  const label = PICTURE_LABELS[slot]
  const submit = useSubmit()
  return (
    <div className="grid content-start gap-3">
      <Form method="post" encType="multipart/form-data" preventScrollReset className="grid content-start gap-3">
        <input type="hidden" name="intent" value="upload-picture" />
        <input type="hidden" name="slot" value={slot} />
        <Field id={slot} label={label} hint={HINTS[slot]} errors={errors}>
          <span
            className={classes(
              'grid h-24 place-items-center rounded-sm border border-border bg-background p-4 text-caption text-muted-foreground',
              slot === 'logo_dark_id' ? 'scheme-dark' : 'scheme-light',
            )}
          >
            {image ? <img {...image} alt="In use" className="max-h-16 w-auto max-w-full" /> : 'The original'}
          </span>
          <FileInput
            id={slot}
            name="picture"
            accept="image/png,image/jpeg,image/webp,image/gif"
            required
            onChange={({ currentTarget: { files, form } }) => {
              if (files?.length) submit(form, { preventScrollReset: true })
            }}
            {...describedBy({ id: slot, hint: HINTS[slot], errors })}
          />
        </Field>
        {passwordAgain(result, { intent: 'upload-picture', slot })}
        <Button tone="secondary" size="sm" className="justify-self-start">
          {image ? 'Replace' : 'Upload'}
          <span className="sr-only">{` ${label}`}</span>
        </Button>
      </Form>
      {image ? (
        <Form method="post" preventScrollReset className="grid justify-items-start gap-3">
          <input type="hidden" name="intent" value="remove-picture" />
          <input type="hidden" name="slot" value={slot} />
          {passwordAgain(result, { intent: 'remove-picture', slot })}
          <Button tone="ghost" size="sm">
            Use the original
            <span className="sr-only">{` ${label}`}</span>
          </Button>
        </Form>
      ) : null}
    </div>
  )
}
