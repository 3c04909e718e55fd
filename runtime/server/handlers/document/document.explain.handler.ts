/** Why the parts of a page are shown or not, and for whom: of the person's draft of it, with the other drafts of the person, else of the page as it is served. */

import { defineHandler, type HandlerContext } from '../../../core/contracts.ts'
import { searchForm } from '../../../core/values/normaliseText.ts'
import { textInBoth } from '../../documents/textInBoth.ts'
import { explainPage } from '../../screens/explainPage.ts'

const PAGE = 50

export default defineHandler('platform.document.explain', async (input, context) => {
  const { id, role, search, pageNum = 1, pageSize = PAGE } = input
  const { lang } = context
  const { platform, isDraft, isHeldBack: isSkipped } = input.published ? served(context) : await drafted(id, context)
  const page = platform.documents.page.get(id)
  if (!page) return context.fail('NOT_FOUND', { entity: 'page', id })
  const titleOf = (name: string) => textInBoth(platform, platform.get('role', name).title)[lang]
  const all = explainPage(platform, page, role ?? null)
    .filter((part) => !search || searchForm(JSON.stringify(part)).includes(searchForm(search)))
    .map(({ hiddenFor, reads, sentence, ...part }) => ({
      ...part,
      sentence: sentence[lang],
      reads: reads.join(', '),
      hiddenFor: hiddenFor.map(titleOf).join(lang === 'zh' ? '、' : ', '),
    }))
  return {
    list: all.slice((pageNum - 1) * pageSize, pageNum * pageSize),
    total: all.length,
    pageNum,
    pageSize,
    isDraft,
    isHeldBack: isSkipped,
  }
})

function served({ platform }: HandlerContext) {
  return { platform, isDraft: false, isHeldBack: false }
}

/** A draft with a mistake is held back: the page as it is served stands in its place. */
async function drafted(id: string, context: HandlerContext) {
  const { documents, session } = context
  const isOwn = (await documents.store.overview()).some(
    (one) => one.state === 'draft' && one.kind === 'page' && one.id === id && one.authorId === session.userId,
  )
  if (!isOwn) return served(context)
  const { platform, skippedDrafts } = await documents.store.draftPlatform()
  const isSkipped = skippedDrafts.some((one) => one.kind === 'page' && one.id === id)
  return { platform, isDraft: !isSkipped, isHeldBack: isSkipped }
}
