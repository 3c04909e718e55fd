/** `design`: one step of designing the form that a row names (`designDocument.ts`: its own document). The access of the call in the field's `designed` decides who may design. The first step that
 *  stores a form gives it its name and writes that name into the row. */
import { isRead } from '../../../core/callAddress.ts'
import type { AnswerPlace, DesignedForm, FormCheck, FormPlace, HandlerContext } from '../../../core/contracts.ts'
import type { DesignedAnswers, DesignOperation, FormDesign } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import type { DocumentFailure, Platform } from '../../../core/platform.ts'
import { tableName } from '../../database/tableNames.ts'
import {
  describeForm,
  designOf,
  formPlace,
  formVersions,
  publishForm,
  readForm,
  restoreForm,
  saveForm,
  storeForm,
} from '../../forms/designedForms.ts'
import { logFacts } from '../../log/logEntry.ts'
import type { CallRun } from '../CallRun.ts'
import { compileValue } from '../compileValue.ts'
import { createContext } from '../createContext.ts'
import { compileUpdate } from './change.ts'
import { compileDesignDocument } from './designDocument.ts'
import type { CompiledOperation, OperationContext } from './operation.ts'

type Input = Readonly<Record<string, unknown>>
type Row = Record<string, unknown> & { id: string }
/** A row and its form, while a step is taken. */
interface Designed {
  entity: string
  field: string
  design: FormDesign
  row: Row
  place: FormPlace
  input: Input
  run: CallRun
  context: HandlerContext
  /** Remembers in the row the form that was stored. */
  keep(formId: string): Promise<void>
}

export function compileDesign(context: OperationContext<DesignOperation>): CompiledOperation {
  const { call, operation, platform } = context
  const { entity, step } = operation
  const document = typeof operation.field === 'string' ? platform.get('entity', entity).fields[operation.field]?.document : undefined
  if (document) return compileDesignDocument(context, operation.field as string, document)
  const idOf = compileValue(operation.row)
  const names = typeof operation.field === 'string' ? [operation.field] : Object.values(operation.field.fields)
  const fields = new Map(names.map((name) => [name, { design: designOf(platform, entity, name), keep: compileKeep(context, name) }]))
  return {
    transactional: !isRead(call),
    async run(input, run) {
      const id = String(idOf(run.scope(input)))
      const field = chosenField(operation, input)
      const { design, keep } = fields.get(field)!
      await run.set.runInside(run, design.may, { id })
      const handlers = createContext(run)
      const row = await readRow(entity, id, handlers)
      const keepIn = async (formId: string): Promise<void> => {
        if (row[field] !== null) return
        await keep.run({ id, form: formId }, run, null)
        run.transaction?.written.add(entity)
      }
      return STEPS[step as FormStep]({
        entity,
        field,
        design,
        row,
        place: formPlace(design, field, row),
        input,
        run,
        context: handlers,
        keep: keepIn,
      })
    },
  }
}

function chosenField({ field }: DesignOperation, input: Input): string {
  if (typeof field === 'string') return field
  const chosen = input[field.parameter]
  return (typeof chosen === 'string' ? field.fields[chosen] : undefined) ?? Object.values(field.fields)[0]!
}

/** The update that names the form in its row. */
function compileKeep(context: OperationContext<DesignOperation>, field: string): CompiledOperation {
  const { call, operation, platform } = context
  const { set = {} } = designOf(platform, operation.entity, field)
  const { output: _, ...bare } = call
  return compileUpdate({
    ...context,
    call: { ...bare, access: 'signedIn' },
    operation: {
      kind: 'update',
      entity: operation.entity,
      by: { id: { cel: 'input.id' } },
      set: { [field]: { cel: 'input.form' }, ...set },
    },
  })
}

async function readRow(entity: string, id: string, { tables, fail }: HandlerContext): Promise<Row> {
  const row = await tables.selectFrom(tableName(entity)).selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { ...row, id: String(row.id) } : fail('NOT_FOUND', { entity, id })
}

type Step = (designed: Designed) => Promise<unknown>
type FormStep = Exclude<DesignOperation['step'], 'remove'>

const STEPS: Readonly<Record<FormStep, Step>> = {
  draft: ({ place, context }) => describeForm(place, context),
  async save(designed) {
    const { place, input, context, keep } = designed
    const saved = await saveForm(place, input as { content: object; revision?: string | null }, context)
    await keep(saved.formId)
    return { ...saved, failures: [...saved.failures, ...(await found('save', saved.formId, designed))] }
  },
  async impact({ place, design, row, input, context }) {
    const id = place.formId ?? place.name
    return context.documents.forms.impact(id, input.content, await answerPlaces(design, id, row, context))
  },
  async publish(designed) {
    const { place, input, context, keep } = designed
    const id = place.formId ?? (await storeForm(place, (await describeForm(place, context)).content, context)).formId
    await keep(id)
    const failures = await found('publish', id, designed)
    if (failures.length > 0)
      return context.fail('DOCUMENT_INVALID', { failures: [...(await context.documents.store.failures('form', id)), ...failures] })
    return publishForm(id, input.note as string | undefined, loggedContext(designed))
  },
  async used({ place, row, context }) {
    const { published, draft } = await readForm(storedId(place, row), context)
    return { content: (published ?? draft)?.content ?? {} }
  },
  versions: ({ place, context }) => formVersions(place.formId, context),
  async version({ place, row, input, context }) {
    const revision = Number(input.revision)
    return { revision, content: (await context.documents.store.revision('form', storedId(place, row), revision)).content }
  },
  async restore(designed) {
    const { place, row, input, context } = designed
    const id = storedId(place, row)
    const revision = await context.documents.store.revision('form', id, Number(input.revision))
    const failures = await found('publish', id, designed, { draft: revision as DesignedForm['draft'] })
    if (failures.length > 0) return context.fail('DOCUMENT_INVALID', { failures })
    return restoreForm(id, revision.revision, input.note as string | undefined, loggedContext(designed))
  },
}

/** A context whose log entries name the objects that the row belongs to. */
function loggedContext({ entity, row, context }: Designed): HandlerContext {
  const of = logFacts(context.platform, entity, row)
  const { rows } = context
  return { ...context, rows: { ...rows, record: (entry) => rows.record({ ...entry, of }) } }
}

/** @throws NOT_FOUND while there is none */
function storedId({ formId }: FormPlace, { id }: Row): string {
  if (formId === null) throw new AgonError('NOT_FOUND', { entity: 'platform.document', id })
  return formId
}

/** Mistakes of the form for its purpose. `instead`: a version to check in place of the draft. */
async function found(
  step: FormCheck['step'],
  id: string,
  { design, field, row, run, context }: Designed,
  instead: Partial<DesignedForm> = {},
): Promise<DocumentFailure[]> {
  if (design.check === undefined) return []
  const handler = run.set.deps.handlers.get(design.check)
  if (!handler) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'handler', id: design.check })
  const check: FormCheck = { step, field, row, ...(await readForm(id, context)), ...instead }
  return (await handler.run({ ...check }, context)) as DocumentFailure[]
}

/** Answers of the row itself, and of all rows that use its form. */
async function answerPlaces(design: FormDesign, formId: string, row: Row, context: HandlerContext): Promise<AnswerPlace[]> {
  const ids = [...new Set([row.id, ...(await otherUsers(design, formId, context))])]
  return (design.answers ?? []).map((answers) => answerPlace(answers, ids, context.platform))
}

function answerPlace({ entity, values, ref, where = {}, drafts }: DesignedAnswers, ids: string[], platform: Platform): AnswerPlace {
  const conditions = Object.entries(where).map(([field, codes]) => ({ field, in: codes }))
  const hash = platform.get('entity', entity).fields[values]?.form ?? ''
  return { entity, hash, answers: values, where: [{ field: ref, in: ids }, ...conditions], ...(drafts ? { drafts } : {}) }
}

async function otherUsers({ alsoNamedBy = [] }: FormDesign, formId: string, { tables }: HandlerContext): Promise<string[]> {
  const ids: string[] = []
  for (const { entity, field, ref } of alsoNamedBy) {
    const rows = await tables.selectFrom(tableName(entity)).select(`${ref} as named`).where(field, '=', formId).execute()
    ids.push(...rows.map(({ named }) => String(named)))
  }
  return ids
}
