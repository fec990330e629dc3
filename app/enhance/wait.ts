// A button that the server accepts only after some seconds counts them down. Without scripts the server says how long.
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-wait]')) countDown(button)

function countDown(button: HTMLButtonElement) {
  const end = performance.now() + Number(button.dataset.wait) * 1000
  const hint = button.form?.querySelector<HTMLElement>('[data-wait-hint]')
  button.disabled = true
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000)
    if (hint) hint.textContent = left > 0 ? `You can send it again in ${left} s.` : 'You can send it again now.'
    if (left > 0) return
    button.disabled = false
    clearInterval(timer)
  }
  const timer = setInterval(tick, 1000)
  tick()
}
