/** A workbook that code orders -> its bytes. What may be chosen in a column stands on a sheet of its own, because a rule of a cell holds few characters. */
import { readFile } from 'node:fs/promises'
import type { BookOrder, BookSheet } from '../../core/contracts.ts'
import { columnLetters, type HeadWords, type Sheet, writeWorkbook } from './writeWorkbook.ts'

const PAGE = 500

export interface BookPlace {
  /** A file to write to, which `discard` removes. */
  draft(): Promise<{ key: string; path: string }>
  discard(key: string): Promise<void>
}

/** @param listsTitle  of the sheet with what may be chosen */
export async function writeBook({ sheets }: BookOrder, listsTitle: string, place: BookPlace): Promise<Buffer> {
  const lists: (readonly string[])[] = []
  const written = sheets.map((sheet) => sheetOf(sheet, listsTitle, lists))
  const { key, path } = await place.draft()
  try {
    await writeWorkbook({ path, sheets: lists.length > 0 ? [...written, listSheet(lists, listsTitle)] : written }, async () => {})
    return await readFile(path)
  } finally {
    await place.discard(key)
  }
}

function sheetOf({ title, columns, rows }: BookSheet, listsTitle: string, lists: (readonly string[])[]): Sheet {
  return {
    title,
    columns: columns.map(({ title: head, note, choices }, at) => ({
      title: head,
      ...(note === undefined ? {} : { note }),
      ...(choices && choices.length > 0 ? { choices: addList(lists, choices, listsTitle) } : {}),
      value: ({ cells }) => (cells as BookSheet['rows'][number]['cells'])[at] ?? null,
      problem: ({ problems }) => (problems as Readonly<Record<number, string>> | undefined)?.[at],
    })),
    rows: pages(rows),
  }
}

function* pages(rows: BookSheet['rows']): Generator<Record<string, unknown>[]> {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE).map((row) => ({ ...row }))
}

function addList(lists: (readonly string[])[], choices: readonly string[], title: string): NonNullable<HeadWords['choices']> {
  const letters = columnLetters(lists.length)
  lists.push(choices)
  return `'${title}'!$${letters}$2:$${letters}$${choices.length + 1}`
}

function listSheet(lists: readonly (readonly string[])[], title: string): Sheet {
  const longest = Math.max(...lists.map(({ length }) => length))
  const rows = Array.from({ length: longest }, (_, at) => ({ at }))
  return {
    title,
    columns: lists.map((choices, column) => ({ title: String(column + 1), value: ({ at }) => choices[at as number] ?? null })),
    rows: [rows],
  }
}
