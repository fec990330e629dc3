const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The day and month of "2026-11-22". */
export function dayAndMonth(day: string): [day: string, month: string] {
  return [String(Number(day.slice(8, 10))), MONTHS[Number(day.slice(5, 7)) - 1]!]
}

/** "22 Nov" */
export const formatMailDay = (day: string) => dayAndMonth(day).join(' ')
