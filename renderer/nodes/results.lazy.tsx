import type { ReactNode } from 'react'
import { evaluateEntries, holds } from '../../runtime/client/scope.ts'
import type { NodeProps } from '../NodeList.tsx'
import { Results } from '../results/Results.tsx'
import { useScope } from '../ScreenContext.ts'
import { useScoped } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import '../styles/table.css'
import '../styles/results.css'

/** Statistics of stored answers: figures, results by question, cross tables, reach by question. */
export default function ResultsNode({ node }: NodeProps<'results'>): ReactNode {
  const scope = useScope()
  const given = useScoped(() => (holds(node.source.when, scope) ? evaluateEntries(node.source.params ?? {}, scope) : null))
  return given ? <Results node={node} given={given} /> : <Skeleton lines={10} />
}
