import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { askAction, linkAction, runAction } from '../../runtime/client/actions.ts'
import { CallError, isAborted } from '../../runtime/client/CallError.ts'
import { tellFailure } from '../../runtime/client/failures.ts'
import { request } from '../../runtime/client/http.ts'
import { evaluateEntries, extendScope, namesIn } from '../../runtime/client/scope.ts'
import { session as person } from '../../runtime/client/session.ts'
import { translate } from '../../runtime/client/texts.ts'
import { errorText } from '../../runtime/client/toasts.ts'
import type { ActionRef, FormDocument, Source } from '../../runtime/core/documents.ts'
import { checkDesign } from '../../runtime/core/studio/checkDesign.ts'
import type { DesignVocabulary } from '../../runtime/core/wire.ts'
import { controlNames } from '../form/controlNames.ts'
import type { NodeProps } from '../NodeList.tsx'
import type { Designed } from '../nodes/designer.lazy.tsx'
import { useScope, useScreen } from '../ScreenContext.ts'
import { PHONE, useMedia } from '../useMedia.ts'
import { Banner } from '../widgets/light/Banner.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import { Tabs } from '../widgets/light/Tabs.tsx'
import { useFocusTrap } from '../widgets/light/useFocusTrap.ts'
import { DesignBar } from './DesignBar.tsx'
import { DesignNotices } from './DesignNotices.tsx'
import { DesignSession, SaveConflict, type Saved, SaveInterrupted } from './DesignSession.ts'
import { useMetaWords } from './metaWords.ts'
import { tabs } from './tabs.ts'
import { type Design, DesignContext, type FormSession } from './useDesign.ts'
import '../styles/form.css'
import './studio.css'

interface DesignerProps extends NodeProps<'designer'> {
  designed: Designed
  vocabulary: DesignVocabulary
}

/** A phone has no room for palette, canvas and panel. */
const PHONE_TABS = ['design', 'preview']

/** The shell of the form designer: the session, the bar, the notices, and the open tab. */
export function Designer(props: DesignerProps): ReactNode {
  useMetaWords()
  const { designed } = props
  const [tab, setTab] = useState(tabs[0]!.id)
  const [said, setSaid] = useState('')
  const [isFull, setFull] = useState(false)
  const box = useFocusTrap<HTMLElement>(() => setFull(false), false, isFull)
  const session = useFormSession(props)
  const design = useDesignFacts(props, session, setTab, setSaid)
  const isPhone = useMedia(PHONE)
  useEffect(() => session.refresh(designed.content, designed.revision), [session, designed])
  const usable = tabs.filter(({ id }) => !isPhone || PHONE_TABS.includes(id))
  const open = usable.find(({ id }) => id === tab) ?? usable[0]!
  const { Component } = open
  return (
    <DesignContext value={design}>
      <section
        ref={box}
        className={joinClasses('ag-studio', isFull && 'ag-studio--full')}
        aria-label={translate('studio.title')}
        tabIndex={-1}
        {...(isFull ? { role: 'dialog', 'aria-modal': true } : {})}
      >
        {isPhone && <Banner tone="info" title={translate('studio.phone.title')} text={translate('studio.phone.text')} />}
        <DesignBar designed={designed} isFull={isFull} {...(isPhone ? {} : { onFull: setFull })} />
        <DesignNotices />
        <Tabs
          items={usable.map(({ id }) => ({ id, title: translate(`studio.tab.${id}`) }))}
          current={open.id}
          onChange={setTab}
          label={translate('studio.tabs')}
        >
          <Suspense fallback={<Skeleton lines={8} />}>
            <Component />
          </Suspense>
        </Tabs>
        <p className="ag-hidden" role="status">
          {said}
        </p>
      </section>
    </DesignContext>
  )
}

function useFormSession({ designed, vocabulary, node }: DesignerProps): FormSession {
  const scope = useScope()
  const { host } = useScreen()
  const known = useMemo(() => ({ ...vocabulary, widgets: controlNames() }), [vocabulary])
  const saver = useRef<(content: FormDocument, revision: string | null) => Promise<Saved>>(null)
  saver.current = async (content, revision) => {
    const linked = linkAction(node.save, scope)
    if (!linked) throw new Error(translate('studio.save.denied'))
    try {
      return (await askAction(linked, { content, revision }, host, true)) as Saved
    } catch (error) {
      if (error instanceof CallError && error.status === 409) throw new SaveConflict(errorText(error))
      throw isPassing(error) ? new SaveInterrupted(errorText(error)) : new Error(errorText(error))
    }
  }
  const [session] = useState(
    () =>
      new DesignSession<FormDocument>({
        content: designed.content,
        revision: designed.revision,
        save: (content, revision) => saver.current!(content, revision),
        check: (content) => checkDesign(content, known),
        recoveryKey: `agon.design.${person.facts.userId ?? ''}.${designed.content.id}`,
      }),
  )
  useEffect(() => () => session.stop(), [session])
  return session
}

/** Whether the same request may succeed a little later: the network, a server that is busy or starts again. */
function isPassing(error: unknown): boolean {
  return isAborted(error) || (error instanceof CallError && (error.http === 0 || error.http === 429 || error.http >= 500))
}

function useDesignFacts(
  { node, vocabulary }: DesignerProps,
  session: FormSession,
  setTab: (id: string) => void,
  announce: (words: string) => void,
): Design {
  const scope = useScope()
  const { host, screen } = useScreen()
  return useMemo(
    () => ({
      session,
      vocabulary,
      node,
      announce,
      ask: <T,>({ call, params }: Source, input?: Record<string, unknown>) =>
        request<T>(call, evaluateEntries(params, extendScope(scope, { input: input ?? {} }))),
      run: async (action: ActionRef, input?: Record<string, unknown>) => {
        const linked = linkAction(action, extendScope(scope, { input: input ?? {} }))
        if (!linked) return undefined
        if (linked.action.confirm || linked.action.dialog) return (await runAction(linked, host)) || undefined
        try {
          return (await askAction(linked, input ?? {}, host)) ?? true
        } catch (error) {
          tellFailure(error)
          return undefined
        }
      },
      reload: () => screen.sources.refresh([...namesIn(node.of)]),
      open: (tab: string, select?: readonly string[]) => {
        if (select) session.select(select)
        setTab(tab)
      },
    }),
    [session, vocabulary, node, announce, scope, host, screen, setTab],
  )
}
