import { Link } from '@remix-run/react'
import { Notice } from '~/ui/notice'

/** Tells the owner who sees the page. */
export function OwnPageNotice({ isOpen }: { isOpen: boolean }) {
  return (
    <Notice
      icon={isOpen ? 'eye' : 'eye-off'}
      isLive={false}
      title={isOpen ? 'This is your public profile' : 'Only you see this page'}
      text={
        <>
          {isOpen ? 'Others see it as you do now, without your email. ' : 'Your public profile is off. '}
          <Link className="link" discover="none" to="/account/settings#public-profile">
            {isOpen ? 'Switch it off' : 'Change it in your settings'}
          </Link>
        </>
      }
    />
  )
}
