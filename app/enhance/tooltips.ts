const OPEN_AFTER = 700
const SKIP_WITHIN = 300

const tip = document.createElement('div')
tip.className = 'tip'
tip.popover = 'manual'
// The control has the same words as its label, so readers would hear them twice.
tip.ariaHidden = 'true'

let owner: Element | null = null
let timer = 0
let closedAt = Number.NEGATIVE_INFINITY

function open(control: HTMLElement) {
  if (!tip.isConnected) document.body.append(tip)
  tip.textContent = control.dataset.tip ?? ''
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
  owner = null
}

function scheduleTooltip(target: EventTarget | null, wait: number) {
  const control = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
  if (control === owner) return
  close()
  if (!control) return
  owner = control
  timer = window.setTimeout(open, performance.now() - closedAt < SKIP_WITHIN ? 0 : wait, control)
}

document.addEventListener(
  'pointerover',
  ({ target, pointerType }) => pointerType === 'mouse' && scheduleTooltip(target, OPEN_AFTER),
)
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.matches(':focus-visible')) scheduleTooltip(target, 0)
})
document.addEventListener('focusout', close)
document.addEventListener('pointerdown', close)
document.addEventListener('keydown', ({ key }) => key === 'Escape' && close())
addEventListener('scroll', close, { passive: true })
