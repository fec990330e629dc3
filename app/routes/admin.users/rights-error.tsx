import { type FormResult, submittedValue, summaryOf } from '~/http/form-result'
import { ErrorSummary } from '~/ui/error-summary'

/** Why a dropdown was not saved. */
export function RightsError({ result }: { result: FormResult }) {
  const what = submittedValue(result, 'intent') === 'change-status' ? 'status' : 'role'
  const errors = summaryOf(result).map(({ message }) => ({ message }))
  return <ErrorSummary title={`Failed to update user ${what}`} errors={errors} />
}
