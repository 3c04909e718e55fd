/** By a real folder and real replacements; waits for the notice itself, never for a time. */
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, it } from 'vitest'
import { watchFolders } from '../../../scripts/start/watchFolders.ts'

let root: string
let stop: () => void
let heard: string[]
let wake: () => void

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watch-'))
  mkdirSync(join(root, 'area'))
  writeFileSync(join(root, 'area/list.json'), '{}')
  heard = []
  wake = () => {}
  stop = watchFolders(root, (file) => {
    heard.push(file)
    wake()
  })
})

afterEach(() => {
  stop()
  rmSync(root, { recursive: true })
})

/** Resolves once the file was told of, and everything that came with it: notices come in the order of what happened. */
async function notice(file: string): Promise<void> {
  await until(file)
  const mark = `mark${heard.length}`
  writeFileSync(join(root, mark), '')
  await until(mark)
  rmSync(join(root, mark))
  heard = []
}

async function until(file: string): Promise<void> {
  while (!heard.includes(file)) await new Promise<void>((resolve) => (wake = resolve))
}

/** As `sed -i` and most editors save. */
function replace(file: string, text: string): void {
  writeFileSync(join(root, `${file}.new`), text)
  renameSync(join(root, `${file}.new`), join(root, file))
}

it('[DEV-6] hears every save of a file, also after it was replaced by a new one', async () => {
  for (const text of ['{"a":1}', '{"a":2}', '{"a":3}']) {
    replace('area/list.json', text)
    await notice('area/list.json')
    appendFileSync(join(root, 'area/list.json'), '\n')
    await notice('area/list.json')
  }
})

it('[DEV-8] hears files of a new folder, and of one that was removed and made again', async () => {
  for (let round = 0; round < 2; round++) {
    mkdirSync(join(root, 'other/deep'), { recursive: true })
    writeFileSync(join(root, 'other/deep/new.json'), '{}')
    await notice('other/deep/new.json')
    appendFileSync(join(root, 'other/deep/new.json'), '\n')
    await notice('other/deep/new.json')
    rmSync(join(root, 'other'), { recursive: true })
    await notice('other')
  }
})
