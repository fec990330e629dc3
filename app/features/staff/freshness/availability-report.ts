/** Shown to visitors who want to report, and where a report could not be saved. */
export const SIGN_IN_TO_REPORT = 'Please sign in to report whether a deal is available'
export const REPORT_FAILED = 'Failed to save your report'
