/** The account of a mailed link: someone else may have signed up with the reader's address. */
export function LinkRecipient({ name, email }: { name: string | null; email: string }) {
  return (
    <dl className="auth__recipient">
      {name ? (
        <div>
          <dt>Name</dt>
          <dd>
            <bdi>{name}</bdi>
          </dd>
        </div>
      ) : null}
      <div>
        <dt>Email</dt>
        <dd>{email}</dd>
      </div>
    </dl>
  )
}
