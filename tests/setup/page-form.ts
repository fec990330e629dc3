import { DomUtils, parseDocument } from 'htmlparser2'

export type Element = ReturnType<typeof DomUtils.findAll>[number]

/** What a browser would send of the form of a page that has a control with this name, without its buttons and files. */
export function readForm(html: string, name: string): Record<string, string> {
  const elements = DomUtils.findAll(() => true, parseDocument(html))
  const formOf = (control: Element) => {
    const { form: id } = control.attribs
    if (id) return elements.find((element) => element.name === 'form' && element.attribs.id === id)
    let around: Element | null = control
    while (around && around.name !== 'form') around = around.parent as Element | null
    return around
  }
  const controls = elements.filter(
    (element) =>
      /^(input|select|textarea)$/.test(element.name) && element.attribs.name && !('disabled' in element.attribs),
  )
  const form = formOf(controls.find((control) => control.attribs.name === name)!)
  const sent = controls.filter(
    ({ attribs: { type = '', ...given } }) =>
      !/^(file|submit)$/.test(type) && (!/^(checkbox|radio)$/.test(type) || 'checked' in given),
  )
  return Object.fromEntries(
    sent.filter((control) => formOf(control) === form).map((control) => [control.attribs.name!, valueIn(control)]),
  )
}

function valueIn(control: Element) {
  // A browser leaves out the line break after the start tag, as HTML does.
  if (control.name === 'textarea') return DomUtils.textContent(control).replace(/^\n/, '')
  if (control.name === 'input') return control.attribs.value ?? (control.attribs.type === 'checkbox' ? 'on' : '')
  const options = DomUtils.findAll(({ name }) => name === 'option', control.children)
  const chosen = options.find(({ attribs }) => 'selected' in attribs) ?? options[0]
  return chosen ? (chosen.attribs.value ?? DomUtils.textContent(chosen)) : ''
}
