/** A pause in typing. While an input method composes (pinyin that is no word yet), the person is typing: nothing is asked for what stands in the box. */

let isComposing = false
const waiting = new Set<() => void>()

// the server draws by these files too
if (typeof document !== 'undefined') {
  document.addEventListener('compositionstart', () => (isComposing = true), { capture: true })
  document.addEventListener('compositionend', ended, { capture: true })
  // a box that is taken away while it composes reports no end
  document.addEventListener('focusin', ended, { capture: true })
  document.addEventListener('keydown', (event) => !event.isComposing && ended(), { capture: true })
}

/** Runs once, when nothing was composed for that long. @returns stops waiting */
export function afterTyping(run: () => void, pauseMs: number): () => void {
  let timer = 0
  const wait = () => {
    waiting.delete(wait)
    timer = window.setTimeout(() => (isComposing ? waiting.add(wait) : run()), pauseMs)
  }
  wait()
  return () => {
    waiting.delete(wait)
    window.clearTimeout(timer)
  }
}

function ended(): void {
  if (!isComposing) return
  isComposing = false
  for (const again of [...waiting]) again()
}
