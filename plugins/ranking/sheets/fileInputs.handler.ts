/** Sheet of a ranking's workbook: the works with what else counts, and why some have no rank. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { titlesOf } from '../../review/assignment/shownNames.ts'
import { filePage } from './filePage.ts'

export default defineHandler('ranking.fileInputs', (input, context) =>
  filePage(
    input,
    {
      name: 'inputs',
      make: ({ works, rounds, result }) => {
        const because = new Map(result.unranked.map((each) => [each.work, each.because]))
        const taken = rounds.map(({ title, works: own }) => ({ title, own: new Set(own) }))
        return works.map(({ id, registration, event, submittedAt, votes }) => ({
          ...{ id, registrationId: registration, eventId: event, submittedAt, votes, because: because.get(id) ?? null },
          rounds: taken.filter(({ own }) => own.has(id)).map(({ title }) => title),
        }))
      },
      finish: async (rows) => {
        const titles = await titlesOf(
          rows.map(({ id }) => id),
          context,
        )
        const { lang } = context
        return rows.map(({ rounds, ...row }) => ({
          ...row,
          work: titles.get(row.id) ?? null,
          rounds: rounds.map((title) => title[lang]).join('; '),
        }))
      },
    },
    context,
  ),
)
