import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** Hash of the published version of a stored form; null without a form, and while it is being prepared. */
export async function publishedHash(
  formId: string | null | undefined,
  { documents }: Pick<HandlerContext, 'documents'>,
): Promise<string | null> {
  return formId ? ((await documents.store.published('form', formId))?.hash ?? null) : null
}
