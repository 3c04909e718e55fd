/** What follows `npm run new --` -> a new area. */
import type { NewArea } from '../../runtime/server/documents/area/area.ts'
import { readField, readTitle } from './readField.ts'

const USAGE = `Usage: npm run new -- area NAME ["中文标题|English title"] ["FIELD: TYPE LIMITS | 中文 | English" ...] [--permission CODE]
Example: npm run new -- area equipment "器材|Equipment" "name: string 60 | 名称 | Name" "kind: enum computer camera | 类别 | Kind" "quantity?: integer 1..999 | 数量 | Quantity"
Types: string (characters), text (characters), integer (from..to), number (from..to), boolean, date, datetime, enum (codes). A ? after the name makes a field optional.`

/** @throws Error with what is wrong, or with how the command is used */
export function readArea([what, name, ...rest]: readonly string[], permission = 'managePlatform'): Omit<NewArea, 'words'> {
  if (what !== 'area' || name === undefined) throw new Error(USAGE)
  if (!/^[a-z][A-Za-z0-9]{1,39}$/.test(name)) {
    throw new Error(`"${name}" is no name of an area: begin with a small letter, then letters and digits, 40 at most`)
  }
  const title = rest.find((text) => !text.includes(':'))
  const fields = rest.filter((text) => text !== title).map(readField)
  const twice = fields.find((field, index) => fields.findIndex((other) => other.name === field.name) < index)
  if (twice) throw new Error(`The field "${twice.name}" stands twice`)
  const [zh, en] = (title ?? '').split('|').map((part) => part.trim())
  return {
    name,
    title: readTitle(name, zh, en),
    permission,
    fields: fields.length > 0 ? fields : [readField('name: string 100 | 名称 | Name')],
  }
}
