import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { REJECTION_REASON_LABELS, REJECTION_REASONS } from '~/features/contributions/decisions/rejection-reasons'
import {
  EXPLANATIONS,
  GUIDELINES,
  REASONS_LEAD,
  REASONS_TITLE,
  REVIEW_RULES,
  STEPS,
  STEPS_TITLE,
} from '~/features/site/pages/guidelines'
import { loadSitePage } from '~/features/site/pages/site-pages.server'
import { DocSection, DocSections } from '~/ui/doc-section'
import { Icon } from '~/ui/icon'
import { MarkdownText } from '~/ui/markdown-text'
import { PageHeading } from '~/ui/page-heading'
import { TAccount } from '~/ui/t-account'

export const loader = () => loadSitePage('guidelines')

export default function GuidelinesPage() {
  const { title, lead, isOriginal, html } = useLoaderData<typeof loader>()
  return (
    <div className="wrap wrap--narrow">
      <PageHeading title={title} lead={lead} />
      <DocSections>
        {isOriginal ? <OriginalGuidelines /> : <MarkdownText html={html} />}
        <p>
          <Link className="link link--arrow" discover="none" to="/transparency">
            See how we decided so far
            <Icon name="arrow-right" />
          </Link>
        </p>
      </DocSections>
    </div>
  )
}

function OriginalGuidelines() {
  return (
    <>
      <ReviewRules />
      {GUIDELINES.map(({ id, title, text }) => (
        <DocSection key={id} id={id} title={title}>
          <div className="prose">
            <p>{text}</p>
          </div>
        </DocSection>
      ))}
      <Reasons />
      <DocSection id="after" title={STEPS_TITLE}>
        <ol className="grid list-none border-border-strong border-t">
          {STEPS.map(({ title, text, link }) => (
            <Step key={title} title={title}>
              {text}
              {link ? (
                <>
                  <Link className="link" discover="none" to={link.to}>
                    {link.label}
                  </Link>
                  {link.rest}
                </>
              ) : null}
            </Step>
          ))}
        </ol>
      </DocSection>
    </>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 border-border border-b py-4 [counter-increment:step] before:font-display before:text-figure-md before:text-primary before:leading-heading before:content-[counter(step)]">
      <div>
        <h3>{title}</h3>
        <p className="text-muted-foreground">{children}</p>
      </div>
    </li>
  )
}

/** The reasons of the queue, word for word. */
function Reasons() {
  return (
    <DocSection id="reasons" title={REASONS_TITLE} lead={REASONS_LEAD}>
      <dl className="grid divide-y divide-border border-border border-t border-t-border-strong border-b">
        {REJECTION_REASONS.map((reason) => (
          <div key={reason} className="grid gap-x-6 gap-y-0.5 py-3.5 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="font-bold">{REJECTION_REASON_LABELS[reason]}</dt>
            <dd className="text-muted-foreground">{EXPLANATIONS[reason]}</dd>
          </div>
        ))}
      </dl>
    </DocSection>
  )
}

function ReviewRules() {
  return (
    <DocSection id="reviews" title="Reviews" lead={REVIEW_RULES.lead}>
      <TAccount
        start={{ heading: 'Say', icon: 'check', entries: REVIEW_RULES.say }}
        end={{ heading: 'Leave out', icon: 'x', entries: REVIEW_RULES.leaveOut }}
      />
    </DocSection>
  )
}
