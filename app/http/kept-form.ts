import { useLocation, useRouteLoaderData } from '@remix-run/react'
import type { FormResult } from './form-result'

/** A form that was sent after the session had ended, as the root's loader offers it again on its page. */
export type KeptForm = { path: string; result: NonNullable<FormResult> }

/** The kept form of this page, in the shape of a rejected one, so that every form can show it. */
export function useKeptResult(): FormResult {
  const kept = useRouteLoaderData<{ kept?: KeptForm | null }>('root')?.kept
  const { pathname, search } = useLocation()
  if (!kept) return undefined
  const asked = new URLSearchParams(search)
  return kept.path === (asked.size > 0 ? `${pathname}?${asked}` : pathname) ? kept.result : undefined
}
