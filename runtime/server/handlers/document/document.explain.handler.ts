/** Why the parts of a page are shown or not, and for whom; of the page as it is served. */

import { defineHandler } from '../../../core/contracts.ts'
import { searchForm } from '../../../core/values/normaliseText.ts'
import { textInBoth } from '../../documents/textInBoth.ts'
import { explainPage } from '../../screens/explainPage.ts'

const PAGE = 50

export default defineHandler(
  'platform.document.explain',
  ({ id, role, search, pageNum = 1, pageSize = PAGE }, { platform, fail, lang }) => {
    const page = platform.documents.page.get(id)
    if (!page) return fail('NOT_FOUND', { entity: 'page', id })
    const titleOf = (name: string) => textInBoth(platform, platform.get('role', name).title)[lang]
    const all = explainPage(platform, page, role ?? null)
      .filter((part) => !search || searchForm(JSON.stringify(part)).includes(searchForm(search)))
      .map(({ hiddenFor, reads, sentence, ...part }) => ({
        ...part,
        sentence: sentence[lang],
        reads: reads.join(', '),
        hiddenFor: hiddenFor.map(titleOf).join(lang === 'zh' ? '、' : ', '),
      }))
    return { list: all.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: all.length, pageNum, pageSize }
  },
)
