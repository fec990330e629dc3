import { SITE_LINKS } from '~/features/site/settings/site-settings'
import { errorsOf, type FormResult } from '~/http/forms'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { FieldErrors } from '~/ui/field'
import { type RowColumn, RowsEditor } from '~/ui/rows-editor'

type LinkFieldsProps = { links: { label: string; url: string }[]; result: FormResult }

const COLUMNS: RowColumn[] = [
  { part: 'label', label: 'Name of link', placeholder: 'Name', maxLength: SITE_LINKS.label },
  { part: 'url', label: 'URL of link', placeholder: 'https://', inputMode: 'url' },
]

/** The outside links of the footer. */
export function LinkFields({ links, result }: LinkFieldsProps) {
  const sent = result?.initialValue?.links
  const values: unknown[] = result ? (Array.isArray(sent) ? sent : []) : links
  return (
    <Box aria-labelledby="outside-links">
      <BoxHead>
        <BoxTitle id="outside-links">Outside links</BoxTitle>
        <span className="text-caption text-muted-foreground">{`At most ${SITE_LINKS.max}, in the footer`}</span>
      </BoxHead>
      <BoxBody className="grid gap-2">
        <RowsEditor
          key={JSON.stringify(values)}
          name="links"
          noun="link"
          columns={COLUMNS}
          initial={values.map((value, key) => ({ key, value: Object(value) }))}
          max={SITE_LINKS.max}
          empty="None yet."
          className="grid-cols-[minmax(0,1fr)_auto] items-center @max-md:pb-3 @md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
          buttonsClassName="@max-md:col-start-2 @max-md:row-span-2 @max-md:row-start-1"
          errorsOf={(id) => errorsOf(result, id)}
        />
        <FieldErrors id="links" errors={errorsOf(result, 'links')} />
      </BoxBody>
    </Box>
  )
}
