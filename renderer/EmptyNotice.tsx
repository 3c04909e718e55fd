import type { ReactNode } from 'react'
import { translate } from '../runtime/client/texts.ts'
import type { EmptyState } from '../runtime/core/documents.ts'
import { ActionButton } from './ActionButton.tsx'
import { useText } from './useScoped.ts'
import { Empty } from './widgets/light/Empty.tsx'

/** The empty state of a document: title, text and the next step. */
export function EmptyNotice({ empty }: { empty: EmptyState | undefined }): ReactNode {
  const title = useText(empty?.title)
  const text = useText(empty?.text)
  return (
    <Empty title={empty ? title : translate('kernel.empty')} text={text} image={empty?.image} scene={empty?.scene}>
      {empty?.action && <ActionButton action={empty.action} />}
    </Empty>
  )
}
