import { type ReactNode, useEffect, useState } from 'react'
import { request } from '../../runtime/client/http.ts'
import { addBundle } from '../../runtime/client/library.ts'
import { evaluateCel } from '../../runtime/client/scope.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import type { DesignVocabulary } from '../../runtime/core/wire.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFailure, SourceFrame } from '../SourceFrame.tsx'
import { Designer } from '../studio/Designer.tsx'
import { knowKeywords } from '../studio/metaWords.ts'
import { useScoped } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** What the source of a designer answers. */
export interface Designed {
  content: FormDocument
  revision: string | null
  state?: string
}

/** Form designer of a stored form: waits for the draft and the vocabulary, then passes both to the studio. */
export default function DesignerNode({ node }: NodeProps<'designer'>): ReactNode {
  const isOpen = useScoped((scope) => evaluateCel(node.of, scope) !== null)
  // Once open it stays mounted, so that edits survive a refresh of the source.
  if (isOpen) return <Opened node={node} />
  return (
    <SourceFrame reads={[node.of]} skeleton={<Skeleton lines={10} />}>
      {null}
    </SourceFrame>
  )
}

function Opened({ node }: NodeProps<'designer'>): ReactNode {
  const designed = useScoped((scope) => evaluateCel(node.of, scope)) as Designed | null
  const [vocabulary, setVocabulary] = useState<DesignVocabulary | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const isHere = designed !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again after a failure; what is designed later brings no new calls
  useEffect(() => {
    if (!isHere) return
    let current = true
    request<DesignVocabulary>('platform.vocabulary', { palette: node.palette, calls: callsIn(designed) }).then(
      (found) => {
        addBundle({ enums: found.enums, calls: found.calls })
        knowKeywords(found.keywords)
        if (current) setVocabulary(found)
      },
      (error: unknown) => current && setFailure(error),
    )
    return () => {
      current = false
    }
  }, [node.palette, attempt, isHere])
  if (failure) {
    const retry = () => {
      setFailure(null)
      setAttempt(attempt + 1)
    }
    return <SourceFailure error={failure} retry={retry} />
  }
  if (!designed || !vocabulary) return <Skeleton lines={10} />
  return <Designer key={designed.content.id} node={node} designed={designed} vocabulary={vocabulary} />
}

/** Calls that answer the options of fields. */
function callsIn(value: unknown, found: Set<string> = new Set()): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { call, valueKey } = value as { call?: unknown; valueKey?: unknown }
  if (typeof call === 'string' && valueKey !== undefined) found.add(call)
  for (const inner of Object.values(value)) callsIn(inner, found)
  return [...found]
}
