/** The data stored about people without an account. */
export function VisitorPrivacy() {
  return (
    <>
      <h2>If you only read</h2>
      <ul>
        <li>
          <b className="font-semibold text-foreground">Theme.</b> When you choose light or dark, your browser stores
          your choice under "theme" in its local storage. It is not sent to us.
        </li>
        <li>
          <b className="font-semibold text-foreground">Grid or list.</b> When you choose the list view of all deals, a
          cookie named "deals-view" remembers it for a year, or until you choose the grid.
        </li>
        <li>
          <b className="font-semibold text-foreground">Where you came from.</b> When you come from another site, your
          browser stores the address of that page, without what follows a question mark, under "referrer" in its session
          storage until you close the tab. It is sent to us only when you press Get Deal.
        </li>
        <li>
          <b className="font-semibold text-foreground">Messages to us.</b> What you send with the contact form: your
          name, your email, the subject and the text. We use it to reply and delete it 12 months after it was answered.
          A cookie named "contact-sent" shows you what you sent for half an hour.
        </li>
        <li>
          <b className="font-semibold text-foreground">Bookmarking before you sign in.</b> A cookie named "bookmark"
          holds the deal for an hour, so that it is saved once you have signed in.
        </li>
        <li>
          <b className="font-semibold text-foreground">Notices.</b> After a form, a cookie named "toast" carries one
          message to the next page. It lasts a minute at most.
        </li>
        <li>
          <b className="font-semibold text-foreground">Clicks on Get Deal.</b> We store the deal, the time and the
          address of the outside page you came from, without what follows a question mark. We do not store your network
          address, only a keyed hash that lets us recognize repeated clicks on the same day.
        </li>
        <li>
          <b className="font-semibold text-foreground">Contact form.</b> The name, email, subject and message you send
          are stored and emailed to us, so that we can reply.
        </li>
        <li>
          <b className="font-semibold text-foreground">Server log.</b> One line for each request: the time, the page
          without its query, the status and how long it took. No network address, no browser, no cookie.
        </li>
        <li>
          <b className="font-semibold text-foreground">Limits.</b> To stop floods and password guessing, we count
          attempts under a keyed hash of the network address or email. The counts are deleted soon after the limit has
          passed, after a day at most.
        </li>
      </ul>
    </>
  )
}
