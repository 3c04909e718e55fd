import { useEffect, useRef } from 'react'
import type { EditorMessage, PreviewMessage } from '../../../runtime/client/previewFrame.ts'

export type Tell = (message: PreviewMessage) => void

interface FramesState {
  /** What each frame receives, in the order of the frames; a single one is for all. */
  messages: readonly PreviewMessage[]
  hear?(message: EditorMessage, tell: Tell): void
  /** Of the stored draft: another one is shown as soon as it is there. */
  saved: string | null
}

/** Tells the frames below an element what the studio knows, each time they listen anew or it changes, and hears what is done in them. */
export function useFrames(box: { current: HTMLDivElement | null }, { messages, hear, saved }: FramesState): void {
  const latest = useRef({ messages, hear })
  latest.current = { messages, hear }
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent): void => {
      const windows = windowsIn(box.current)
      const at = windows.findIndex((each) => each !== null && each === source)
      const from = windows[at]
      if (!from || origin !== location.origin || typeof data?.agon !== 'string') return
      const tell: Tell = (message) => from.postMessage(message, location.origin)
      const message = messageFor(latest.current.messages, at)
      if (data.agon === 'ready') message && tell(message)
      else if (data.agon !== 'reasons') latest.current.hear?.(data as EditorMessage, tell)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [box])
  const text = JSON.stringify(messages)
  useEffect(() => {
    const incoming = JSON.parse(text) as PreviewMessage[]
    for (const [at, each] of windowsIn(box.current).entries()) each?.postMessage(messageFor(incoming, at), location.origin)
  }, [text, box])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft is stored
  useEffect(() => {
    for (const each of windowsIn(box.current)) each?.postMessage({ agon: 'again' }, location.origin)
  }, [saved, box])
}

function messageFor(messages: readonly PreviewMessage[], at: number): PreviewMessage | undefined {
  return messages.length === 1 ? messages[0] : messages[at]
}

function windowsIn(box: HTMLDivElement | null): (Window | null)[] {
  return [...(box?.querySelectorAll('iframe') ?? [])].map(({ contentWindow }) => contentWindow)
}
