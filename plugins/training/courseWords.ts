import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Course } from './course.ts'

/** Variables that all messages about a course have. */
export function courseWords(
  { id, title: { zh, en } }: Course,
  { site }: Pick<HandlerContext, 'site'>,
): { titleZh: string; titleEn: string; address: string } {
  return { titleZh: zh, titleEn: en || zh, address: `${site}/training/${id}` }
}
