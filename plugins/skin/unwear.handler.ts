/** Stops using a skin: the pages use what they would without it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { setWorn } from './setWorn.ts'
import { readSkin } from './skin.ts'

export default defineHandler('skin.unwear', async ({ id }, context) => {
  await setWorn(await readSkin(id, context), null, context)
  return { worn: false }
})
