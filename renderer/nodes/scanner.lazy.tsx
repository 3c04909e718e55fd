import type { ChangeEvent, FormEvent, ReactNode } from 'react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { askAction, linkAction } from '../../runtime/client/actions.ts'
import { CallError } from '../../runtime/client/CallError.ts'
import { tellFailure } from '../../runtime/client/failures.ts'
import { extendScope } from '../../runtime/client/scope.ts'
import { session } from '../../runtime/client/session.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { NodeProps } from '../NodeList.tsx'
import { useScope, useScreen } from '../ScreenContext.ts'
import { Camera } from '../scanner/Camera.tsx'
import { prepareReader, readCode } from '../scanner/readCode.ts'
import { dropScan, keepScan, readScans } from '../scanner/scanQueue.ts'
import { useText, useValue } from '../useScoped.ts'
import { Button } from '../widgets/light/Button.tsx'
import '../styles/scanner.css'

const AGAIN_MS = 15_000
const SERVER_FAULT = 500

/** Reads QR codes by the camera, from a picture or typed, and runs `scan` for each, one after another. Without a connection they wait in the browser. */
export default function ScannerNode({ node }: NodeProps<'scanner'>): ReactNode {
  const title = useText(node.title)
  const { facts } = useSnapshot(session)
  // what one person scanned is not sent with the rights of the next
  const queue = `${facts.userId ?? ''}.${String(useValue(node.queue) ?? '')}`
  const { waiting, take } = useScans(node, queue)
  const [isOpen, setIsOpen] = useState(false)
  const [trouble, setTrouble] = useState('')
  useEffect(() => void prepareReader(), [])
  const fail = useCallback((text: string) => {
    setIsOpen(false)
    setTrouble(text)
  }, [])
  const heard = (code: string) => {
    setTrouble('')
    take(code)
  }
  return (
    <section className="ag-scanner" aria-label={title}>
      {isOpen && <Camera onCode={heard} onFailure={fail} />}
      <div className="ag-scanner__ways">
        <Button tone={isOpen ? 'default' : 'primary'} onClick={() => setIsOpen(!isOpen)}>
          {translate(isOpen ? 'kernel.scanner.stop' : 'kernel.scanner.camera')}
        </Button>
        <PictureButton onCode={heard} onFailure={setTrouble} />
        <TypedCode onCode={heard} />
      </div>
      <p role="status" className="ag-scanner__status">
        {trouble || (waiting > 0 ? translate('kernel.scanner.waiting', { count: waiting }) : '')}
      </p>
    </section>
  )
}

/** `take` keeps a code and sends what waits. */
function useScans(node: NodeProps<'scanner'>['node'], queue: string): { waiting: number; take(code: string): void } {
  const { host } = useScreen()
  const scope = useScope()
  const now = useRef({ node, scope, host, isSending: false })
  now.current = { ...now.current, node, scope, host }
  const [waiting, setWaiting] = useState(() => readScans(queue).length)
  const send = useCallback(async () => {
    if (now.current.isSending) return
    now.current.isSending = true
    try {
      for (let scan = readScans(queue)[0]; scan; scan = readScans(queue)[0]) {
        const linked = linkAction(now.current.node.scan, extendScope(now.current.scope, { scan }))
        if (!linked) return
        try {
          await askAction(linked, {}, now.current.host)
        } catch (error) {
          if (isAway(error)) return
          tellFailure(error)
        }
        dropScan(queue, scan.id)
      }
    } finally {
      now.current.isSending = false
      setWaiting(readScans(queue).length)
    }
  }, [queue])
  useEffect(() => {
    void send()
    const again = () => void send()
    const timer = setInterval(again, AGAIN_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [send])
  const take = (code: string) => {
    keepScan(queue, code)
    setWaiting(readScans(queue).length)
    void send()
  }
  return { waiting, take }
}

/** The server did not hear it: it is sent again. */
function isAway(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'NETWORK_FAILED' || error.code === 'SERVER_BUSY' || error.http >= SERVER_FAULT)
}

interface Heard {
  onCode(code: string): void
}

function PictureButton({ onCode, onFailure }: Heard & { onFailure(text: string): void }): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (!file) return
    const code = await createImageBitmap(file).then(readCode, () => null)
    target.value = ''
    if (code === null) onFailure(translate('kernel.scanner.unread'))
    else onCode(code)
  }
  return (
    <>
      <input ref={input} type="file" accept="image/*" hidden aria-hidden="true" tabIndex={-1} onChange={(event) => void read(event)} />
      <Button onClick={() => input.current?.click()}>{translate('kernel.scanner.picture')}</Button>
    </>
  )
}

function TypedCode({ onCode }: Heard): ReactNode {
  const id = useId()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return
    onCode(code.trim())
    setCode('')
  }
  return (
    <form className="ag-scanner__typed" onSubmit={submit}>
      <label htmlFor={id}>{translate('kernel.scanner.code')}</label>
      <input
        id={id}
        className="ag-input"
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit">{translate('kernel.scanner.enter')}</Button>
    </form>
  )
}
