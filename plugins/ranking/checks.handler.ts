/** Problems that keep a list from its visitors, in words. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'
import { rankingChecks } from './checks/rankingChecks.ts'
import { heldList } from './heldList.ts'

export default defineHandler('ranking.checks', async ({ id }, context) => {
  const list = await heldList(id, context)
  const found = await rankingChecks(context, list)
  return {
    list: found.map(({ code, severity, count, params }) => ({
      ...{ code, severity, count, names: params.names, to: params.to },
      title: enumLabel('ranking.check', code, context.platform),
    })),
    total: found.length,
    errors: found.filter(({ severity }) => severity === 'error').length,
  }
})
