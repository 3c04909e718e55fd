/** Adds the competitions of the list of one year to that of another, where it has none of the name. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('data.copyYear', async ({ from, year }, { rows }) => {
  const listed = await rows.all('data.listed', { year: from })
  const added = listed.map(({ name, aliases, level, type, organiser }) => ({ year, name, aliases, level, type, organiser }))
  return { added: added.length === 0 ? 0 : (await rows.createMissing('data.listed', ['year', 'name'], added)).length }
})
