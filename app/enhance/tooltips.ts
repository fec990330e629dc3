const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

/** Buttons to compare go without the attribute: there are 48 of them on a page. */
const TIPPED = '[data-tip], .icon-btn[data-compare]'

const tip = document.createElement('div')
tip.dataset.tooltip = ''
tip.className = 'tooltip'
tip.popover = 'manual'
// The control has the same text as its label; screen readers would announce it twice.
tip.ariaHidden = 'true'

let activeControl: Element | null = null
let timer = 0
let closedAt = Number.NEGATIVE_INFINITY

function open(control: HTMLElement) {
  if (!tip.isConnected) document.body.append(tip)
  tip.textContent = control.dataset.tip ?? control.ariaLabel
  tip.showPopover()
  const box = control.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tip
  const left = Math.min(Math.max(box.left + (box.width - width) / 2, 8), innerWidth - width - 8)
  const above = box.top - height - 8
  tip.style.left = `${left}px`
  tip.style.top = `${above > 8 ? above : box.bottom + 8}px`
}

function close() {
  clearTimeout(timer)
  if (tip.isConnected && tip.matches(':popover-open')) {
    tip.hidePopover()
    closedAt = performance.now()
  }
  activeControl = null
}

function scheduleTooltip(target: EventTarget | null, delay: number) {
  const control = target instanceof Element ? target.closest<HTMLElement>(TIPPED) : null
  if (control === activeControl) return
  close()
  if (!control) return
  activeControl = control
  timer = window.setTimeout(open, performance.now() - closedAt < SKIP_DELAY_MS ? 0 : delay, control)
}

document.addEventListener(
  'pointerover',
  ({ target, pointerType }) => pointerType === 'mouse' && scheduleTooltip(target, OPEN_DELAY_MS),
)
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.matches(':focus-visible')) scheduleTooltip(target, 0)
})
document.addEventListener('focusout', close)
document.addEventListener('pointerdown', close)
document.addEventListener('keydown', ({ key }) => key === 'Escape' && close())
addEventListener('scroll', close, { passive: true })
