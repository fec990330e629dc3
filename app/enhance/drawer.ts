import { listen } from './listen'

// A document that is left closes its menu anyway; a member's page stays.
listen('click', '[popover] nav a, .drawer__foot a', (link) => {
  link.closest<HTMLElement>('[popover]')?.hidePopover()
})
