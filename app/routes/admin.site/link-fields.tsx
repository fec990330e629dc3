import { SITE_LINKS } from '~/features/site/settings/site-settings'
import { errorsOf, type FormResult } from '~/http/forms'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { TextField } from '~/ui/field'

type LinkFieldsProps = { links: { label: string; url: string }[]; result: FormResult }

/** A row for each link there may be, so that none has to be added or removed. */
export function LinkFields({ links, result }: LinkFieldsProps) {
  const sent = result?.initialValue?.links
  const textOf = (index: number, name: 'label' | 'url') => {
    if (!result) return links[index]?.[name]
    const row = Array.isArray(sent) ? sent[index] : undefined
    const value = typeof row === 'object' && row !== null && name in row ? Reflect.get(row, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  const field = (index: number, name: 'label' | 'url') => {
    const path = `links[${index}].${name}`
    return { id: path, name: path, defaultValue: textOf(index, name), errors: errorsOf(result, path) }
  }
  return (
    <Box aria-labelledby="links">
      <BoxHead>
        <BoxTitle id="links">Outside links</BoxTitle>
        <span className="text-caption text-muted-foreground">{`${links.length} of ${SITE_LINKS.max}, in the footer`}</span>
      </BoxHead>
      <BoxBody className="grid gap-4">
        {Array.from({ length: SITE_LINKS.max }, (_, index) => index).map((index) => (
          <div key={index} className="grid gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <TextField {...field(index, 'label')} label={`Link ${index + 1}, name`} maxLength={SITE_LINKS.label} />
            <TextField {...field(index, 'url')} label={`Link ${index + 1}, URL`} inputMode="url" />
          </div>
        ))}
      </BoxBody>
    </Box>
  )
}
