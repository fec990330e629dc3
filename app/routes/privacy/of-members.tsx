/** What is kept of people with an account. */
export function OfMembers() {
  return (
    <>
      <h2>If you have an account</h2>
      <ul>
        <li>
          <b className="strong">Profile.</b> Your e-mail address, the name you gave, your role, status and karma, and
          when you joined. The password is stored only as a one-way hash.
        </li>
        <li>
          <b className="strong">Sessions.</b> A cookie named "session" with a random number; the database has its hash,
          when it was last used and when it ends. It ends after 7 days without use, after 30 days at the latest, and
          when you sign out.
        </li>
        <li>
          <b className="strong">Links by mail.</b> Confirmation and reset links are kept as a hash until they are used
          or expire. While such a page is open, a cookie holds the link for half an hour.
        </li>
        <li>
          <b className="strong">What you do here.</b> Bookmarks, reviews, comments, change reports and the karma that
          came of them, with their dates and what a moderator decided. Clicks on Get Deal carry your account while you
          are signed in.
        </li>
        <li>
          <b className="strong">Mail.</b> We write only when you ask for it or your account is concerned: to confirm the
          address, to reset the password, and to tell that it was changed. A queued mail holds your address until it is
          sent.
        </li>
        <li>
          <b className="strong">Audit log.</b> Sign-ins, failed ones too, changes of password, role and status, and
          decisions of the staff, each with its time. Entries are never changed, except that a random number takes the
          place of your identity in all of them when you delete your account.
        </li>
      </ul>
      <h2>When you delete your account</h2>
      <p>
        Profile, password, sessions, bookmarks and karma are deleted at once. What was approved stays on the record
        without your name; clicks stay without your account. Backups forget the rest as they are replaced.
      </p>
    </>
  )
}
