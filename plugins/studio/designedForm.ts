/** One stored form that belongs to an object, as its designer works on it: one draft, published versions. Who may is the caller's matter. */
import type { HandlerContext, StoredDocument } from '../../runtime/core/contracts.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'

const SCHEMA = '../kinds/form.schema.json'

export interface DesignedForm {
  draft: StoredDocument<FormDocument> | null
  published: StoredDocument<FormDocument> | null
}
/** Where the form of an object is found. */
export interface FormPlace {
  /** Null while nothing is stored. */
  formId: string | null
  /** The name it gets when it is stored first. */
  name: string
}

export async function readForm(formId: string | null, { documents }: HandlerContext): Promise<DesignedForm> {
  const revisions = formId === null ? [] : ((await documents.revisions('form', formId)) as StoredDocument<FormDocument>[])
  const find = (state: StoredDocument['state']) => revisions.find((revision) => revision.state === state) ?? null
  return { draft: find('draft'), published: find('published') }
}

/** Names what is being written; null while nothing is stored. */
export function writtenRevision({ draft, published }: DesignedForm): string | null {
  return (draft ?? published)?.hash ?? null
}

/** What a designer opens: the draft, else what is published, else the document `starter` under the form's own name. */
export async function describeForm({ formId, name }: FormPlace, starter: string, context: HandlerContext) {
  const form = await readForm(formId, context)
  const { draft, published } = form
  const { description: _, ...begun } = context.platform.get('form', starter)
  return {
    formId,
    content: draft?.content ?? published?.content ?? { ...begun, id: formId ?? name },
    revision: writtenRevision(form),
    state: draft ? (published ? 'changed' : 'draft') : published ? 'published' : 'none',
    publishedAt: published?.createdAt ?? null,
  }
}

/** Keeps the form as its draft, with whatever mistakes it still has. Which form it is is not the content's matter.
 *  @throws DOCUMENT_REVISION when somebody else has saved since the revision that was edited */
export async function saveForm(
  place: FormPlace,
  { content, revision = null }: { content: Record<string, unknown>; revision?: string | null },
  context: HandlerContext,
) {
  const form = await readForm(place.formId, context)
  const { published } = form
  if (writtenRevision(form) !== revision) return context.fail('DOCUMENT_REVISION', {})
  const saved = await storeForm(place, { ...content, $schema: published?.content.$schema ?? SCHEMA }, context)
  // what was changed and taken back is no change
  if (saved.revision === published?.hash) await context.documents.discardDraft('form', saved.formId)
  return { ...saved, failures: await context.documents.failures('form', saved.formId) }
}

/** Makes the content the draft, whatever it was. */
export async function storeForm({ formId, name }: FormPlace, content: object, context: HandlerContext) {
  const id = formId ?? name
  const saved = await context.documents.saveDraft('form', id, { $schema: SCHEMA, ...content, id, version: 1 })
  await context.record({ entity: 'platform.document', rowId: saved.rowId, before: null, after: { documentId: id, hash: saved.hash } })
  return { formId: id, revision: saved.hash }
}

/** @throws DOCUMENT_INVALID with every mistake and its place */
export async function publishForm(formId: string, note: string | undefined, context: HandlerContext) {
  const { hash, rowId } = await context.documents.publish('form', formId, note)
  await context.record({ entity: 'platform.document', rowId, before: null, after: { documentId: formId, hash, state: 'published' } })
  return { formId, hash }
}

/** Publishes an earlier version again. @throws DOCUMENT_INVALID when the platform has changed so that it no longer fits */
export async function restoreForm(formId: string, { revision, note }: { revision: number; note?: string }, context: HandlerContext) {
  const restored = await context.documents.restore('form', formId, revision, note)
  const { hash, rowId } = restored
  await context.record({ entity: 'platform.document', rowId, before: null, after: { documentId: formId, hash, restored: revision } })
  return { formId, hash, revision: restored.revision }
}

/** Versions, newest first; none before the first is saved. */
export async function formVersions(formId: string | null, { documents }: HandlerContext) {
  const list = formId === null ? [] : await documents.history('form', formId)
  return { list: list.map(({ authorId: _, ...facts }) => facts) }
}
