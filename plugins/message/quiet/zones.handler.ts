/** Time zones by their IANA names, which people search by the name of a city. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

const MAX = 50

export default defineHandler('message.zones', async ({ search = '', values }) => {
  const wanted = search.toLowerCase().replaceAll(' ', '_')
  const known = Intl.supportedValuesOf('timeZone')
  const found = values
    ? known.filter((zone) => values.includes(zone))
    : known.filter((zone) => zone.toLowerCase().includes(wanted)).slice(0, MAX)
  return { list: found.map((value) => ({ value, label: value.replaceAll('_', ' ') })) }
})
