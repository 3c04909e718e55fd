/** The grants of `account.why` as a list. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

interface Answer {
  grants: unknown[]
}

export default defineHandler(
  'account.whyGrants',
  async ({ pageNum: _page, pageSize: _size, sort: _sort, search: _search, ...question }, { call }) => {
    const { grants } = await call<Answer>('account.why', question)
    return { list: grants, total: grants.length, pageNum: 1, pageSize: 100 }
  },
)
