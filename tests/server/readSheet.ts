/** An export as a person gets it: the job is waited for, the file is downloaded and read. */
import type Excel from 'exceljs'
import { expect } from 'vitest'
import { readWorkbook } from '../harness/readWorkbook.ts'
import type { World } from './roadWorld.ts'

/** All sheets of the workbook. */
export async function readSheets(world: World, jobId: string, token: string): Promise<Excel.Worksheet[]> {
  const job = async () => (await world.call(`api/platform/job/${jobId}`, {}, token, 'GET')).data
  await expect.poll(async () => (await job()).state).toBe('done')
  const { id } = (await job()).result
  const reply = await world.app.inject({ url: `/api/platform/file/${id}`, headers: { authorization: `Bearer ${token}` } })
  return readWorkbook(reply.rawPayload)
}

/** @returns rows of cells of the first sheet, the head first */
export async function readSheet(world: World, jobId: string, token: string): Promise<unknown[][]> {
  const [sheet] = await readSheets(world, jobId, token)
  return sheet!.getSheetValues().flatMap((row) => (Array.isArray(row) ? [row.slice(1)] : []))
}
