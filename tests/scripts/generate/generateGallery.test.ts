import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { GALLERY_FOLDER } from '../../../scripts/generate/generateGallery.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const read = (file: string) => JSON.parse(readFileSync(join(PROJECT_DIRECTORY, file), 'utf8'))

it('[GALLERY-3] shows each field of the designer and each further control, also where both have one name', () => {
  const groups = read('schemas/studio/fields.palette.json').groups as { entries: object[] }[]
  const offered = groups.flatMap(({ entries }) => entries).length
  const further = Object.keys(read('docs/examples/gallery/controls.json')).length
  const shown = globSync(`${GALLERY_FOLDER}/{control,widget}*.form.json`, { cwd: PROJECT_DIRECTORY })
  expect(shown).toHaveLength(offered + further)
})
