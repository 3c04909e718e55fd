import { type ReactNode, useMemo, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { printDocument } from '../../../runtime/core/documents/printDocument.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { keysAt, valuesAt } from '../../../runtime/core/studio/metaAt.ts'
import { Banner } from '../../widgets/light/Banner.tsx'
import { failureWords } from '../failureWords.ts'
import { isForm } from '../isForm.ts'
import { JsonEditor } from '../JsonEditor.tsx'
import { helpWords } from '../metaWords.ts'
import { placeInText, readTyped } from '../readTyped.ts'
import { useAt, useDesign, useFailures } from '../useDesign.ts'

/** The form as JSON. Valid JSON becomes the form immediately, as one undo step; other text stays in the editor with the position of the mistake. */
export default function JsonTab(): ReactNode {
  const { session, vocabulary } = useDesign()
  const form = useAt<FormDocument>('')
  const failures = useFailures()
  const shown = session.selection.at(-1)
  const [first] = useState(shown)
  const typed = useRef<{ text: string; content: unknown } | null>(null)
  const [mistake, setMistake] = useState('')
  const text = useMemo(() => (typed.current?.content === form ? typed.current?.text : undefined) ?? textOf(form), [form])
  const [draft, setDraft] = useState<{ of: unknown; text: string } | null>(null)
  const problems = useMemo(() => {
    const placed = placeInText('form', session.content.id, text)
    return failures.map((failure) => ({ path: placed(failure.path), text: failureWords(failure).text }))
  }, [failures, session, text])
  const change = (next: string) => {
    if (next === text) return setMistake('')
    setDraft({ of: form, text: next })
    const read = readTyped('form', session.content.id, next)
    if (read.mistake?.what === 'json') return setMistake(translate('studio.json.mistake', { ...read.mistake }))
    if (read.mistake?.what === 'form') return setMistake(translate('studioDocument.failure', { ...read.mistake }))
    if (!isForm(read.content)) return setMistake(translate('studio.import.notForm'))
    setMistake('')
    const { content } = read
    typed.current = { text: next, content }
    session.change(translate('studio.edit.json'), () => content, { merge: 'json' })
  }
  const isDraft = draft !== null && draft.of === form && mistake !== ''
  return (
    <div className="ag-studio-json">
      {isDraft && <Banner tone="warning" title={mistake} text={translate('studio.json.kept')} />}
      <JsonEditor
        label={translate('studio.json.label')}
        value={isDraft ? draft.text : text}
        problems={isDraft ? [] : problems}
        show={first}
        complete={(path, what) =>
          what === 'key'
            ? keysAt('form', path, vocabulary.keywords).map(({ name, description }) => ({ name, description: helpWords(description) }))
            : valuesAt('form', path).map((value) => ({ name: String(value) }))
        }
        onChange={change}
      />
    </div>
  )
}

function textOf(form: FormDocument | undefined): string {
  return form === undefined ? '' : printDocument('form', form)
}
