// The rules of a visitor's first paint are in the head of the page. The whole sheets follow when it is painted, so that they
// do not compete with it (edge/inline-styles). They apply together: one alone would come after rules that it must precede.
async function addSheets() {
  const late = document.querySelector('noscript[data-late]')
  if (!late) return
  const holder = document.createElement('template')
  holder.innerHTML = late.textContent ?? ''
  const links = [...holder.content.querySelectorAll('link')]
  const arrived = links.map((link) => {
    link.media = 'not all'
    return new Promise((resolve) => {
      link.onload = link.onerror = resolve
    })
  })
  late.remove()
  document.head.append(...links)
  await Promise.all(arrived)
  for (const link of links) link.media = 'all'
}

/** Resolves when the whole sheets apply. What a script adds to the page has no styles before. */
export const sheetsApplied = new Promise<void>((resolve) => {
  const add = () => addSheets().then(resolve)
  // A page in the background is not painted.
  if (document.hidden) add()
  else requestAnimationFrame(() => setTimeout(add))
})
