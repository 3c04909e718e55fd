/** What every form of works keeps, whatever the organiser adds: the fields that lists, pages and the specification know by name (spec 3, 5 and 9). */
import type { FormDocument, FormField } from '../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import { requiredTextFailures } from './requiredText.ts'

const TEXTS = ['title', 'introduction', 'keywords'] as const
/** Width and height in pixels of the smallest cover. */
const COVER_SIZE = [480, 270] as const

/** Mistakes of a form of works, each at its field. */
export function workFormFailures({ id, schema }: FormDocument): DocumentFailure[] {
  const { properties = {} } = schema ?? {}
  const at = (name: string, code: string, expected: string, suggestion: string): DocumentFailure => {
    const path = properties[name] ? `/schema/properties/${name}` : ''
    return { file: id, path, code, expected, found: name, suggestion }
  }
  const files = (['cover', 'attachments'] as const).filter((name) => properties[name] && !takesFiles(properties[name]))
  return [
    ...TEXTS.flatMap((name) => requiredTextFailures(id, schema ?? {}, name)),
    ...files.map((name) => at(name, 'FIELD_FIXED_FILES', 'a field for files', `make ${name} an upload, or give it another name`)),
    ...(properties.cover && takesFiles(properties.cover) && !isLargeEnough(properties.cover)
      ? [at('cover', 'FIELD_FIXED_COVER', 'imageMinSize of at least 480x270', 'set the smallest size of the picture')]
      : []),
    ...(properties.link && properties.link.oneLink !== true
      ? [at('link', 'FIELD_FIXED_LINK', 'oneLink', 'let the field take one link only, or give it another name')]
      : []),
  ]
}

function takesFiles(field: FormField): boolean {
  return field.type === 'array' && (field['x-widget'] === 'upload' || field['x-widget'] === 'picture')
}

function isLargeEnough({ imageMinSize }: FormField): boolean {
  return Array.isArray(imageMinSize) && COVER_SIZE.every((least, at) => Number(imageMinSize[at]) >= least)
}
