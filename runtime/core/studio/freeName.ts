/** @returns the name, with the first number behind it that makes it new: `email`, `email2`, `email3` */
export function freeName(wanted: string, taken: Iterable<string>): string {
  const names = new Set(taken)
  if (!names.has(wanted)) return wanted
  const stem = wanted.replace(/\d+$/, '') || wanted
  for (let number = 2; ; number += 1) if (!names.has(`${stem}${number}`)) return `${stem}${number}`
}
