/** Forms with answers that would be lost. Who leaves the page is asked first: by the browser when the tab closes or reloads, by us when the address
 *  changes. */

const guards = new Set<() => boolean>()

/** Answers the remover. */
export function guardUnsent(hasUnsent: () => boolean): () => void {
  if (guards.size === 0) window.addEventListener('beforeunload', askBrowser)
  guards.add(hasUnsent)
  return () => {
    guards.delete(hasUnsent)
    if (guards.size === 0) window.removeEventListener('beforeunload', askBrowser)
  }
}

/** Whether leaving the page would lose input. */
export function isAnythingUnsent(): boolean {
  return [...guards].some((hasUnsent) => hasUnsent())
}

function askBrowser(event: BeforeUnloadEvent): void {
  if (isAnythingUnsent()) event.preventDefault()
}
