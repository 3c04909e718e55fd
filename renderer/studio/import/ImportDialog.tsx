import { type ReactNode, useId, useMemo, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { checkDesign } from '../../../runtime/core/studio/checkDesign.ts'
import type { ImportedForm } from '../../../runtime/core/studio/import/importForm.ts'
import { controlNames } from '../../form/controlNames.ts'
import { Banner } from '../../widgets/light/Banner.tsx'
import { Button } from '../../widgets/light/Button.tsx'
import { Overlay } from '../../widgets/light/Overlay.tsx'
import { useDesign } from '../useDesign.ts'
import { ImportReport } from './ImportReport.tsx'
import { type Foreign, readForeign, readForeignFile } from './readForeign.ts'
import './import.css'

interface ImportDialogProps {
  /** @param name  of the file; empty for pasted text */
  onTake(form: FormDocument, name: string): void
  onClose(): void
}

/** Import: a file or a pasted text, then the report, then the form. */
export function ImportDialog({ onTake, onClose }: ImportDialogProps): ReactNode {
  const { vocabulary } = useDesign()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState('')
  const [found, setFound] = useState<{ imported: ImportedForm; name: string } | null>(null)
  const known = useMemo(() => ({ ...vocabulary, widgets: controlNames() }), [vocabulary])
  const check = (form: FormDocument) => checkDesign(form, known)
  const take = (foreign: Foreign, name: string) => {
    if ('own' in foreign) onTake(foreign.own, name)
    else if ('refusal' in foreign) setRefusal(foreign.refusal)
    else {
      setRefusal('')
      setFound({ imported: foreign, name })
    }
  }
  const isEmpty = found !== null && Object.keys(found.imported.form.schema.properties).length === 0
  return (
    <Overlay
      kind="dialog"
      title={translate('studio.import.title')}
      width={720}
      onClose={onClose}
      footer={
        found ? (
          <>
            <Button onClick={() => setFound(null)}>{translate('studio.import.back')}</Button>
            <Button
              tone="primary"
              disabled={isEmpty}
              reason={translate('studio.import.reason.nothing')}
              onClick={() => onTake(found.imported.form as FormDocument, found.name)}
            >
              {translate('studio.import.take')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{translate('studio.versions.cancel')}</Button>
            <Button
              tone="primary"
              disabled={text.trim() === ''}
              reason={translate('studio.import.nothingPasted')}
              onClick={() => take(readForeign(text, check), '')}
            >
              {translate('studio.import.read')}
            </Button>
          </>
        )
      }
    >
      {found ? (
        <ImportReport imported={found.imported} />
      ) : (
        <Given
          text={text}
          onText={setText}
          onFile={async (file) => take(await readForeignFile(file, check), file.name)}
          refusal={refusal}
        />
      )}
    </Overlay>
  )
}

interface GivenProps {
  text: string
  refusal: string
  onText(text: string): void
  onFile(file: File): void
}

function Given({ text, refusal, onText, onFile }: GivenProps): ReactNode {
  const id = useId()
  return (
    <div className="ag-studio-import">
      {refusal !== '' && <Banner tone="error" title={translate('studio.import.refusal')} text={refusal} />}
      <p>{translate('studio.import.formats')}</p>
      <span className="ag-studio-import__label" aria-hidden="true">
        {translate('studio.import.file')}
      </span>
      <label className="ag-button ag-button--default ag-button--small">
        <span className="ag-button__label">{translate('form.uploadChoose')}</span>
        <input
          type="file"
          className="ag-hidden"
          accept=".json,.txt,.csv,.tsv,.md,.docx,.xlsx,application/json,text/plain,text/csv"
          aria-label={translate('studio.import.file')}
          data-studio-import=""
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) onFile(file)
            target.value = ''
          }}
        />
      </label>
      <label className="ag-studio-import__label" htmlFor={`${id}-text`}>
        {translate('studio.import.paste')}
      </label>
      <textarea
        id={`${id}-text`}
        className="ag-form-input ag-form-textarea"
        rows={10}
        value={text}
        placeholder={translate('studio.import.pasteSample')}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onText(target.value)}
      />
      <p className="ag-studio-hint" id={`${id}-help`}>
        {translate('studio.import.pasteHelp')}
      </p>
    </div>
  )
}
