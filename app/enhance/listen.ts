/** Calls back for events inside elements that match, whenever those came into the page. */
export function listen<Type extends keyof DocumentEventMap>(
  type: Type,
  selector: string,
  callback: (element: HTMLElement, event: DocumentEventMap[Type]) => void,
  options?: AddEventListenerOptions,
) {
  document.addEventListener(
    type,
    (event) => {
      const element = event.target instanceof Element && event.target.closest<HTMLElement>(selector)
      if (element) callback(element, event)
    },
    options,
  )
}
