import { useNavigation } from '@remix-run/react'
import type { ViewItem } from './queue-item.server'

/** In a list, only the buttons of the item that is being decided are busy. */
export function useIsBusy({ id }: ViewItem, compact = false) {
  const { formData } = useNavigation()
  return compact ? formData?.get('id') === id : formData !== undefined
}
