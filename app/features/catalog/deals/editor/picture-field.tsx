import { useState } from 'react'
import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import {
  imageOf,
  OWN_PICTURE,
  pictureSrc,
  type ShownPicture,
  type StoredPicture,
  storedWidths,
} from '~/features/catalog/pictures/picture'
import { usePictureUpload } from '~/features/catalog/pictures/use-picture-upload'
import { Artwork } from '~/ui/artwork'
import { Bar } from '~/ui/bar'
import { describedBy, Field, FieldError, TextField } from '~/ui/field'
import { FileInput } from '~/ui/file-input'
import { Thumb } from '~/ui/thumb'
import type { Draft } from './deal-draft'
import { StepButton } from './step-button'

const FIELD = 'hero_image_url'
const SIZES = ['one size', 'two sizes', 'three sizes']
const HINT = 'PNG, JPEG, WebP or GIF, up to 10 MB. 16:9 works best. Without one, the deal gets an engraved placeholder.'

/** The picture of a deal: a file, or the address of one, which is fetched once. */
export function PictureField({ draft }: { draft: Draft }) {
  const [address, setAddress] = useState(draft.text(FIELD))
  const [uploaded, setUploaded] = useState<StoredPicture>()
  const { upload, onChange } = usePictureUpload((picture) => {
    setUploaded(picture)
    setAddress(pictureSrc(picture.sha256, 1440))
  })
  const { defaultValue: _, ...control } = draft.control(FIELD)
  const { label, hint } = DEAL_FIELDS[FIELD]
  const shown = pictureAt(address.trim(), draft, uploaded)
  const errors = upload?.problem ? [upload.problem] : undefined
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <div className="grid content-start gap-5">
        <Field id="picture" label="Picture" hint={HINT} errors={errors} optional>
          <FileInput
            id="picture"
            name="picture"
            accept="image/png,image/jpeg,image/webp,image/gif"
            onChange={onChange}
            {...describedBy({ id: 'picture', hint: HINT, errors })}
          />
          {upload?.percent === undefined ? null : (
            <>
              <p className="text-small wrap-anywhere" role="status">
                <bdi>{upload.name}</bdi>, uploading, {upload.percent}%
              </p>
              <Bar value={upload.percent} max={100} />
            </>
          )}
        </Field>
        <TextField
          {...control}
          label={label}
          hint={hint}
          optional
          inputMode="url"
          placeholder="https://"
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
      </div>
      <figure className="grid content-start justify-items-start gap-2">
        <Thumb shape="wide">
          <Artwork
            key={address}
            image={imageOf(shown)}
            seed={draft.text('slug') || draft.text('title')}
            title={draft.text('title')}
          />
        </Thumb>
        <figcaption className="text-caption leading-snug text-muted-foreground">
          <Caption
            shown={shown}
            problem={address === draft.stored?.hero_image_url ? draft.stored.picture_problem : undefined}
          />
        </figcaption>
        {address ? (
          <StepButton step="removePicture" focus={FIELD}>
            Remove
          </StepButton>
        ) : null}
      </figure>
    </div>
  )
}

function Caption({ shown, problem }: { shown: ShownPicture | undefined; problem: string | null | undefined }) {
  if (problem) return <FieldError>{problem}</FieldError>
  if (!shown) return 'Placeholder'
  if ('path' in shown) return 'Preview'
  return `${shown.width} × ${shown.height}. Stored here in ${SIZES[storedWidths(shown.width).length - 1]}.`
}

/** What is known of the picture at an address; one of another host can be shown only when it was fetched. */
function pictureAt(address: string, { stored }: Draft, uploaded?: StoredPicture): ShownPicture | undefined {
  if (uploaded && address === pictureSrc(uploaded.sha256, 1440)) return uploaded
  if (stored?.picture && address === stored.hero_image_url) return stored.picture
  return OWN_PICTURE.test(address) ? { path: address } : undefined
}
