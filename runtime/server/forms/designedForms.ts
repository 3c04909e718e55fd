/** Forms that rows name: each row has a stored form of its own, with one draft and published versions. The caller has checked before who may design it. */
import type { DesignedForm, DesignService, FormPlace, HandlerContext, StoredDocument } from '../../core/contracts.ts'
import type { FormDesign, FormDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { compileExpression } from '../../core/expressions/index.ts'
import type { Platform } from '../../core/platform.ts'

const SCHEMA = '../kinds/form.schema.json'
type Context = Pick<HandlerContext, 'documents' | 'platform' | 'rows' | 'fail'>

export function designedForms(context: Context): DesignService {
  return {
    place: (entity, field, row) => formPlace(designOf(context.platform, entity, field), field, row),
    read: (formId) => readForm(formId, context),
    content: async (place) => (await describeForm(place, context)).content,
    store: (place, content) => storeForm(place, content, context),
  }
}

/** @throws DOCUMENT_UNKNOWN for a field that names no forms */
export function designOf(platform: Platform, entity: string, field: string): FormDesign {
  const design = platform.get('entity', entity).fields[field]?.designed
  if (!design) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'entity', id: `${entity}.${field}` })
  return design
}

/** Where the form of a row is stored, and how a new one is named. @param field  of the row that names the form */
export function formPlace({ name, starter }: FormDesign, field: string, row: object): FormPlace {
  const stored = row as Readonly<Record<string, unknown>>
  const given = { ...stored, id: String(stored.id) }
  return { formId: stored[field] as string | null, name: String(compileExpression(name.cel).evaluate({ row: given })), starter }
}

/** Draft and published revision of a form; both null while there is none. */
export async function readForm(formId: string | null, { documents }: Context): Promise<DesignedForm> {
  const revisions = formId === null ? [] : ((await documents.store.revisions('form', formId)) as StoredDocument<FormDocument>[])
  const find = (state: StoredDocument['state']) => revisions.find((revision) => revision.state === state) ?? null
  return { draft: find('draft'), published: find('published') }
}

/** Content that a designer opens. `revision` identifies the draft; null while nothing is stored. */
export async function describeForm({ formId, name, starter }: FormPlace, context: Context) {
  const form = await readForm(formId, context)
  const { draft, published } = form
  const { description: _, ...begun } = context.platform.get('form', starter)
  return {
    formId,
    content: draft?.content ?? published?.content ?? ({ ...begun, id: formId ?? name } as FormDocument),
    revision: writtenRevision(form),
    state: draft ? (published ? 'changed' : 'draft') : published ? 'published' : 'none',
    publishedAt: published?.createdAt ?? null,
  }
}

function writtenRevision({ draft, published }: DesignedForm): string | null {
  return (draft ?? published)?.hash ?? null
}

/** Keeps the form as its draft, with whatever mistakes it still has. The content does not decide which form it is.
 *  @throws DOCUMENT_REVISION when someone else has saved since the revision that was edited */
export async function saveForm(
  place: FormPlace,
  { content, revision = null }: { content: object; revision?: string | null },
  context: Context,
) {
  const form = await readForm(place.formId, context)
  const { published } = form
  if (writtenRevision(form) !== revision) return context.fail('DOCUMENT_REVISION', {})
  const saved = await storeForm(place, { ...content, $schema: published?.content.$schema ?? SCHEMA }, context)
  // an edit that was undone is no change
  if (saved.revision === published?.hash) await context.documents.store.discardDraft('form', saved.formId)
  return { ...saved, failures: await context.documents.store.failures('form', saved.formId) }
}

/** Stores a draft and logs it. @returns id of the form and hash of the draft */
export async function storeForm({ formId, name }: FormPlace, content: object, { documents, rows }: Context) {
  const id = formId ?? name
  const saved = await documents.store.saveDraft('form', id, { $schema: SCHEMA, ...content, id, version: 1 })
  await rows.record({ entity: 'platform.document', rowId: saved.rowId, before: null, after: { documentId: id, hash: saved.hash } })
  return { formId: id, revision: saved.hash }
}

/** @throws DOCUMENT_INVALID with every mistake and its place */
export async function publishForm(formId: string, note: string | undefined, { documents, rows }: Context) {
  const { hash, rowId } = await documents.store.publish('form', formId, note)
  await rows.record({ entity: 'platform.document', rowId, before: null, after: { documentId: formId, hash, state: 'published' } })
  return { formId, hash }
}

/** Publishes an earlier version again. @throws DOCUMENT_INVALID when the platform has changed so that it no longer fits */
export async function restoreForm(formId: string, revision: number, note: string | undefined, { documents, rows }: Context) {
  const restored = await documents.store.restore('form', formId, revision, note)
  const { hash, rowId } = restored
  await rows.record({ entity: 'platform.document', rowId, before: null, after: { documentId: formId, hash, restored: revision } })
  return { formId, hash, revision: restored.revision }
}

/** Versions, newest first; none before the first is saved. */
export async function formVersions(formId: string | null, { documents }: Context) {
  const list = formId === null ? [] : await documents.store.history('form', formId)
  return { list: list.map(({ authorId: _, ...facts }) => facts) }
}
