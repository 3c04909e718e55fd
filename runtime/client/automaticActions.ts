/** Whether a page may do something by itself when it opens. After it has, no page of this tab may until the person does something: so pages
 *  that open each other cannot loop, not even through another host or a reload. */
const KEY = 'agon.automatic'

// Where storage is forbidden the memory of the page must do.
let ran = false

// the server draws by these files too
for (const gesture of typeof window === 'undefined' ? [] : (['pointerdown', 'keydown'] as const))
  window.addEventListener(
    gesture,
    () => {
      if (ran || read()) write(false)
    },
    { capture: true },
  )

/** True once, and again when the person has clicked or pressed a key. */
export function takeAutomatic(): boolean {
  if (ran || read()) return false
  write(true)
  return true
}

function read(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function write(value: boolean): void {
  ran = value
  try {
    if (value) sessionStorage.setItem(KEY, '1')
    else sessionStorage.removeItem(KEY)
  } catch {
    // forbidden storage
  }
}
