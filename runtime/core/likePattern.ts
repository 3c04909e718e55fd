/** Pattern of ILIKE for texts that hold these words anywhere; what LIKE would take for wildcards is taken literally. */
export function likePattern(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&').replaceAll('\0', '')}%`
}
