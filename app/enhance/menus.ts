import { listen } from './listen'

// On members' pages a link does not load a new document, so the menu has to be closed.
listen('click', '[popover] nav a, #menu a', (link) => {
  link.closest<HTMLElement>('[popover]')?.hidePopover()
})

// Escape closes an open menu made of `<details>`, and the focus returns to what opened it.
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-pop][open]')) {
    const hadFocus = menu.contains(document.activeElement)
    menu.open = false
    if (hadFocus) menu.querySelector('summary')?.focus()
  }
})
