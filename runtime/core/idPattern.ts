/** Ids of rows as the wire carries them: decimal, and any 18 digits fit a bigint. Documents spell it the same; a test holds them to it. */
export const ID_PATTERN = '^[0-9]{1,18}$'

const ID = new RegExp(ID_PATTERN)

/** Whether a text can be the id of a row: up to 18 decimal digits. */
export function isId(text: string): boolean {
  return ID.test(text)
}
