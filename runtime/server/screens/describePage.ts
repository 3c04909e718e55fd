/** A page with everything it names, pruned by the session's codes. */
import type { FormService, Session } from '../../core/contracts.ts'
import { expandFragments } from '../../core/documents/expandFragments.ts'
import { markNodes } from '../../core/documents/markNodes.ts'
import type { FragmentDocument, PageDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import type { PageBundle } from '../../core/wire.ts'
import { collect, withoutComments } from './collect.ts'
import { pageState } from './pageAccess.ts'
import { prune } from './prune.ts'
import { codesOf, keptFor } from './screenCache.ts'

/** @param how `marked`: for the studio and in development, each node says where it stands. @throws NOT_FOUND, SESSION_REQUIRED, PERMISSION_DENIED */
export async function describePage(
  platform: Platform,
  session: Session,
  id: string,
  { forms, marked = false }: { forms: FormService; marked?: boolean },
): Promise<PageBundle> {
  const document = platform.documents.page.get(id)
  if (!document) throw new AgonError('NOT_FOUND', { entity: 'page', id })
  const state = pageState(document, session)
  if (state === 'signIn') throw new AgonError('SESSION_REQUIRED', { call: `page ${id}` })
  if (state === 'denied') throw new AgonError('PERMISSION_DENIED', { call: `page ${id}`, permission: '' })
  const bundle = keptFor(platform, session, `${marked ? 'marked ' : ''}page ${id}`, () => makePage(platform, session, document, marked))
  const validators = await Promise.all(Object.values(bundle.forms).map(async (form) => [form.id, await forms.validator(form)] as const))
  return {
    ...bundle,
    needsRegex: bundle.needsRegex || validators.some(([, { usesRegex }]) => usesRegex),
    validators: Object.fromEntries(validators.map(([form, { hash }]) => [form, hash])),
  }
}

function makePage(platform: Platform, session: Session, document: PageDocument, marked: boolean): Omit<PageBundle, 'validators'> {
  const { codes } = codesOf(session)
  const whole = marked ? wholeMarked : expandFragments
  const { access, head: _, framedBy: __, ...rest } = whole(document, (id) => platform.documents.fragment.get(id))
  const page = { access, ...(prune(rest, platform, codes) as Omit<PageDocument, 'access'>) } as PageDocument
  return { page: withoutComments(page), ...collect([page], platform, codes) }
}

function wholeMarked(document: PageDocument, find: (id: string) => FragmentDocument | undefined): PageDocument {
  return expandFragments(markNodes(document, `page:${document.id}`), (id) => {
    const fragment = find(id)
    return fragment && markNodes(fragment, `fragment:${id}`)
  })
}
