/** Sources that are asked again when the server tells that something of this person's own has changed. */
const asked = new Set<() => void>()

/** Answers the remover. */
export function onOwnChange(ask: () => void): () => void {
  asked.add(ask)
  return () => void asked.delete(ask)
}

/** Asks all live sources again, after a change from this browser. */
export function tellOwnChange(): void {
  for (const ask of asked) ask()
}
