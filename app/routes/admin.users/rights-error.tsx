import { type FormResult, submittedValue, summaryOf } from '~/http/forms'
import { ErrorSummary } from '~/ui/error-summary'

/** Says why a role or status was not saved. */
export function RightsError({ result }: { result: FormResult }) {
  const right = submittedValue(result, 'intent') === 'change-status' ? 'status' : 'role'
  const errors = summaryOf(result).map(({ message }) => ({ message }))
  return <ErrorSummary title={`Failed to update user ${right}`} errors={errors} />
}
