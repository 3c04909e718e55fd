/** Bytes in words: `1.4 MB`. */
const UNITS = ['B', 'KB', 'MB', 'GB']

export function fileSizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size >= 10 || Number.isInteger(size) ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`
}
