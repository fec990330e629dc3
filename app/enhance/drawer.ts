import { listen } from './listen'

// On members' pages a link does not load a new document, so the menu has to be closed.
listen('click', '[popover] nav a, .drawer__foot a', (link) => {
  link.closest<HTMLElement>('[popover]')?.hidePopover()
})
