import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { editedTexts, findManagedPage } from '~/features/site/pages/manage-pages.server'
import { PageMark } from '~/features/site/pages/page-mark'
import { renderDraft } from '~/features/site/pages/page-text.server'
import { IMPRINT, sitePagePath } from '~/features/site/pages/site-page'
import { listWrittenPages } from '~/features/site/pages/site-pages.server'
import { withFormErrors } from '~/http/actions.server'
import { type SentForm, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { ButtonLink } from '~/ui/button'
import { ScreenHead } from '~/ui/screen-head'
import { removeText, submitPage } from './actions.server'
import { PageForm } from './page-form'

const LIST = '/admin/pages'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const slug = slugOf(params)
  const page = slug ? await findManagedPage(slug) : undefined
  if (slug && !page) throw notFound('Page')
  const title = page?.title ?? 'New page'
  const texts = slug && page ? editedTexts(slug, page) : { body: null, body_after: null }
  return {
    head: pageHead({ title, description: 'The text of a page.', path: LIST, isIndexed: false }),
    slug,
    title,
    version: page?.version,
    values: { title: '', description: null, footer_group: null, ...page, ...texts },
    preview: renderDraft([texts.body, texts.body_after]),
    written: (await listWrittenPages()).find((one) => one.slug === slug),
  }
}

const slugOf = (params: LoaderFunctionArgs['params']) => (params.slug === 'new' ? undefined : params.slug)

function failureOf(form: SentForm) {
  if (form.has('step')) return 'Failed to show the preview'
  return form.get('intent') === 'delete' ? 'Failed to delete page' : 'Failed to save page'
}

export async function action({ request, params }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  const slug = slugOf(params)
  return withFormErrors(request, failureOf, async () => {
    return (slug && (await removeText(request, admin, slug))) || submitPage(request, admin, slug)
  })
}

export const clientAction = withFormFailure(failureOf)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function EditPagePage() {
  const { slug, title, version, values, preview, written } = useLoaderData<typeof loader>()
  const isWritten = Boolean(written?.has_body || written?.has_body_after)
  return (
    <>
      <BackLink to={LIST}>Pages</BackLink>
      <ScreenHead title={title} lead={slug ? <PageMark slug={slug} written={written} /> : null}>
        {slug && (isWritten || slug !== IMPRINT) ? (
          <ButtonLink to={sitePagePath(slug)} tone="secondary" icon="arrow-up-right">
            Open the page
          </ButtonLink>
        ) : null}
      </ScreenHead>
      <PageForm key={version} {...{ slug, version, values, preview, isWritten }} />
    </>
  )
}
