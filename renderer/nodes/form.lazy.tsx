import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { askAction, linkAction, submitAction } from '../../runtime/client/actions.ts'
import { findDocument } from '../../runtime/client/library.ts'
import { evaluateCel, evaluateEntries, evaluateValue, extendScope, isCel } from '../../runtime/client/scope.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { FormDrafts } from '../../runtime/core/documents.ts'
import type { FormWay, KnownAnswers } from '../form/contract.ts'
import type { Draft, DraftPlace } from '../form/drafts.ts'
import { FormNode } from '../form/FormNode.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { useScope, useScreen } from '../ScreenContext.ts'
import { SourceFrame } from '../SourceFrame.tsx'
import { submitOutcome } from '../submitOutcome.ts'
import { useFirstField } from '../useFirstField.ts'
import { useScoped } from '../useScoped.ts'
import { useWaitReason } from '../useWaitReason.ts'
import { Banner } from '../widgets/light/Banner.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** A form of the page: finds the document (or the stored version by its hash), and runs an action chain on submit. */
export default function FormPart({ node }: NodeProps<'form'>): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  useFirstField(place, node.focus === true)
  return (
    <div ref={place} className={joinClasses('ag-form-place', node.compact && 'ag-form-place--compact')}>
      <SourceFrame
        reads={[node.form, node.initial, node.known?.of, node.context, node.draftKey, node.drafts?.of, node.readOnly]}
        skeleton={<Skeleton lines={8} />}
      >
        <Filled node={node} />
      </SourceFrame>
    </div>
  )
}

function Filled({ node }: NodeProps<'form'>): ReactNode {
  const { host } = useScreen()
  const scope = useScope()
  const [round, setRound] = useState(0)
  const facts = useScoped(() => ({
    form: isCel(node.form) ? evaluateCel(node.form, scope) : node.form,
    initial: evaluateValue(node.initial, scope) as Record<string, unknown> | undefined,
    known: knownOf(node.known, scope),
    context: evaluateEntries(node.context, scope),
    way: wayOf(node.way, scope),
    draftKey: node.draftKey ? evaluateCel(node.draftKey, scope) : undefined,
    readOnly: isCel(node.readOnly) ? evaluateCel(node.readOnly, scope) === true : node.readOnly === true,
  }))
  const draftPlace = useDraftPlace(node.drafts)
  const { liveAnswers } = node
  const onAnswers = useCallback((answers: Record<string, unknown>) => host.set({ [liveAnswers!]: answers }), [host, liveAnswers])
  const form = isCel(node.form) ? facts.form : findDocument('forms', String(facts.form))
  const label = useScoped(() => resolveText(linkAction(node.submit, scope)?.action.label, scope))
  const closed = useWaitReason(linkAction(node.submit, scope)?.action)
  if (!form) return <Banner tone="warning" title={translate('kernel.form.absent')} />
  return (
    <FormNode
      key={round}
      form={form as string}
      initial={facts.initial ?? undefined}
      known={facts.known}
      context={facts.context}
      way={facts.way}
      draftKey={facts.draftKey ? String(facts.draftKey) : undefined}
      draftPlace={draftPlace}
      readOnly={facts.readOnly}
      compact={node.compact}
      autosave={node.autosave}
      onAnswers={liveAnswers === undefined ? undefined : onAnswers}
      submitLabel={label || undefined}
      closed={closed}
      onSubmit={(answers, draftKey) =>
        submitOutcome(async () => {
          const linked = linkAction(node.submit, node.drafts ? extendScope(scope, { draft: { key: draftKey } }) : scope)
          const isSent = linked !== null && (await submitAction(linked, answers, host, node.autosave === true))
          if (isSent && node.again) setRound((before) => before + 1)
          return isSent
        })
      }
    />
  )
}

/** The page's own place for drafts; the same object as long as the node is. */
function useDraftPlace(drafts: FormDrafts | undefined): DraftPlace | undefined {
  const { host } = useScreen()
  const scope = useScope()
  const outside = useRef({ host, scope })
  outside.current = { host, scope }
  return useMemo(() => {
    if (!drafts) return undefined
    return {
      read: () => (drafts.of ? withRevision(evaluateCel(drafts.of, outside.current.scope)) : null),
      async save(kept) {
        const linked = linkAction(drafts.save, outside.current.scope)
        return linked ? ((await askAction(linked, { ...kept }, outside.current.host, true)) as { savedAt: string } | null) : null
      },
    }
  }, [drafts])
}

function knownOf(known: NodeProps<'form'>['node']['known'], scope: Parameters<typeof evaluateCel>[1]): KnownAnswers | undefined {
  const names = known && evaluateCel(known.of, scope)
  return Array.isArray(names) && names.length > 0 ? { names: names.map(String), text: resolveText(known!.text, scope) } : undefined
}

function wayOf(way: NodeProps<'form'>['node']['way'], scope: Parameters<typeof evaluateCel>[1]): FormWay | undefined {
  if (!way) return undefined
  const [before, after] = [way.before ?? [], way.after ?? []].map((texts) => texts.map((text) => resolveText(text, scope)).filter(Boolean))
  return { before: before!, own: resolveText(way.own, scope), after: after! }
}

function withRevision(draft: unknown): Draft | null {
  return draft ? { ...(draft as Draft), revision: 0 } : null
}
