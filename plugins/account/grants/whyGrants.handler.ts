/** The grants of `account.why` as a list. */
import type { HandlerOutput } from '../../../runtime/core/contracts.ts'
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler(
  'account.whyGrants',
  async ({ pageNum: _page, pageSize: _size, sort: _sort, search: _search, ...question }, { call }) => {
    const { grants } = await call<Pick<HandlerOutput<'account.why'>, 'grants'>>('account.why', question)
    return { list: grants, total: grants.length, pageNum: 1, pageSize: 100 }
  },
)
