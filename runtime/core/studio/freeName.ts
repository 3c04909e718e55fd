/** @returns the name, with the first number behind it that makes it new: `email`, `email2`, `email3` */
export function freeName(wished: string, taken: Iterable<string>): string {
  const names = new Set(taken)
  if (!names.has(wished)) return wished
  const stem = wished.replace(/\d+$/, '') || wished
  for (let number = 2; ; number += 1) if (!names.has(`${stem}${number}`)) return `${stem}${number}`
}
