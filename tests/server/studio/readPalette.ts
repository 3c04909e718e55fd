import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PaletteDocument } from '../../../runtime/core/documents.ts'
import { longForm } from '../../../runtime/core/language/longForm.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

/** The palette of the platform's designers, in the long form in which forms are stored. */
export function readPalette(): PaletteDocument {
  const written = JSON.parse(readFileSync(join(PROJECT_DIRECTORY, 'schemas/studio/fields.palette.json'), 'utf8'))
  return longForm('palette', 'studio.fields', written).content as unknown as PaletteDocument
}
