import { SEO_LIMITS, SEO_SHOWN, SEO_TYPE_LABELS, SEO_TYPES } from '~/features/audience/seo/seo'
import type { fieldsOf } from '~/http/forms'
import { TextArea, TextField } from '~/ui/field'
import { SelectField } from '~/ui/select-field'

type Name =
  | 'entity_type'
  | 'entity'
  | 'meta_title'
  | 'meta_description'
  | 'og_title'
  | 'og_description'
  | 'og_image_url'
type SeoFieldsProps = { field: (name: Name) => ReturnType<ReturnType<typeof fieldsOf>> }

const TYPES = SEO_TYPES.map((value) => ({ value, label: SEO_TYPE_LABELS[value] }))

export function SeoFields({ field }: SeoFieldsProps) {
  const { title, description, url, entity } = SEO_LIMITS
  return (
    <>
      <SelectField {...field('entity_type')} label="About" options={TYPES} />
      <TextField
        {...field('entity')}
        label="Slug or path"
        required
        maxLength={entity}
        hint="quillstack for a deal, design-media for a category, /about for a page. You can also paste the full URL."
      />
      <TextField
        {...field('meta_title')}
        label="Title"
        optional
        counter
        maxLength={title}
        hint={`Search engines show about ${SEO_SHOWN.title} characters.`}
      />
      <TextArea
        {...field('meta_description')}
        label="Description"
        optional
        counter
        maxLength={description}
        hint={`Search engines show about ${SEO_SHOWN.description} characters.`}
      />
      <TextField {...field('og_title')} label="Title when shared" optional counter maxLength={title} />
      <TextArea {...field('og_description')} label="Description when shared" optional counter maxLength={description} />
      <TextField
        {...field('og_image_url')}
        label="Image when shared"
        type="url"
        optional
        placeholder="https://"
        maxLength={url}
        hint="1200 x 630 pixels work best."
      />
    </>
  )
}
