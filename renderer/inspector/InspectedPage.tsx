import { type ReactNode, useState } from 'react'
import type { PageDocument } from '../../runtime/core/documents.ts'
import { Mark, PassContext } from '../inPlaceEditor/Mark.tsx'
import { usePasses } from '../inPlaceEditor/usePasses.ts'
import { MarkContext } from '../MarkContext.ts'
import { NodeList } from '../NodeList.tsx'
import { Inspector } from './Inspector.tsx'
import './inspector.css'

/** A page of `npm run dev`: any element on it can be asked which node it is, and where that is written. Words are English: it speaks to developers. */
export default function InspectedPage({ page }: { page: PageDocument }): ReactNode {
  const [isOn, setOn] = useState(false)
  const { pass } = usePasses(page, isOn)
  return (
    <>
      <MarkContext value={Mark}>
        <PassContext value={pass}>
          <NodeList nodes={page.body} />
        </PassContext>
      </MarkContext>
      <Inspector isOn={isOn} onSwitch={setOn} />
    </>
  )
}
