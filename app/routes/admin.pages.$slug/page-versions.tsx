import { Form } from '@remix-run/react'
import type { listPageVersions } from '~/features/site/pages/manage-pages.server'
import { isBuiltIn } from '~/features/site/pages/site-page'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { Difference } from './difference'

type PageVersionsProps = {
  slug: string
  /** Of the page that is shown. */
  version: string
  versions: Awaited<ReturnType<typeof listPageVersions>>
}

/** The newest versions with their differences. */
export function PageVersions({ slug, version, versions }: PageVersionsProps) {
  return (
    <Box aria-labelledby="versions">
      <BoxHead>
        <BoxTitle id="versions">Versions</BoxTitle>
      </BoxHead>
      <div className="divide-y divide-border">
        {versions.map(({ id, author, created_at, lines, summary }, index) => (
          <details key={id} open={index === 0 || undefined}>
            <summary className="flex min-h-13 cursor-pointer list-none items-center gap-4 px-5 py-2 text-control hover:bg-muted marker:hidden">
              <LocalDate value={created_at} className="w-24 text-small text-muted-foreground" />
              <span className="grid flex-1">
                <b className="font-semibold">
                  <bdi>{author ?? 'Deleted account'}</bdi>
                </b>
                <span className="text-caption text-subtle-foreground">{summary}</span>
              </span>
              <Icon name="chevron-down" className="text-muted-foreground in-[[open]>summary]:rotate-180" />
            </summary>
            <div className="grid gap-4 px-5 pb-5">
              <Difference lines={lines} />
              {index > 0 ? (
                <Form method="post">
                  <input type="hidden" name="version" value={version} />
                  <input type="hidden" name="id" value={id} />
                  <Button name="intent" value="restore" tone="secondary" size="sm" icon="undo">
                    Restore this version
                  </Button>
                </Form>
              ) : null}
            </div>
          </details>
        ))}
        {isBuiltIn(slug) ? (
          <p className="px-5 py-3.5 text-control">
            <b className="font-semibold">Original text</b>
            <span className="block text-caption text-subtle-foreground">comes with the program</span>
          </p>
        ) : null}
      </div>
    </Box>
  )
}
