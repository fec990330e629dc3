/** The data stored about people with an account. */
export function MemberPrivacy() {
  return (
    <>
      <h2>If you have an account</h2>
      <ul>
        <li>
          <b className="font-semibold text-foreground">Profile.</b> Your email, the name you gave, your role, status and
          karma, when you joined, and why you are suspended if you are. The password is stored only as a one-way hash.
        </li>
        <li>
          <b className="font-semibold text-foreground">Sessions.</b> A cookie named "session" with a random number; the
          database has its hash, when it was last used and when it ends, the kind of browser, such as "Firefox on
          Windows", and when you last entered your password. No network address is stored. It ends after 7 days without
          use, after 30 days at the latest, and when you sign out.
        </li>
        <li>
          <b className="font-semibold text-foreground">Second factors.</b> If you set up an authenticator app: its
          secret, encrypted, when you added it and when you last used it. Recovery codes are stored as hashes. A sign-in
          that waits for a code is stored for 5 minutes, and the cookie "second-factor" holds its random number.
        </li>
        <li>
          <b className="font-semibold text-foreground">Unsent reviews, comments and reports.</b> Your browser stores
          what you typed in its session storage until you send it, sign out or close the tab. It is not sent to us
          before that.
        </li>
        <li>
          <b className="font-semibold text-foreground">Links in emails.</b> Links that confirm something or reset the
          password are stored as a hash until they are used or expire. While such a page is open, a cookie holds the
          link for half an hour.
        </li>
        <li>
          <b className="font-semibold text-foreground">What you do here.</b> Saved deals, reviews, comments, change
          reports, what you say about whether a deal is available, which reviews helped you, and the karma earned, with
          their dates and what a moderator decided. Clicks on Get Deal carry your account while you are signed in.
          Earlier texts and edits of your reviews are stored too; only you and our staff can read them.
        </li>
        <li>
          <b className="font-semibold text-foreground">What you follow.</b> The vendors and categories that you follow,
          what you want to be told about each saved deal and your price alert, your saved searches with when you last
          opened each and whether we tell you about its new matches, and how often we may write. No one else sees them.
        </li>
        <li>
          <b className="font-semibold text-foreground">Proofs of purchase.</b> A receipt that you send with a review, to
          show that you bought it. Only you can open it, and our staff until they decide. We store only the pixels of a
          picture. The proof is deleted 30 days after the decision, when you remove it, and with your account. The
          decision stays with your purchase.
        </li>
        <li>
          <b className="font-semibold text-foreground">Refunds.</b> When you say how a refund went, only counts become
          public, from three members on: "5 owners asked for a refund: 4 paid, 1 refused". Your name and your dates do
          not.
        </li>
        <li>
          <b className="font-semibold text-foreground">Public profile.</b> The page that your name links to: when you
          joined, your approved reviews, the verified changes you reported, the deals you suggested, and how many of
          your purchases we verified. We ask search engines not to list it. You can switch it off in your account
          settings; suspended accounts have none.
        </li>
        <li>
          <b className="font-semibold text-foreground">Reports.</b> When you report a review, our staff see your name,
          the reason and what you write. The author of the review and other readers never learn who reported it.
        </li>
        <li>
          <b className="font-semibold text-foreground">Suggested deals.</b> What you suggest, with its link and your
          reason, which our staff read. When we publish a deal that you suggested, its page shows your name.
        </li>
        <li>
          <b className="font-semibold text-foreground">Purchases.</b> What you bought, when, what you paid and a refund,
          if you tell us. Only you see this; our staff see the date next to a proof. Readers see only labels on your
          review: the month you bought it, a refund, and your connection to the vendor.
        </li>
        <li>
          <b className="font-semibold text-foreground">Still using it?</b> If you said when you bought what you
          reviewed, we ask you 6, 12, 24 and 36 months later whether you still use it. We store when we asked and
          whether you told us to stop. An approved answer is published under your review, with how many months you have
          owned it.
        </li>
        <li>
          <b className="font-semibold text-foreground">Email.</b> We email you about your account (to confirm your
          email, reset your password, or report a change to it or to a second factor), about what you follow, bought and
          saved as a search, about decisions on your contributions, and to ask whether you still use what you reviewed.
          Except for your account, you can unsubscribe. A queued email about your account holds your address until it is
          sent.
        </li>
        <li>
          <b className="font-semibold text-foreground">Notifications.</b> What you read under Notifications, such as a
          decision on a contribution and the moderator's note, with the time and whether you read it. Deleted after 90
          days.
        </li>
        <li>
          <b className="font-semibold text-foreground">Messages to us.</b> What you write with the contact form while
          you are signed in is stored with your account, along with the name and email you give there.
        </li>
        <li>
          <b className="font-semibold text-foreground">Decisions.</b> Each decision by our staff is published on the
          Transparency page with its date, kind, reason and deal, without your name, your words or the moderator's note.
        </li>
        <li>
          <b className="font-semibold text-foreground">Audit log.</b> Sign-ins, including failed ones, changes to
          password, second factors, role and status, and staff decisions, each with its time. Entries are never changed,
          except that a random number replaces your identity when you delete your account.
        </li>
      </ul>
      <h2>When you delete your account</h2>
      <p>
        Profile, password, second factors, sessions, saved deals, purchases, karma, notifications, reports, what we
        asked you, messages to us and contributions that were not approved are deleted right away. Approved
        contributions, and suggestions of deals that we entered, stay on the record without your name; clicks stay
        without your account; decisions never carried your name. Backups are overwritten in time.
      </p>
    </>
  )
}
