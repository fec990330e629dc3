import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { imageOf } from '~/features/catalog/pictures/picture'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import type { RecordResult } from '~/features/people/records/record-screen'
import { findSiteSettings } from '~/features/site/settings/manage-site.server'
import { SITE_FIELDS } from '~/features/site/settings/site-settings'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { fieldsOf, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { defaultSender, SITE_DEFAULTS, site } from '~/site.server'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { ConflictNotice } from '~/ui/conflict'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { FormLayout } from '~/ui/form-layout'
import { Logo } from '~/ui/logo'
import { SaveButton } from '~/ui/save-button'
import { ScreenHead } from '~/ui/screen-head'
import { changeSite } from './actions.server'
import { LinkFields } from './link-fields'
import { PictureForms } from './picture-forms'

const PATH = '/admin/site'
const TITLE = 'Name and logo'
const LEAD =
  'What this site is called, how it looks, and where people reach it. An empty field keeps the default that it shows.'
const FAILED = 'Failed to update site'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const head = pageHead({ title: TITLE, description: LEAD, path: PATH, isIndexed: false })
  const defaults = { ...SITE_DEFAULTS, mail_from: defaultSender() }
  const from = `${site.name} <${site.mail_from ?? defaults.mail_from}>`
  const images = {
    logo_light_id: imageOf(site.logo_light),
    logo_dark_id: imageOf(site.logo_dark),
    icon_id: imageOf(site.icon),
  }
  return { head, settings: await findSiteSettings(), defaults, from, images }
}

export async function action({ request }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  return withFormErrors(request, FAILED, () => changeSite(request, admin))
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function SitePage() {
  const { settings, defaults, from, images } = useLoaderData<typeof loader>()
  const result = useFormResult<RecordResult>()
  const conflict = result?.conflict
  const { links, ...texts } = settings
  // The forms of pictures do not have these fields.
  const ofTexts = submittedValue(result, 'slot') ? undefined : result
  const field = fieldsOf(ofTexts, texts)
  const mailbox = { type: 'email', inputMode: 'email', autoComplete: 'off', spellCheck: false } as const
  return (
    <>
      <ScreenHead title={TITLE} lead={LEAD} />
      <ErrorSummary errors={summaryOf(result)} />
      <FormLayout aside={<HowItLooks from={from} />}>
        {conflict ? <ConflictNotice conflict={conflict} noun="page" form="site" theirs={PATH} /> : null}
        <Form method="post" id="site" noValidate className="grid gap-5">
          <input type="hidden" name="version" value={conflict?.version ?? settings.version} />
          <Box aria-labelledby="names">
            <BoxHead>
              <BoxTitle id="names">Name and taglines</BoxTitle>
            </BoxHead>
            <BoxBody className="grid gap-5">
              <TextField {...field('name')} placeholder={defaults.name} label="Name" maxLength={SITE_FIELDS.name.max} />
              <TextField
                {...field('tagline')}
                placeholder={defaults.tagline}
                label="Headline tagline"
                maxLength={SITE_FIELDS.tagline.max}
              />
              <TextField
                {...field('footer_tagline')}
                placeholder={defaults.footer_tagline}
                label="Footer tagline"
                maxLength={SITE_FIELDS.tagline.max}
              />
            </BoxBody>
          </Box>
          <Box aria-labelledby="mailboxes">
            <BoxHead>
              <BoxTitle id="mailboxes">Mailboxes</BoxTitle>
            </BoxHead>
            <BoxBody className="grid gap-5 md:grid-cols-2">
              <TextField
                {...field('contact_email')}
                {...mailbox}
                placeholder={defaults.contact_email}
                label="General"
              />
              <TextField
                {...field('vendors_email')}
                {...mailbox}
                placeholder={defaults.vendors_email}
                label="Vendors"
              />
              <TextField
                {...field('privacy_email')}
                {...mailbox}
                placeholder={texts.contact_email ?? defaults.contact_email}
                label="Privacy"
              />
              <TextField {...field('mail_from')} {...mailbox} placeholder={defaults.mail_from} label="Email sender" />
              <Link className="link justify-self-start" to="/admin/system" discover="none">
                Send me a test mail
              </Link>
            </BoxBody>
          </Box>
          <LinkFields links={links} result={ofTexts} />
          {passwordAgain(ofTexts)}
          <div className="flex flex-wrap gap-3">
            {conflict ? null : <SaveButton>Save</SaveButton>}
            <ButtonLink to="/admin" tone="secondary">
              Cancel
            </ButtonLink>
          </div>
        </Form>
        <PictureForms images={images} result={result} />
      </FormLayout>
    </>
  )
}

function HowItLooks({ from }: { from: string }) {
  return (
    <Box aria-labelledby="looks">
      <BoxHead>
        <BoxTitle id="looks">How it looks</BoxTitle>
      </BoxHead>
      <BoxBody className="grid gap-3 text-caption text-muted-foreground">
        <div className="min-w-0 rounded-sm border border-border bg-background px-3 py-1">
          <Logo />
        </div>
        <p className="wrap-anywhere">From: {from}</p>
        <p>Page titles, emails, feeds, the manifest and preview pictures follow at once.</p>
      </BoxBody>
    </Box>
  )
}
