// "31 / 100" beside the label of a field with a limit.
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
  const counter = target.id && document.querySelector(`[data-count="${CSS.escape(target.id)}"]`)
  if (counter) counter.textContent = `${target.value.length} / ${target.maxLength}`
})
