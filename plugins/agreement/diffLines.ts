/** Two texts compared by their paragraphs: the longest common sequence stays, the rest was removed or added. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Paragraphs, headings and items of formatted text, as words. */
export function paragraphsOf(html: string): string[] {
  return html
    .replace(/<\/(p|h[1-6]|li|blockquote|pre)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const common = commonLengths(before, after)
  const lines: DiffLine[] = []
  let [left, right] = [0, 0]
  while (left < before.length || right < after.length) {
    if (left < before.length && before[left] === after[right]) {
      lines.push({ kind: 'same', text: before[left]! })
      left += 1
      right += 1
    } else if (left < before.length && (right === after.length || common[left + 1]![right]! >= common[left]![right + 1]!)) {
      lines.push({ kind: 'removed', text: before[left]! })
      left += 1
    } else {
      lines.push({ kind: 'added', text: after[right]! })
      right += 1
    }
  }
  return lines
}

/** [i][j]: length of the longest sequence that the texts have in common from i and j on. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i]![j] = before[i] === after[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}
