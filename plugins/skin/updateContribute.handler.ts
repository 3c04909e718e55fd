/** Saves and publishes immediately, for programs. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { publishSkin } from './publishSkin.ts'
import { readSkin } from './skin.ts'

export default defineHandler('skin.updateContribute', async ({ id, content }, context) => {
  await context.call('skin.save', { id, content })
  return publishSkin(await readSkin(id, context), context)
})
