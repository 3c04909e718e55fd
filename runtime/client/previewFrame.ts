/** A frame in which the studio shows pages before they are published. The studio says by the frame's name what is shown and as whom; both are known
 *  before anything is asked for, and stay when the person follows a link inside. Only pages of the own origin can be framed. */
import type { AppliedSkin } from '../core/skin/resolveSkin.ts'

export interface PreviewFrame {
  /** Role whose view is shown; null: the person's own. */
  role?: string | null
  lang?: 'zh' | 'en'
  /** The person's own drafts replace what is published. */
  drafts?: boolean
  /** An earlier version of one document in place of its draft: `kind:id@shipped`, `@published`, or `@` and a revision. */
  before?: string
  /** Parts of the page can be chosen and changed where they are seen. */
  inPlace?: boolean
}

export type NodeChangeName = 'added' | 'removed' | 'moved' | 'changed'

/** From the studio to the frame. */
export type PreviewMessage =
  | { agon: 'skin'; skin: AppliedSkin | null }
  | { agon: 'again' }
  /** The document that is edited (`kind:id`), the chosen node as a JSON Pointer in it, and whether clicks choose or act. */
  | { agon: 'inPlace'; of: string; chosen: string | null; isOn: boolean }
  /** Nodes of the document that another version has not, has elsewhere or otherwise; `shown` is brought into view. */
  | { agon: 'changed'; of: string; nodes: readonly { node: string; what: NodeChangeName }[]; shown: string | null }
  /** Words can be typed where the person clicked twice: `shown` of the question, by its place, and what the document says there. */
  | { agon: 'type'; index: number; text: string }

/** A condition of the page in the frame, as it is at this moment. */
export interface PreviewReason {
  /** JSON Pointer of the part in the page as it was sent. */
  path: string
  /** Kind of node; empty for what is none. */
  what: string
  title: string
  condition: string
  /** Null: it reads a row or an item, and each decides for itself. */
  holds: boolean | null
  /** Names that it reads, with their values as JSON, shortened. */
  reads: { name: string; value: string }[]
}

/** From the frame to the studio. */
export type FrameMessage = { agon: 'ready' } | { agon: 'reasons'; list: PreviewReason[] } | EditorMessage

/** What a person does on the page that the studio edits. Nodes are JSON Pointers in the edited document. */
export type EditorMessage =
  /** `from`: where the node really stands, when that is another document, as `kind:id`. */
  | { agon: 'chosen'; node: string; from: string | null }
  | { agon: 'words'; node: string; lang: 'zh' | 'en'; shown: string[] }
  | { agon: 'typed'; text: string }
  | { agon: 'moved'; node: string; beside: string; side: 'before' | 'after' }
  | { agon: 'key'; key: EditorKey }
export type EditorKey = 'earlier' | 'later' | 'remove' | 'copy' | 'around' | 'undo' | 'redo'

/** Sends a message to the studio around the preview. */
export function tellStudio(message: FrameMessage): void {
  window.parent.postMessage(message, location.origin)
}

const PREFIX = 'agon-preview '

/** The name to give to the frame. */
export function previewFrameName(frame: PreviewFrame): string {
  return `${PREFIX}${JSON.stringify(frame)}`
}

/** Whether this window is a preview of the studio. */
export function isPreviewFrame(): boolean {
  return previewFrame() !== null
}

let known: { name: string; frame: PreviewFrame | null } | undefined

/** Null outside of the studio. */
export function previewFrame(): PreviewFrame | null {
  if (typeof window === 'undefined' || window.parent === window) return null
  if (known?.name !== window.name) known = { name: window.name, frame: readName(window.name) }
  return known.frame
}

function readName(name: string): PreviewFrame | null {
  if (!name.startsWith(PREFIX)) return null
  try {
    return JSON.parse(name.slice(PREFIX.length)) as PreviewFrame
  } catch {
    return null
  }
}

/** Tells the studio that this frame listens, and hears what it says. Answers the remover. */
export function listenToStudio(hear: (message: PreviewMessage) => void): () => void {
  const listen = ({ source, origin, data }: MessageEvent): void => {
    if (source === window.parent && origin === location.origin && typeof data?.agon === 'string') hear(data as PreviewMessage)
  }
  window.addEventListener('message', listen)
  tellStudio({ agon: 'ready' })
  return () => window.removeEventListener('message', listen)
}
