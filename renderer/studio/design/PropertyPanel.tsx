import { type ReactNode, useMemo, useState } from 'react'
import { serverNow } from '../../../runtime/client/clock.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { ControlSetting, FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { isScorable } from '../../../runtime/core/form/scoreAnswers.ts'
import { writeAt } from '../../../runtime/core/studio/documentPath.ts'
import { entryOfField } from '../../../runtime/core/studio/entryOfField.ts'
import { isFieldName, renameField } from '../../../runtime/core/studio/fieldReferences.ts'
import { freeName } from '../../../runtime/core/studio/freeName.ts'
import { type MatrixPart, matrixKind, matrixOptions, withMatrixOptions } from '../../../runtime/core/studio/matrixParts.ts'
import { nameFromTitle } from '../../../runtime/core/studio/nameFromTitle.ts'
import {
  controlSettings,
  type PanelKey,
  type PanelSubject,
  panelKey,
  SETTING,
  settingKey,
} from '../../../runtime/core/studio/panelSchema.ts'
import { isRequired, lastStep, setRequired } from '../../../runtime/core/studio/placeFields.ts'
import { pointsInAll } from '../../../runtime/core/studio/quizParts.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { writeKey } from '../commands.ts'
import { failuresWithin } from '../failuresWithin.ts'
import { failureWords } from '../failureWords.ts'
import { propertyWords } from '../metaWords.ts'
import { MatrixColumns } from '../panel/MatrixColumns.tsx'
import { PanelExtrasContext } from '../panel/panelExtras.ts'
import { SchemaPanel } from '../panel/SchemaPanel.tsx'
import type { PanelPart } from '../panel/usePanel.ts'
import { tabs } from '../tabs.ts'
import { type Design, useAt, useDerived, useDesign, useFailures, useSelection } from '../useDesign.ts'
import { savedFieldsChanged } from './SavedFields.tsx'

const OF_OTHERS: Record<Exclude<PanelSubject, 'field'>, readonly string[]> = {
  form: ['title', 'submitLabel', 'draft'],
  section: ['title', 'description', 'step'],
  step: ['title', 'description'],
}
const REQUIRED: PanelKey = { key: 'required', editor: 'plain', schema: { type: 'boolean' } }

/** Settings of the selected part, as the palette defines them for its type; settings of the form when nothing is selected. */
export function PropertyPanel(): ReactNode {
  const selection = useSelection()
  const path = selection.at(-1) ?? ''
  const subject: PanelSubject =
    path === '' ? 'form' : path.startsWith('/sections/') ? 'section' : path.startsWith('/steps/') ? 'step' : 'field'
  return (
    <aside className="ag-studio-panel" aria-label={translate('studio.panel.label')}>
      <h3 className="ag-studio-panel__title">
        {translate(`studio.panel.${selection.length > 1 ? 'several' : subject}`, { count: selection.length })}
      </h3>
      {subject === 'field' ? <FieldPanel path={path} /> : <OtherPanel key={subject} path={path} subject={subject} />}
    </aside>
  )
}

function OtherPanel({ path, subject }: { path: string; subject: Exclude<PanelSubject, 'field'> }): ReactNode {
  const design = useDesign()
  const value = useAt<Record<string, unknown>>(path)
  const shared = useShared(path)
  const isQuiz = subject === 'form' && offeredParts(design).some(({ properties }) => properties.includes(SCORE))
  const points = useDerived((form) => (isQuiz ? pointsInAll(form, serverNow()) : 0))
  const extras = useMemo(() => ({ points }), [points])
  const parts = useMemo(() => {
    const quiz = isQuiz ? [{ id: 'quiz', title: translate('studio.quiz.title'), keys: [panelKey('form', 'quiz', [])!], closed: true }] : []
    const keys = OF_OTHERS[subject].flatMap((key) => panelKey(subject, key, []) ?? [])
    return [{ id: 'own', title: translate('studio.panel.own'), keys }, ...quiz]
  }, [subject, isQuiz])
  if (!value) return null
  return (
    <PanelExtrasContext value={extras}>
      <SchemaPanel
        of={subject + path}
        parts={parts}
        value={value}
        {...shared}
        onChange={(key, next) => writeKey(design, path, key, next, propertyWords(key))}
      />
    </PanelExtrasContext>
  )
}

function FieldPanel({ path }: { path: string }): ReactNode {
  const design = useDesign()
  const { vocabulary } = design
  const field = useAt<FormField>(path)
  const required = useDerived((form) => isRequired(form, path))
  const shared = useShared(path)
  const entry = field ? entryOfField(vocabulary.palette, field) : null
  const own = entry ? entry.properties : ownKeys(field, vocabulary)
  const settings = field ? controlSettings(vocabulary.palette, field) : NO_SETTINGS
  const isMatrix = matrixKind(field) !== null
  const isScored = field !== undefined && isScorable(field) && !path.includes('/items/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names decide
  const parts = useMemo(() => fieldParts(design, own, { settings, isMatrix, isScored }), [design, own.join(), settings, isMatrix, isScored])
  const value = useMemo(() => ({ ...field, ...settingValues(field), ...matrixValues(field), required }), [field, required])
  const extras = useMemo(
    () => ({
      permissions: vocabulary.permissions,
      enums: vocabulary.enums,
      ...(field ? { field } : {}),
      ...(entry ? { begun: entry.field } : {}),
      ...(tabs.some(({ id }) => id === 'logic') ? { openLogic: () => design.open('logic', [path]) } : {}),
    }),
    [vocabulary, design, path, field, entry],
  )
  if (!field) return null
  const change = (key: string, next: unknown) => {
    if (key.startsWith(MATRIX)) writeMatrix(design, path, key.slice(MATRIX.length) as MatrixPart, next)
    else if (key.startsWith(SETTING)) writeSetting(design, path, key.slice(SETTING.length), next, settingWords(settings, key))
    else if (key !== 'required') writeKey(design, path, key, next, propertyWords(key))
    else
      design.session.change(translate('studio.edit.property', { what: propertyWords(key) }), (form) =>
        setRequired(form, path, next === true),
      )
  }
  return (
    <PanelExtrasContext value={extras}>
      <p className="ag-studio-hint">{entry ? resolveText(entry.title) : translate('studio.kind.other')}</p>
      <SchemaPanel of={path} parts={parts} value={value} {...shared} onChange={change} />
      {matrixKind(field) === 'cells' && (
        <MatrixColumns
          key={`cells ${path}`}
          field={field}
          onChange={(next) =>
            design.session.change(
              translate('studio.edit.property', { what: translate('studio.matrix.kinds') }),
              (form) => writeAt(form, path, next),
              {
                merge: `${path} cells`,
              },
            )
          }
        />
      )}
      <NameField key={`name ${path}`} path={path} />
      {design.node.library && <KeepField key={`keep ${path}`} path={path} field={field} />}
    </PanelExtrasContext>
  )
}

/** Before the name of a list that a panel asks of a matrix. */
const MATRIX = 'matrix/'
const MATRIX_PARTS: readonly MatrixPart[] = ['rows', 'columns']

function matrixKeys(): PanelKey[] {
  return MATRIX_PARTS.map((part) => ({
    key: MATRIX + part,
    editor: 'options',
    schema: { type: 'array' },
    title: { zh: translate(`studio.matrix.${part}.zh`), en: translate(`studio.matrix.${part}.en`) },
  }))
}

function matrixValues(field: FormField | undefined): Record<string, unknown> {
  if (!field || matrixKind(field) === null) return {}
  return Object.fromEntries(MATRIX_PARTS.map((part) => [MATRIX + part, matrixOptions(field, part)]))
}

function writeMatrix({ session }: Design, path: string, part: MatrixPart, next: unknown): void {
  const options = (next ?? []) as ReturnType<typeof matrixOptions>
  const words = translate('studio.edit.property', {
    what: resolveText({ zh: translate(`studio.matrix.${part}.zh`), en: translate(`studio.matrix.${part}.en`) }),
  })
  session.change(words, (form) => writeAt(form, path, withMatrixOptions(session.read<FormField>(path)!, part, options)), {
    merge: `${path} ${part}`,
  })
}

const NO_SETTINGS: readonly ControlSetting[] = []

/** The settings of the control beside the keys of the field. */
function settingValues(field: FormField | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(field?.['x-props'] ?? {}).map(([key, value]) => [`${SETTING}${key}`, value]))
}

/** A field without settings has no `x-props`. */
function writeSetting(design: Design, path: string, key: string, value: unknown, words: string): void {
  const before = design.session.read<FormField>(path)?.['x-props'] ?? {}
  const { [key]: _, ...others } = before
  const next = value === undefined ? others : { ...before, [key]: value }
  writeKey(design, path, 'x-props', Object.keys(next).length === 0 ? undefined : next, words)
}

function settingWords(settings: readonly ControlSetting[], key: string): string {
  return resolveText(settings.find((each) => SETTING + each.key === key)?.title)
}

/** Parts of the panel that this form's purpose has. */
function offeredParts({ vocabulary: { palette }, node: { purpose } }: Design): Design['vocabulary']['palette']['panel'] {
  return palette.panel.filter(({ purposes }) => purposes === undefined || purpose === undefined || purposes.includes(purpose))
}

/** Key of a field that says what it counts. */
const SCORE = 'x-score'

interface FieldFacts {
  settings: readonly ControlSetting[]
  isMatrix: boolean
  isScored: boolean
}

function fieldParts(design: Design, own: readonly string[], { settings, isMatrix, isScored }: FieldFacts): PanelPart[] {
  const { keywords } = design.vocabulary
  return offeredParts(design).map(({ id, title, properties, closed }) => {
    const names = properties.flatMap((key) => (key === 'own' ? own : [key])).filter((key) => key !== SCORE || isScored)
    const keys = names.flatMap((key) => {
      if (key === 'control') return [...(isMatrix ? matrixKeys() : []), ...settings.map(settingKey)]
      return key === 'required' ? REQUIRED : (panelKey('field', key, keywords) ?? [])
    })
    return { id, title: resolveText(title), keys, closed: closed === true }
  })
}

/** A field of no kind of the palette is asked for what it has. */
function ownKeys(field: FormField | undefined, { palette }: Design['vocabulary']): string[] {
  const common = new Set(palette.panel.flatMap(({ properties }) => properties))
  return Object.keys(field ?? {}).filter((key) => !common.has(key) && !STRUCTURE.has(key))
}

const STRUCTURE: ReadonlySet<string> = new Set(['type', 'items', 'properties', 'x-props'])

/** Settings that the panels of all parts share. */
function useShared(path: string) {
  const failures = useFailures()
  const places = useDerived(choicesOf, (left, right) => JSON.stringify(left) === JSON.stringify(right))
  return useMemo(
    () => ({
      choices: places,
      failure: (key: string) => {
        const [found] = failuresWithin(failures, `${path}/${key}`)
        return found ? failureWords(found).text : ''
      },
    }),
    [failures, places, path],
  )
}

function choicesOf({ steps = [], sections = [] }: FormDocument) {
  const listed = (parts: readonly { id: string; title: unknown }[]) =>
    parts.map(({ id, title }) => ({ value: id, label: resolveText(title) || id }))
  return { step: listed(steps), 'x-step': listed(steps), 'x-section': listed(sections) }
}

/** The name under which answers are stored. When the person leaves the input, all rules get the new name too. */
function NameField({ path }: { path: string }): ReactNode {
  const { session } = useDesign()
  const name = lastStep(path)
  const [typed, setTyped] = useState(name)
  const siblings = Object.keys(session.read<object>(path.slice(0, path.lastIndexOf('/'))) ?? {})
  const wrong =
    typed === name
      ? ''
      : !isFieldName(typed)
        ? translate('studio.name.wrong')
        : siblings.includes(typed)
          ? translate('studio.name.taken')
          : ''
  const title = useAt<FormField['title']>(`${path}/title`)
  const fromTitle = nameFromTitle(title)
  const proposed = fromTitle === null || fromTitle === name ? null : freeName(fromTitle, siblings)
  const renameTo = (next: string) => {
    const renamed = renameField(session.content, path, next)
    session.change(translate('studio.edit.rename', { what: next }), () => renamed.form, { select: [renamed.path] })
  }
  const rename = () => {
    if (wrong === '' && typed !== name) renameTo(typed)
  }
  return (
    <details className="ag-studio-part">
      <summary>{translate('studio.name.part')}</summary>
      <div className="ag-studio-part__fields">
        <div className="ag-studio-field">
          <label className="ag-studio-field__label" htmlFor="studio-name">
            {translate('studio.name.label')}
          </label>
          <input
            id="studio-name"
            className="ag-form-input ag-studio-code"
            value={typed}
            aria-invalid={wrong !== ''}
            aria-describedby="studio-name-help"
            onChange={({ target }) => setTyped(target.value)}
            onBlur={rename}
            onKeyDown={(event) => event.key === 'Enter' && rename()}
          />
          <p className={wrong === '' ? 'ag-studio-hint' : 'ag-studio-field__wrong'} id="studio-name-help">
            {wrong || translate('studio.name.help')}
          </p>
          {proposed !== null && (
            <Button size="small" tone="link" onClick={() => renameTo(proposed)}>
              {translate('studio.name.fromTitle', { name: proposed })}
            </Button>
          )}
        </div>
      </div>
    </details>
  )
}

/** Keeps the field for other forms. */
function KeepField({ path, field }: { path: string; field: FormField }): ReactNode {
  const { node, run, announce } = useDesign()
  const [busy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    // Steps and sections are this form's.
    const bare = ['x-step', 'x-section'].reduce((kept, key) => writeAt(kept, `/${key}`, undefined), field)
    const title = typeof field.title === 'object' && 'zh' in field.title ? field.title : { zh: lastStep(path), en: lastStep(path) }
    if (await run(node.library!.save, { title, field: bare, name: lastStep(path) })) {
      announce(translate('studio.saved.kept'))
      savedFieldsChanged.dispatchEvent(new Event('change'))
    }
    setBusy(false)
  }
  return (
    <Button size="small" icon="star" busy={busy} onClick={() => void keep()}>
      {translate('studio.saved.keep')}
    </Button>
  )
}
