/** Characters as people count them: code points, so that a rare Chinese character or an emoji is one. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
