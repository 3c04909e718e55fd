/** The materials of a course: those that are missing in the answers are removed. */
import type { FormTypes, HandlerContext } from '../../runtime/core/contracts.ts'
import { type Course, placeOf } from './course.ts'

type MaterialAnswer = NonNullable<FormTypes['training.edit']['materials']>[number]

export async function saveMaterials(course: Course, answers: readonly MaterialAnswer[], { rows }: HandlerContext): Promise<void> {
  const of = { courseId: course.id, ...placeOf(course) }
  const files = new Map((await rows.all('training.material', of)).map(({ id, file }) => [id, file.id]))
  const list = answers.map(({ id, title, file: [file] }) => {
    // another file is another material, so that the old one is removed
    const isSame = id !== undefined && files.get(id) === file!.id
    return { ...(isSame && { id }), title, file: file! }
  })
  await rows.keep('training.material', of, list, { position: 'position' })
}
