/** What a person did on a drawn page before anyone heard it (`public/begin.js`), done again where the application hears it. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Change {
  value: string
  checked: boolean | undefined
  /** An input method was at a word that is none yet. */
  isComposing: boolean
}

export interface DoneBefore {
  /** A button that was pressed, or a form that was sent. */
  last: HTMLElement | null
  changed: ReadonlyMap<Field, Change>
}

/** Fields first: what is pressed then finds what was typed. */
export function doAgain({ last, changed }: DoneBefore): void {
  for (const [field, change] of changed) if (field.isConnected) changeAgain(field, change)
  setTimeout(() => {
    if (!last?.isConnected) return
    if (last instanceof HTMLFormElement) last.requestSubmit()
    else last.click()
  })
}

// React hears of a change only where a field has another value than the one that it knows
function changeAgain(field: Field, { value, checked, isComposing }: Change): void {
  if (field instanceof HTMLSelectElement) {
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    field.checked = !checked
    field.click()
  } else if (isComposing) field.addEventListener('compositionend', () => setTimeout(typeAgain, 0, field, field.value), { once: true })
  else typeAgain(field, value)
}

function typeAgain(field: Exclude<Field, HTMLSelectElement>, value: string): void {
  const { selectionStart, selectionEnd } = field
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
