/** The browser's own button for files speaks the browser's language, not the page's. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'

const INPUT = /<input\b[^>]*?type="file"[\s\S]*?\/>/g

it('[FILE-21] every input for files is hidden behind a button with words of ours', () => {
  const files = globSync(['renderer/**/*.tsx', 'plugins/**/*.tsx'], { cwd: PROJECT_DIRECTORY })
  const inputs = files.flatMap((file) =>
    [...readFileSync(join(PROJECT_DIRECTORY, file), 'utf8').matchAll(INPUT)].map(([input]) => ({ file, input })),
  )
  expect(inputs.length).toBeGreaterThan(6)
  expect(
    inputs
      .filter(({ input }) => !/className="(ag-hidden|ag-form-upload-input|[^"]*-input)"|\bhidden\b/.test(input))
      .map(({ file }) => file),
  ).toEqual([])
})
