/** Event delegation: calls back for events inside matching elements, including ones added later. */
export function listen<Type extends keyof DocumentEventMap>(
  type: Type,
  selector: string,
  callback: (element: HTMLElement, event: DocumentEventMap[Type]) => void,
) {
  document.addEventListener(type, (event) => {
    const element = event.target instanceof Element && event.target.closest<HTMLElement>(selector)
    if (element) callback(element, event)
  })
}
