import { Form } from '@remix-run/react'
import type { FirstStep } from '~/features/site/first-steps/first-steps.server'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { Step, Steps } from '~/ui/steps'

/** What is left to do on a new site. It goes once all is done, or with "Hide". */
export function FirstSteps({ steps }: { steps: FirstStep[] }) {
  const done = steps.filter(({ state }) => state === 'ok').length
  return (
    <Box aria-labelledby="first-steps">
      <BoxHead>
        <BoxTitle id="first-steps">First steps</BoxTitle>
        <Form method="post" action="/admin/demo" className="flex items-center gap-3">
          <span className="text-small text-muted-foreground">{`${done} of ${steps.length} done`}</span>
          <Button name="intent" value="hide-steps" tone="ghost" size="sm">
            Hide<span className="sr-only"> the first steps</span>
          </Button>
        </Form>
      </BoxHead>
      <Steps>
        {steps.map(({ title, state, text, links }) => (
          <Step key={title} title={title} state={state} text={text}>
            {links.length > 0
              ? links.map(({ to, label }, index) => (
                  <ButtonLink key={to} to={to} size="sm" tone={index < links.length - 1 ? 'primary' : 'secondary'}>
                    {label}
                    <span className="sr-only">{`: ${title}`}</span>
                  </ButtonLink>
                ))
              : null}
          </Step>
        ))}
      </Steps>
    </Box>
  )
}
