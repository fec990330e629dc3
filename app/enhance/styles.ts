// The rules of a visitor's first paint are in the head of the page. The whole sheets follow when it is painted, so that they
// do not compete with it (edge/inline-styles).
function addSheets() {
  for (const late of document.querySelectorAll('noscript[data-late]')) {
    document.head.insertAdjacentHTML('beforeend', late.textContent ?? '')
    late.remove()
  }
}

// A page in the background is not painted.
if (document.hidden) addSheets()
else requestAnimationFrame(() => setTimeout(addSheets))
