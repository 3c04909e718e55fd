import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { readCode } from './readCode.ts'

const LOOK_MS = 250
/** The same code in view for this long is one scan. */
const SAME_MS = 5000

/** The picture of the camera; `onCode` hears each code that comes into view. */
export function Camera({ onCode, onFailure }: { onCode(code: string): void; onFailure(text: string): void }): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  const heard = useRef({ onCode, onFailure })
  heard.current = { onCode, onFailure }
  const [stream, setStream] = useState<MediaStream | null>(null)
  useEffect(() => {
    let opened: MediaStream | null = null
    let isOver = false
    const open = async () => {
      opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      if (isOver) close(opened)
      else setStream(opened)
    }
    void open().catch(() => heard.current.onFailure(translate('kernel.scanner.noCamera')))
    return () => {
      isOver = true
      if (opened) close(opened)
    }
  }, [])
  useEffect(() => {
    const element = video.current
    if (!stream || !element) return
    element.srcObject = stream
    void element.play().catch(() => {})
    let last = { code: '', at: 0 }
    let isLooking = false
    const look = async () => {
      if (isLooking) return
      isLooking = true
      const code = await readCode(element).catch(() => null)
      isLooking = false
      if (code === null) return
      const isSame = code === last.code && performance.now() - last.at < SAME_MS
      last = { code, at: performance.now() }
      if (!isSame) heard.current.onCode(code)
    }
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [stream])
  return <video ref={video} className="ag-scanner__view" muted playsInline />
}

function close(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
