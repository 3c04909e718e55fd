/** What is asked of a competition file: which, for whom, under which title, and how its times move. */
import { wholeText } from '../../runtime/core/wholeText.ts'
import type { FileOrder } from './file/writeFile.ts'

export interface FileInput {
  file: string
  organisationId: string
  title?: { zh: string; en?: string | undefined } | undefined
  years?: number | undefined
  days?: number | undefined
}

export function orderedFile({ title, ...order }: FileInput): FileOrder {
  return { ...order, ...(title && { title: wholeText(title.zh.trim(), title.en?.trim())! }) }
}
