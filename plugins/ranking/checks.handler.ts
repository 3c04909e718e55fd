/** Problems that keep a list from its visitors, in words. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { EnumDocument, LocalText } from '../../runtime/core/documents.ts'
import { rankingChecks } from './checks/rankingChecks.ts'
import { heldList } from './heldList.ts'

export default defineHandler('ranking.checks', async ({ id }, context) => {
  const list = await heldList(id, context)
  const { values } = context.platform.get('enum', 'ranking.check') as EnumDocument
  const found = await rankingChecks(context, list)
  return {
    list: found.map(({ code, severity, count, params }) => ({
      ...{ code, severity, count, names: params.names, to: params.to },
      title: values.find((value) => value.code === code)!.label as LocalText,
    })),
    total: found.length,
    errors: found.filter(({ severity }) => severity === 'error').length,
  }
})
