import type { ReactNode } from 'react'
import { SkipLink } from '~/ui/skip-link'
import { Footer } from './footer'
import { Header } from './header'
import { type FlashMessage, Toaster } from './toaster'

type FrameProps = {
  /** Unread notifications of a member; undefined for visitors. */
  unread: number | undefined
  /** Whether to link the staff screens. */
  isStaff: boolean
  toast?: FlashMessage | null
  /** Without the main navigation. */
  isBare?: boolean
  children: ReactNode
}

/** Skip link, header, toasts and footer around every page. The script adds its strip of toasts at the end of the main part. */
export function Frame({ unread, isStaff, toast, isBare, children }: FrameProps) {
  return (
    <>
      <SkipLink to="#main">Skip to content</SkipLink>
      <Header unread={unread} isStaff={isStaff} isBare={isBare} />
      <main id="main" className="has-data-fills-page:flex has-data-fills-page:flex-col" tabIndex={-1}>
        <Toaster toast={toast} />
        {children}
        <div className="contents" data-toast-strip="" />
      </main>
      <Footer />
    </>
  )
}
