import type { KeywordCheck, KeywordRefusal } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'
import { countryOfPhone, isAbroad, isMainlandMobile, MAINLAND } from '../values/phoneNumber.ts'

/** `true`: of any country. `countries`: of these alone, by their ISO 3166 codes. */
export type PhoneLimit = true | { readonly countries: readonly string[] }

/** A phone number: 11 digits of a mainland mobile, 1 then 3 to 9; of elsewhere with a plus sign and the country code. Codes: `format`, `abroad`,
 *  `mainland`, `countries` {countries}. @see spec 5 */
export const phone: KeywordCheck<string, PhoneLimit> = (value, limit) => {
  const refused = value.startsWith('+') ? refusedAbroad(value) : isMainlandMobile(value) ? null : refuse('format')
  return refused ?? (limit === true ? null : refusedCountry(value, limit.countries))
}

function refusedAbroad(value: string): KeywordRefusal | null {
  return isAbroad(value) ? null : refuse(value.startsWith('+86') ? 'format' : 'abroad')
}

/** Where the rules are not there yet, only the mainland is distinguished from abroad; the server knows all. */
function refusedCountry(value: string, countries: readonly string[]): KeywordRefusal | null {
  const country = countryOfPhone(value)
  if (country === null ? countries.some((each) => each !== MAINLAND) : countries.includes(country)) return null
  return countries.length === 1 && countries[0] === MAINLAND ? refuse('mainland') : refuse('countries', { countries: countries.join(', ') })
}
