import type { ReactNode } from 'react'
import { evaluateCel } from '../../runtime/client/scope.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { ChangedAnswers } from '../form/AnswersView.tsx'
import { FormNode } from '../form/FormNode.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped } from '../useScoped.ts'
import { Empty } from '../widgets/light/Empty.tsx'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

export const drawnFirst = true

/** Stored answers, shown by the form version they answered. */
export default function AnswersNode({ node }: NodeProps<'answers'>): ReactNode {
  return (
    <SourceFrame reads={[node.form, node.answers]} skeleton={<Skeleton lines={8} />}>
      <Shown node={node} />
    </SourceFrame>
  )
}

function Shown({ node }: NodeProps<'answers'>): ReactNode {
  const facts = useScoped((scope) => ({
    form: evaluateCel(node.form, scope),
    answers: evaluateCel(node.answers, scope),
    changed: node.changed && { fields: evaluateCel(node.changed.fields, scope), before: evaluateCel(node.changed.before, scope) },
  }))
  if (typeof facts.form !== 'string' || facts.form === '') return <Empty title={translate('kernel.empty')} />
  const answers = (facts.answers ?? {}) as Record<string, unknown>
  return (
    <FormNode
      key={`${facts.form} ${JSON.stringify(answers)}`}
      form={facts.form}
      initial={answers}
      readOnly
      {...(facts.changed ? { changed: facts.changed as ChangedAnswers } : {})}
      compact
      onSubmit={nothingToSubmit}
    />
  )
}

async function nothingToSubmit(): Promise<{ ok: true }> {
  return { ok: true }
}
