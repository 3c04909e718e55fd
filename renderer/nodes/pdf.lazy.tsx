import type { ReactNode } from 'react'
import { useCallback, useEffect, useState } from 'react'
import { CallError } from '../../runtime/client/CallError.ts'
import { requestFile } from '../../runtime/client/http.ts'
import { evaluateEntries } from '../../runtime/client/scope.ts'
import type { NodeProps } from '../NodeList.tsx'
import { useScreen } from '../ScreenContext.ts'
import { SourceFailure, SourceFrame } from '../SourceFrame.tsx'
import { useScoped, useText } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import PdfSheets from '../widgets/PdfSheets.tsx'

/** The sides of a PDF that a call answers, drawn in the page. */
export default function PdfNode({ node }: NodeProps<'pdf'>): ReactNode {
  return (
    <SourceFrame reads={node.params} skeleton={<Skeleton lines={8} />}>
      <Sides node={node} />
    </SourceFrame>
  )
}

interface Loaded {
  pdf: Uint8Array | null
  error: CallError | null
}

function Sides({ node }: NodeProps<'pdf'>): ReactNode {
  const { screen } = useScreen()
  const label = useText(node.label)
  const params = useScoped((scope) => JSON.stringify(evaluateEntries(node.params, scope)))
  const [{ pdf, error }, setLoaded] = useState<Loaded>({ pdf: null, error: null })
  const load = useCallback(
    (signal?: AbortSignal) =>
      loadPdf(node.call, JSON.parse(params), signal).then((loaded) => {
        if (!signal?.aborted) setLoaded(loaded)
      }),
    [node.call, params],
  )
  useEffect(() => {
    const leaving = new AbortController()
    void load(leaving.signal)
    return () => leaving.abort()
  }, [load])
  useEffect(() => (node.id ? screen.onRefresh(node.id, load) : undefined), [screen, node.id, load])
  if (error) return <SourceFailure error={error} retry={() => void load()} />
  if (!pdf) return <Skeleton lines={8} />
  return (
    <div className="ag-pdf">
      <PdfSheets of={pdf} label={label} />
    </div>
  )
}

async function loadPdf(call: string, params: Record<string, unknown>, signal?: AbortSignal): Promise<Loaded> {
  try {
    const { blob } = await requestFile(call, params, { signal })
    return { pdf: new Uint8Array(await blob.arrayBuffer()), error: null }
  } catch (error) {
    return { pdf: null, error: error instanceof CallError ? error : new CallError('UNEXPECTED') }
  }
}
