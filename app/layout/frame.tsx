import type { ReactNode } from 'react'
import { Footer } from './footer'
import { Header } from './header'
import { type FlashMessage, Toaster } from './toaster'

type FrameProps = {
  /** Unread notifications of a member; undefined for visitors. */
  unread: number | undefined
  siteName: string
  toast?: FlashMessage | null
  children: ReactNode
}

/** Skip link, header, toast and footer around every page. */
export function Frame({ unread, siteName, toast, children }: FrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header unread={unread} />
      <main id="main" tabIndex={-1}>
        <Toaster toast={toast} />
        {children}
      </main>
      <Footer siteName={siteName} />
    </>
  )
}
