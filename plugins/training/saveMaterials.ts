/** The materials of a course: those that are missing in the answers are removed. */
import type { HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import type { Row } from '../generated/tables.ts'
import { type Course, placeOf } from './course.ts'

export interface MaterialAnswer {
  id?: string
  titleZh: string
  titleEn?: string
  file: StoredFile[]
}

/** In their order. */
export function materialsOf(courseId: string, { db }: Pick<HandlerContext, 'db'>): Promise<Row<'training_material'>[]> {
  const query = db.selectFrom('training_material').selectAll().where('courseId', '=', courseId)
  return query.orderBy('position').orderBy('id').execute() as Promise<Row<'training_material'>[]>
}

export async function saveMaterials(course: Course, answers: readonly MaterialAnswer[], context: HandlerContext): Promise<void> {
  const before = await materialsOf(course.id, context)
  const of = placeOf(course)
  for (const material of before)
    if (!answers.some(({ id }) => id === material.id)) await context.rows.remove('training.material', material, { of })
  for (const [position, { id, titleZh, titleEn, file }] of answers.entries()) {
    const known = before.find((material) => material.id === id)
    // another file is another material, so that the old one is removed
    const isSame = known && known.file.id === file[0]!.id
    if (known && !isSame) await context.rows.remove('training.material', known, { of })
    const columns = { title: wholeText(titleZh, titleEn)!, file: file[0]!, position }
    if (isSame) await context.rows.save('training.material', known, columns, { of })
    else await context.rows.create('training.material', { courseId: course.id, ...of, ...columns })
  }
}
