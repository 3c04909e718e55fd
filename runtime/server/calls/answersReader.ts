/** Filters stored answers before they are sent: only the fields that the asker may read, by the form version that the row names, with personal values
 *  masked. The owner of a row reads their own answers in full, unless someone else looks with the owner's rights. Answers of an unknown version are not
 *  sent. */
import type { Session } from '../../core/contracts.ts'
import type { FormDocument } from '../../core/documents.ts'
import { readableAnswers } from '../../core/form/readableAnswers.ts'
import { isRecord } from '../../core/isRecord.ts'
import { maskAnswers } from '../../core/masking/maskAnswers.ts'
import { masksOf } from '../../core/masking/personalFields.ts'
import { heldAnywhere } from '../../core/permissions.ts'
import type { RowSelection } from './rowSource.ts'

/** Who receives rows, and where the form versions of their answers are found. */
export interface Asker {
  session: Session
  forms: { version(hash: string): Promise<{ form: FormDocument } | null> }
}
/** Names of columns of a selected row. */
export interface AnswersColumn {
  name: string
  hash: string
  owner: string
  /** Sent in full, for a reason that the audit log keeps. */
  isRevealed: boolean
}

/** Changes rows in place and removes the columns that it needed beside the answers. */
export function answersReader({ platform }: Pick<RowSelection, 'platform'>, columns: readonly AnswersColumn[]) {
  const masks = masksOf(platform)
  return async (rows: Record<string, unknown>[], { session, forms }: Asker): Promise<void> => {
    const codes = [...heldAnywhere(session)]
    const known = new Map<string, FormDocument | null>()
    const find = async (hash: string) => {
      if (!known.has(hash)) known.set(hash, (await forms.version(hash))?.form ?? null)
      return known.get(hash)!
    }
    for (const row of rows)
      for (const { name, hash, owner, isRevealed } of columns) {
        const isOwn = session.userId !== null && !session.seeing && String(row[owner]) === session.userId
        const form = isRecord(row[name]) ? await find(String(row[hash])) : null
        delete row[hash]
        delete row[owner]
        if (row[name] === null || row[name] === undefined) continue
        const answers = form ? readableAnswers({ form }, row[name], codes) : {}
        row[name] = form && !isOwn && !isRevealed ? maskAnswers(form.schema, answers, masks) : answers
      }
  }
}
