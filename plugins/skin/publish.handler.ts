/** Publishes the draft; what lacks contrast is refused by the checks that every skin goes through. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { publishSkin } from './publishSkin.ts'
import { readSkin } from './skin.ts'

export default defineHandler('skin.publish', async ({ id, note }, context) => {
  await context.lock('skin', id)
  return publishSkin(await readSkin(id, context), context, note)
})
