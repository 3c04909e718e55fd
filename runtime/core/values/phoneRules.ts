/** The rules of numbers of every country, by libphonenumber: 30 kB, so a browser loads this file on demand. Importing it puts them to use. */
import { type CountryCode, getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { keepPhoneRules, type PhoneRules } from './phoneNumber.ts'

const rules: PhoneRules = {
  isNumber: (number) => parsePhoneNumberFromString(number)?.isValid() ?? false,
  countryOf: (number) => parsePhoneNumberFromString(number)?.country ?? null,
  read(typed, country) {
    const found = parsePhoneNumberFromString(typed, country as CountryCode)
    return found?.isPossible() ? found.number : null
  },
  countries: () => getCountries().map((country) => ({ country, code: getCountryCallingCode(country) })),
}

keepPhoneRules(rules)
