import { type ReactNode, useId } from 'react'
import { Badge } from '~/ui/badge'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'

type AccountBoxProps = {
  heading: string
  /** Where links lead. */
  anchor?: string
  /** Whether what it sets up is on. */
  isOn?: boolean
  children: ReactNode
}

/** One setting of an account, or one way to protect it. */
export function AccountBox({ heading, anchor, isOn, children }: AccountBoxProps) {
  const id = useId()
  return (
    <Box id={anchor} aria-labelledby={id}>
      <BoxHead>
        <BoxTitle id={id}>{heading}</BoxTitle>
        {isOn ? <Badge tone="active">On</Badge> : null}
      </BoxHead>
      <BoxBody className="grid content-start gap-5">{children}</BoxBody>
    </Box>
  )
}
