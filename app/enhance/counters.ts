import { textLength } from '~/ui/text-length'

// "31 / 100" beside the label of a field with a limit.
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
  const counter = target.id && document.querySelector<HTMLElement>(`[data-count="${CSS.escape(target.id)}"]`)
  if (!counter) return
  const length = textLength(target.value)
  const max = Number(counter.dataset.max)
  counter.textContent = `${length} / ${max}`
  counter.toggleAttribute('data-over', length > max)
})
