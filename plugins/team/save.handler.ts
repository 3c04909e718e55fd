/** Name, words and labels of a team. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertRosterOpen } from '../registration/roster.ts'
import { assertPart, changeTeam, lockTeam } from '../registration/team.ts'
import { knownLabels } from './allLabels.ts'

export default defineHandler('team.save', async ({ id, name, slogan, seeking, aboutPublic, labels }, context) => {
  const team = await lockTeam(id, context)
  const part = await assertPart(team, {}, context)
  await assertRosterOpen(team, part, context)
  const change = {
    ...(name === undefined ? {} : { displayName: name.trim() }),
    ...(slogan === undefined ? {} : { slogan }),
    ...(seeking === undefined ? {} : { seeking }),
    ...(aboutPublic === undefined ? {} : { aboutPublic }),
    ...(labels === undefined ? {} : { labels: knownLabels(labels, context).map(({ code }) => code) }),
  }
  if (Object.keys(change).length > 0) await changeTeam(team, change, context)
  return { id }
})
