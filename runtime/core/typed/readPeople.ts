/** Lists of people as they are typed or pasted -> one entry for each. `Name address`, `Name <address>`, `Name, address`, `"Name, with comma" <address>`,
 *  cells of a spreadsheet, several on one line, full-width signs. What is not understood is an entry of its own, never left out and never completed. */
import { email as checkEmail } from '../keywords/email.ts'
import { normaliseAccount, normaliseIdentifier, normaliseName } from '../values/normaliseText.ts'

export interface TypedPerson {
  /** From 1. */
  line: number
  /** As typed. */
  written: string
  /** Empty: none was given. */
  name: string
  /** Null: it was not understood. */
  address: string | null
}
export interface TypedAccount {
  line: number
  written: string
  /** A username, a phone number or an email address, normalised. */
  account: string
}

const ADDRESS =
  /[^\s,;:<>()"\uff0c\uff1b\uff1a\u3001\u3008\u3009\u300a\u300b\uff08\uff09\uff1c\uff1e]+[@\uff20][^\s,;:<>()"\uff0c\uff1b\uff1a\u3001\u3008\u3009\u300a\u300b\uff08\uff09\uff1c\uff1e]+/gu
/** What may stand between a name and an address, or two people. */
const BESIDE =
  /^[\s,;:<>()\uff0c\uff1b\uff1a\u3001\u3008\u3009\u300a\u300b\uff08\uff09\uff1c\uff1e]+|[\s,;:<>()\uff0c\uff1b\uff1a\u3001\u3008\u3009\u300a\u300b\uff08\uff09\uff1c\uff1e]+$/gu
const NOWHERE = { parent: undefined, root: undefined }
const QUOTED = /^"((?:[^"]|"")*)"$/
const PARTING = /[;\uff1b\u3001\t]/
const LIST_SIGNS = /[\n\r\t,;\uff0c\uff1b\u3001]+/
const NAME_SIGNS = /[\n\r\t,;\uff0c\uff1b\u3001]+/

/** People with email addresses. @returns in the order they were typed; one address typed twice is two entries */
export function readPeople(text: string): TypedPerson[] {
  return text.split(/\r\n|[\r\n]/).flatMap((written, index) => (written.trim() === '' ? [] : peopleOf(written.trim(), index + 1)))
}

function peopleOf(written: string, line: number): TypedPerson[] {
  const found = [...written.matchAll(ADDRESS)]
  const unread = [{ line, written, name: '', address: null }]
  if (found.length === 0) return unread
  const people: TypedPerson[] = []
  let end = 0
  for (const match of found) {
    const name = nameIn(written.slice(end, match.index), found.length > 1)
    const address = addressOf(match[0])
    end = match.index + match[0].length
    if (name === null || address === null) return unread
    people.push({ line, written, name, address })
  }
  const rest = nameIn(written.slice(end), true)
  if (rest === '') return people
  // the name may follow the only address
  return rest !== null && people.length === 1 && people[0]!.name === '' ? [{ ...people[0]!, name: rest }] : unread
}

/** The name in what stands beside an address; null when it may be more than one person's. */
function nameIn(text: string, isBetween: boolean): string | null {
  const bare = text.replace(BESIDE, '')
  const quoted = QUOTED.exec(bare)?.[1]
  if (quoted !== undefined) return normaliseName(quoted.replaceAll('""', '"'))
  return PARTING.test(bare) || (isBetween && /[,\uff0c]/.test(bare)) || bare.includes('"') ? null : normaliseName(bare)
}

function addressOf(text: string): string | null {
  const address = normaliseIdentifier(text.replace(/^mailto:/i, '')).toLowerCase()
  return checkEmail(address, true, NOWHERE) === null ? address : null
}

/** Usernames, phone numbers and email addresses, one a line or parted by commas and semicolons; of `Name <address>` the address. Each once. */
export function readAccounts(text: string): TypedAccount[] {
  const seen = new Set<string>()
  return text.split(/\r\n|[\r\n]/).flatMap((written, index) =>
    written
      .split(LIST_SIGNS)
      .flatMap((part) => accountsIn(part))
      .filter((account) => account !== '' && !seen.has(account) && seen.add(account))
      .map((account) => ({ line: index + 1, written: written.trim(), account })),
  )
}

function accountsIn(part: string): string[] {
  const addresses = [...part.matchAll(ADDRESS)].map(([address]) => normaliseAccount(address))
  return addresses.length > 0 ? addresses : [normaliseAccount(part.replace(/^"|"$/g, ''))]
}

/** Names in one text: `Ada, Grace`, `晨晨、林一`, one a line. */
export function readNames(text: string): string[] {
  return text
    .split(NAME_SIGNS)
    .map((name) => normaliseName(name))
    .filter((name) => name !== '')
}
