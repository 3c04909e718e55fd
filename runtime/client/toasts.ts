/** Short messages to the person. Within the app's debounce time there is one: the gravest, of equal ones the last. Each can be closed and most go by
 *  themselves. */
import { proxy } from 'valtio/vanilla'
import { CallError } from './CallError.ts'
import { ChunkFailed } from './loadChunk.ts'
import { hasText, resolveText, translate } from './texts.ts'

export type ToastTone = 'success' | 'info' | 'warning' | 'error'
export interface Toast {
  id: number
  tone: ToastTone
  text: string
  /** 0..1 while something runs; such a toast stays until it is removed. */
  progress?: number
  /** Shown after the last press of the person: it tells of what that did. */
  isRecent?: boolean
}

export const toasts = proxy<{ list: Toast[] }>({ list: [] })

const SHOWN_MS: Record<ToastTone, number> = { success: 4_000, info: 5_000, warning: 8_000, error: 10_000 }
let debounceMs = 100
let nextId = 1
/** The last message, and when it was shown. */
let last: { toast: Toast; at: number } | null = null
const GRAVITY: readonly ToastTone[] = ['success', 'info', 'warning', 'error']

/** Takes over the app's debounce time for messages. */
export function setToastDebounce(milliseconds: number): void {
  debounceMs = milliseconds
}

/** Shows a message. Answers the id of the one that is shown: a graver one of a moment ago stays in its place. */
export function showToast(tone: ToastTone, text: string): number {
  const now = Date.now()
  if (last && now - last.at < debounceMs) {
    const { toast } = last
    if (GRAVITY.indexOf(toast.tone) > GRAVITY.indexOf(tone) || (toast.tone === tone && toast.text === text)) return toast.id
    closeToast(toast.id)
  }
  const id = nextId++
  last = { toast: { id, tone, text }, at: now }
  toasts.list.push({ id, tone, text, isRecent: true })
  setTimeout(() => closeToast(id), SHOWN_MS[tone])
  return id
}

/** Shows work in progress until `closeToast`. */
export function showProgress(text: string): { id: number; tell(done: number, text?: string): void } {
  const id = nextId++
  toasts.list.push({ id, tone: 'info', text, progress: 0 })
  return {
    id,
    tell(done, newText) {
      const toast = toasts.list.find((candidate) => candidate.id === id)
      if (toast) Object.assign(toast, { progress: done, ...(newText ? { text: newText } : {}) })
    },
  }
}

/** Removes a message, if it is still shown. */
export function closeToast(id: number): void {
  const index = toasts.list.findIndex((toast) => toast.id === id)
  if (index >= 0) toasts.list.splice(index, 1)
}

/** The person presses something: what is on screen tells of earlier things. */
export function settleToasts(): void {
  for (const toast of toasts.list) toast.isRecent = false
}

/** The person tries something again: failures of before are over. */
export function closeEarlierFailures(): void {
  for (const { id } of toasts.list.filter(({ tone, isRecent }) => tone === 'error' && !isRecent)) closeToast(id)
}

/** Another page is shown: messages of the earlier page are removed. Messages of work in progress stay. @param all also of what led here, as when going back */
export function leaveToasts(all: boolean): void {
  const left = toasts.list.filter(({ isRecent, progress }) => progress === undefined && (all || !isRecent))
  for (const { id } of left) closeToast(id)
}

/** Spec 8: what is said when the server itself did not say more. */
const CATALOGUE: Readonly<Record<string, string>> = {
  SESSION_REQUIRED: 'error.e401',
  SESSION_INVALID: 'error.e401',
  SERVER_FAULT: 'error.e500',
  SERVER_BUSY: 'error.e501',
  NETWORK_FAILED: 'error.e501',
}

/** What a person reads about a failure in one line: what could not be done, if that is known, and the reason. */
export function failureText(error: unknown): string {
  const text = errorText(error)
  return error instanceof CallError && error.title ? translate('kernel.failure', { title: resolveText(error.title), text }) : text
}

/** The reason of a failure: the server's message in their language, else the text of the code, else the general one. */
export function errorText(error: unknown): string {
  if (error instanceof ChunkFailed) return translate('kernel.chunk.failed')
  if (!(error instanceof CallError)) return translate('error.UNEXPECTED')
  if (error.message) return error.message
  const common = CATALOGUE[error.code]
  if (common && (error.code !== 'NETWORK_FAILED' || navigator.onLine)) return translate(common)
  return hasText(`error.${error.code}`) ? translate(`error.${error.code}`) : translate('error.UNEXPECTED')
}
