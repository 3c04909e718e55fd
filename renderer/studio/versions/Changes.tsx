import { type ReactNode, useMemo } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { diffForms } from '../../../runtime/core/studio/diffForms.ts'
import { Pill } from '../../widgets/light/Pill.tsx'
import { useSpeech } from '../logic/useLogic.ts'
import { useDesign } from '../useDesign.ts'
import { type ComparedForms, changeWords } from './changeWords.ts'

/** Differences between two versions, by field; those that may affect existing answers are marked. */
export function Changes({ before, after }: ComparedForms): ReactNode {
  const { vocabulary } = useDesign()
  const speech = useSpeech()
  const changes = useMemo(() => diffForms(before, after), [before, after])
  if (changes.length === 0) return <p className="ag-studio-hint">{translate('studio.versions.same')}</p>
  const groups = [...Map.groupBy(changes, ({ field, title }) => field ?? `part ${resolveText(title)}`)]
  return (
    <dl className="ag-studio-changes">
      {groups.map(([key, list]) => (
        <div key={key}>
          <dt>{list[0]!.title === null ? translate('studio.versions.form') : resolveText(list[0]!.title)}</dt>
          {list.map((change, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
            <dd key={at}>
              {changeWords(change, { before, after }, speech, (id) => vocabulary.enums[id])}
              {change.isRisky && <Pill color="warning">{translate('studio.versions.risky')}</Pill>}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
