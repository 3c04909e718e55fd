/** Plain data for the thread of an export, and the requests it makes to the server. The rows were chosen before, by the permissions of the person. */
import type { CallDocument, DocumentOf, EntityField, FormDocument, Operation } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import type { AnswerStatistics } from '../../core/statistics/AnswerStatistics.ts'
import type { SelectedRows } from '../serverContext.ts'
import type { AskedFilter } from './askedFilters.ts'
import type { CalledOptions } from './surveyAnswers.ts'

export type ExportFacts = NonNullable<Extract<Operation, { kind: 'list' | 'count' | 'export' }>['export']>

export interface ExportTask {
  platform: PlatformPart
  call: CallDocument
  facts: ExportFacts
  /** Read by the thread itself; null: rows come from another call, page by page from the server. */
  selected: SelectedRows | null
  databaseUrl: string
  /** Longest statement. */
  statementSeconds: number
  path: string
  /** Types of the fields that the columns show. */
  types: [string, EntityField['type']][]
  /** The same of each further sheet. */
  sheetTypes: [string, EntityField['type']][][]
  /** What was asked for. */
  asked: AskedFilter[]
  /** Where links begin. */
  siteAddress: string
  format: 'csv' | 'xlsx'
  lang: Lang
  /** What the asker holds: fields with readers appear only for those. */
  permissions: string[]
  /** Whether a multiple choice has one column for each option. */
  split: boolean
  /** Anonymous answers: exported without the person, with a separate order in each column, and values of too few people withheld or coarsened. Null: they
   *  are exported as rows. */
  smallest: number | null
  /** Of a guarded export: no answers at all. */
  barred: boolean
  sheets: ('answers' | 'statistics')[]
  statistics: AnswerStatistics | null
}

/** Requests of the thread -> replies. */
export interface ExportQuestions {
  /** All rows, and the form versions that they answer -> the forms, newest first. */
  surveyed(found: { total: number; hashes: string[] }): Promise<[string, FormDocument][]>
  /** A form version, to read answers by; null for one that no one knows. */
  version(hash: string): Promise<FormDocument | null>
  /** Values whose options a call answers -> their words, of those that it knows. */
  named(asked: { options: CalledOptions; values: string[] }): Promise<[string, string][]>
  /** The next page of rows from another call, from the first one when `again`; null after the last. `sheet`: of which further sheet; absent: the first.
   *  `ids`: of the rows that the rows of a sheet belong to. */
  page(asked: { again: boolean; sheet?: number; ids?: readonly string[] }): Promise<Record<string, unknown>[] | null>
  /** Rows written so far. */
  written(count: number): Promise<void>
}

const KINDS = ['entity', 'enum', 'keyword'] as const

/** The documents that rows and columns are made from. */
export interface PlatformPart {
  app: Platform['app']
  documents: { [K in (typeof KINDS)[number]]: ReadonlyMap<string, DocumentOf[K]> }
  texts: Platform['texts']
  hash: string
}

/** The part of a platform that the thread of an export needs. */
export function platformPart({ app, documents, texts, hash }: Platform): PlatformPart {
  return { app, documents: { entity: documents.entity, enum: documents.enum, keyword: documents.keyword }, texts, hash }
}

/** In the thread. Other kinds of documents are not there. */
export function platformOfPart(part: PlatformPart): Platform {
  const documents = part.documents as unknown as Platform['documents']
  return {
    ...part,
    documents,
    get(kind, id) {
      const found = documents[kind]?.get(id)
      if (found === undefined) throw new AgonError('DOCUMENT_UNKNOWN', { kind, id })
      return found
    },
  }
}
