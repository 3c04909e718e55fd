import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** Hash of the published version of a stored form; null without a form, and while it is being prepared. */
export async function publishedHash(
  formId: string | null | undefined,
  { documentStore }: Pick<HandlerContext, 'documentStore'>,
): Promise<string | null> {
  return formId ? ((await documentStore.published('form', formId))?.hash ?? null) : null
}
