import type { Text } from '../../core/documents.ts'

/** What a draft calls itself; its id while it does not say. Nothing in a draft has been checked. */
export function draftTitle({ id, content }: { id: string; content: unknown }): Text {
  const title = (content as { title?: unknown } | null)?.title
  if (typeof title === 'string' && title !== '') return title
  const { zh, en } = (title ?? {}) as { zh?: unknown; en?: unknown }
  return typeof zh === 'string' && typeof en === 'string' ? { zh, en } : id
}
