import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { checkDesign } from '../../../runtime/core/studio/checkDesign.ts'
import { type ImportedForm, importQuestions } from '../../../runtime/core/studio/import/importForm.ts'
import { insertQuestions, offeredQuestions } from '../../../runtime/core/studio/insertQuestions.ts'
import { placeAfter } from '../../../runtime/core/studio/placeAfter.ts'
import { controlNames } from '../../form/controlNames.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { Overlay } from '../../widgets/light/Overlay.tsx'
import { FieldPicture } from '../design/FieldSketch.tsx'
import { useDesign } from '../useDesign.ts'
import './import.css'

type Read = { questions: ImportedForm['form']; lost: string[] } | null

/** Questions pasted on the canvas: the text beside what it becomes. Taking them is one step back. */
export function PasteQuestions({ text: pasted, onClose }: { text: string; onClose(): void }): ReactNode {
  const { session, announce } = useDesign()
  const [text, setText] = useState(pasted)
  const read = useQuestions(useDeferredValue(text))
  const count = Object.keys(read?.questions.schema.properties ?? {}).length
  const take = () => {
    const words = translate('studio.paste.taken', { count })
    const place = placeAfter(session.content, session.selection.at(-1))
    const { form, select } = insertQuestions(session.content, place, read!.questions)
    session.change(words, () => form, { select })
    announce(words)
    onClose()
  }
  return (
    <Overlay
      kind="dialog"
      title={translate('studio.paste.title')}
      width={960}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('studio.versions.cancel')}</Button>
          <Button tone="primary" disabled={count === 0} reason={translate('studio.paste.nothing')} onClick={take}>
            {translate('studio.paste.take', { count })}
          </Button>
        </>
      }
    >
      <p className="ag-studio-hint">{translate('studio.import.pasteHelp')}</p>
      <div className="ag-studio-paste">
        <textarea
          className="ag-form-input ag-form-textarea"
          rows={16}
          data-autofocus=""
          aria-label={translate('studio.paste.text')}
          placeholder={translate('studio.import.pasteSample')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <section className="ag-studio-paste__preview" aria-label={translate('studio.paste.preview')}>
          <p className="ag-studio-hint" role="status">
            {translate(count === 0 ? 'studio.paste.nothing' : 'studio.paste.found', { count })}
          </p>
          {read && read.lost.length > 0 && (
            <ul className="ag-studio-paste__lost" aria-label={translate('studio.paste.lost')}>
              {read.lost.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
          {read && <Pictures form={read.questions} />}
        </section>
      </div>
    </Overlay>
  )
}

function Pictures({ form: { schema, sections = [] } }: { form: ImportedForm['form'] }): ReactNode {
  let section: string | undefined
  return Object.entries(schema.properties).map(([name, field]) => {
    const own = field['x-section']
    const isNew = own !== section
    section = own
    return (
      <div key={name}>
        {isNew && own && <h4>{resolveText(sections.find(({ id }) => id === own)?.title)}</h4>}
        <FieldPicture name={name} field={field} required={schema.required?.includes(name) === true} />
      </div>
    )
  })
}

/** @returns null while the text holds no question */
function useQuestions(text: string): Read {
  const { vocabulary, node } = useDesign()
  return useMemo(() => {
    const known = { ...vocabulary, widgets: controlNames() }
    const words = (key: string, values?: { number: number }) => translate(`studio.import.words.${key}`, values)
    const found = importQuestions(text, { words, check: (form) => checkDesign(form, known) })
    if ('refused' in found) return null
    const { content, left } = offeredQuestions(found.form, vocabulary.palette, node.purpose)
    const losses = found.losses.filter(({ degree }) => degree !== 'aside')
    const line = (path: string) => Number(/^\/(\d+)/.exec(path)?.[1] ?? 0)
    return {
      questions: content,
      lost: [
        ...left.map(({ title }) => translate('studio.paste.notOffered', { title: resolveText(title) })),
        ...losses.map(({ path, reason, found: what }) =>
          translate('studio.paste.loss', { line: line(path), reason: translate(`studio.import.reason.${reason}`), what }),
        ),
      ],
    }
  }, [text, vocabulary, node.purpose])
}
