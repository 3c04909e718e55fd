/** Forms with answers that would be lost. Who leaves the page is asked first: by the browser when the tab closes or reloads, by us when the address
 *  changes. What saves itself is saved before an action of the page runs: the action means what the person sees. */

interface Guard {
  hasUnsent(): boolean
  /** Of what saves itself: saves now, and resolves when that has ended, also when it failed. */
  save?(): Promise<unknown>
}

const guards = new Set<Guard>()

/** Answers the remover. */
export function guardUnsent(hasUnsent: Guard['hasUnsent'], save?: Guard['save']): () => void {
  const guard: Guard = save ? { hasUnsent, save } : { hasUnsent }
  if (guards.size === 0) window.addEventListener('beforeunload', askBrowser)
  guards.add(guard)
  return () => {
    guards.delete(guard)
    if (guards.size === 0) window.removeEventListener('beforeunload', askBrowser)
  }
}

/** Whether leaving the page would lose input. */
export function isAnythingUnsent(): boolean {
  return [...guards].some(({ hasUnsent }) => hasUnsent())
}

/** Saves what saves itself and has not done so yet. */
export async function saveUnsent(): Promise<void> {
  await Promise.all([...guards].map(({ hasUnsent, save }) => save && hasUnsent() && save()))
}

function askBrowser(event: BeforeUnloadEvent): void {
  if (isAnythingUnsent()) event.preventDefault()
}
