import type { ReactNode } from 'react'
import { Footer } from './footer'
import { Header } from './header'
import { type FlashMessage, Toaster } from './toaster'

type FrameProps = { signedIn: boolean; siteName: string; toast?: FlashMessage | null; children: ReactNode }

/** Skip link, header, toast and footer around every page. */
export function Frame({ signedIn, siteName, toast, children }: FrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header signedIn={signedIn} />
      <main id="main" tabIndex={-1}>
        <Toaster toast={toast} />
        {children}
      </main>
      <Footer siteName={siteName} />
    </>
  )
}
