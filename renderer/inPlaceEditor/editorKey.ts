import type { EditorKey } from '../../runtime/client/previewFrame.ts'

/** What a key does to the chosen node; the same on the page and in the tree. */
export function editorKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent | React.KeyboardEvent): EditorKey | null {
  if (altKey && key === 'ArrowUp') return 'earlier'
  if (altKey && key === 'ArrowDown') return 'later'
  if (key === 'Delete') return 'remove'
  if (key === 'Escape') return 'around'
  if (!ctrlKey && !metaKey) return null
  if (key === 'z') return shiftKey ? 'redo' : 'undo'
  if (key === 'y' || key === 'Z') return 'redo'
  return key === 'd' ? 'copy' : null
}
