/** `design` of a field with `document`: one step of designing the stored document that belongs to one row. Its handler says who may design it and what is
 *  stored; drafts, versions, conflicts and the log are the same for all. */
import type { DocumentStep, EntityTypes, Handler, HandlerContext, StoredDocument } from '../../../core/contracts.ts'
import type { DesignOperation, OwnDocument } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import { tableName } from '../../database/tableNames.ts'
import type { CallRun } from '../CallRun.ts'
import { compileValue } from '../compileValue.ts'
import { createContext } from '../createContext.ts'
import type { CompiledOperation, OperationContext } from './operation.ts'

type Input = Readonly<Record<string, unknown>>
type Row = Record<string, unknown> & { id: string }
type Name = DocumentStep['step']
interface Designed {
  entity: keyof EntityTypes
  row: Row
  input: Input
  kind: string
  /** Id of the document. */
  id: string
  context: HandlerContext
  /** Asks the handler. */
  ask(step: Name): Promise<unknown>
  /** Further columns of the row for the state that the document has now. */
  columns(): Promise<Row>
}

/** @param field  name of the field with `document` */
export function compileDesignDocument(
  { operation }: OperationContext<DesignOperation>,
  field: string,
  { kind, designer, set = {} }: OwnDocument,
): CompiledOperation {
  const entity = operation.entity as keyof EntityTypes
  const idOf = compileValue(operation.row)
  const valuesOf = compileValue(set)
  return {
    transactional: true,
    async run(input, run) {
      const context = createContext(run)
      const row = await lockRow(entity, String(idOf(run.scope(input))), context)
      const id = row[field] as string
      const handler = handlerOf(run, designer)
      const ask = async (step: Name) =>
        handler.run({ step, row, content: (input.content ?? null) as never, draft: (await versions(kind, id, context)).draft }, context)
      const columns = async () => valuesOf({ ...run.scope(input), row, state: (await versions(kind, id, context)).state }) as Row
      return STEPS[operation.step as Name]({ entity, row, input, kind, id, context, ask, columns })
    },
  }
}

function handlerOf(run: CallRun, id: string): Handler<DocumentStep> {
  const handler = run.set.deps.handlers.get(id)
  if (!handler) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'handler', id })
  return handler as Handler<never> as Handler<DocumentStep>
}

/** All other changes of the row and its document wait until the transaction is over. */
async function lockRow(entity: string, id: string, { tables, fail }: HandlerContext): Promise<Row> {
  const row = await tables.selectFrom(tableName(entity)).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? { ...row, id: String(row.id) } : fail('NOT_FOUND', { entity, id })
}

interface Versions {
  draft: StoredDocument | null
  published: StoredDocument | null
  all: readonly StoredDocument[]
  state: 'draft' | 'changed' | 'published'
}

async function versions(kind: string, id: string, { documents }: HandlerContext): Promise<Versions> {
  const all = await documents.store.revisions(kind, id)
  const find = (state: StoredDocument['state']) => all.find((revision) => revision.state === state) ?? null
  const [draft, published] = [find('draft'), find('published')]
  return { draft, published, all, state: !published ? 'draft' : draft ? 'changed' : 'published' }
}

const STEPS: Readonly<Record<Name, (designed: Designed) => Promise<unknown>>> = {
  async save(designed) {
    const { input, kind, id, context } = designed
    const content = await designed.ask('save')
    const { draft } = await versions(kind, id, context)
    if (input.base !== undefined && draft && draft.hash !== input.base) return context.fail('DRAFT_CONFLICT', { stored: draft.hash })
    return keepDraft(designed, content)
  },
  async publish(designed) {
    const { input, entity, row, kind, id, context } = designed
    if (input.content !== undefined) await STEPS.save(designed)
    const { draft, published } = await versions(kind, id, context)
    await designed.ask('publish')
    if (!draft) return context.fail('NOT_FOUND', { entity, id: row.id })
    const { hash, revision } = await context.documents.store.publish(kind, id, input.note as string | undefined)
    await tellPublished(designed, published, { revision, hash })
    return { hash, revision }
  },
  async restore(designed) {
    const { input, entity, row, kind, id, context } = designed
    await designed.ask('restore')
    const earlier = (await versions(kind, id, context)).all.find(({ revision }) => revision === input.revision)
    return earlier ? keepDraft(designed, earlier.content) : context.fail('NOT_FOUND', { entity, id: `${row.id} ${input.revision}` })
  },
  async remove(designed) {
    const { entity, row, kind, id, context } = designed
    await designed.ask('remove')
    const { draft, published } = await versions(kind, id, context)
    if (draft) await context.documents.store.discardDraft(kind, id)
    if (published) await context.documents.store.resetToBuiltIn(kind, id)
    await context.rows.remove(entity, row)
    return null
  },
}

/** One entry for the version and the columns of the row. */
async function tellPublished({ entity, row, context, columns }: Designed, earlier: StoredDocument | null, now: object): Promise<void> {
  const change = await columns()
  const names = Object.keys(change)
  if (names.length > 0)
    await context.tables
      .updateTable(tableName(entity))
      .set({ ...change, updatedAt: context.now.toISOString() })
      .where('id', '=', row.id)
      .execute()
  const old = Object.fromEntries(names.map((name) => [name, row[name]]))
  const before =
    earlier === null && names.length === 0 ? null : { ...old, revision: earlier?.revision ?? null, hash: earlier?.hash ?? null }
  await context.rows.record({ entity, rowId: row.id, before, after: { ...change, ...now } })
}

async function keepDraft({ entity, row, kind, id, context, columns }: Designed, content: unknown): Promise<{ hash: string }> {
  const { hash } = await context.documents.store.saveDraft(kind, id, content)
  await context.rows.save(entity, row, await columns())
  return { hash }
}
