import type { LinkPart } from '~/features/catalog/links/link-program'
import type { LinkSample } from '~/features/staff/link-programs/manage-programs.server'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { FieldError } from '~/ui/field'
import { pluralize } from '~/ui/pluralize'

/** What the template makes of five deals, and of the first one for which it fails. */
export function ProgramSamples({ samples, deals }: { samples: LinkSample[]; deals: number }) {
  return (
    <Box aria-labelledby="samples">
      <BoxHead>
        <BoxTitle id="samples">Samples</BoxTitle>
        <span className="text-caption text-muted-foreground">{`of ${pluralize(deals, 'deal')}`}</span>
      </BoxHead>
      {samples.length > 0 ? (
        <ul className="divide-y divide-border px-5">
          {samples.map(({ slug, title, link, problem }) => (
            <li key={slug} className="grid gap-1 py-3">
              <b className="text-control font-semibold">
                <bdi>{title}</bdi>
              </b>
              {link ? <ComposedLink parts={link} /> : null}
              {problem ? <FieldError>{`${problem[0]!.toUpperCase()}${problem.slice(1)}.`}</FieldError> : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="p-5 text-muted-foreground">No published deal matches yet.</p>
      )}
    </Box>
  )
}

function ComposedLink({ parts }: { parts: LinkPart[] }) {
  return (
    <span className="font-mono text-caption wrap-anywhere text-muted-foreground">
      {parts.map(({ text, isInserted }, index) => {
        const key = `${index} ${text}`
        return isInserted ? (
          <b key={key} className="font-bold text-primary">
            {text}
          </b>
        ) : (
          <span key={key}>{text}</span>
        )
      })}
    </span>
  )
}
