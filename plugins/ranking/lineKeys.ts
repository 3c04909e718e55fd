interface Known {
  registrationId: string | null
  workId: string | null
  name: string
  school: string | null
}

/** The key of each line, the same in every version of a list: its work, its registration, or its name; lines with equal keys are numbered. */
export function lineKeys(lines: readonly Known[]): string[] {
  const turns = new Map<string, number>()
  return lines.map(({ registrationId, workId, name, school }) => {
    const key =
      workId !== null ? `work:${workId}` : registrationId !== null ? `registration:${registrationId}` : `name:${name}|${school ?? ''}`
    const turn = (turns.get(key) ?? 0) + 1
    turns.set(key, turn)
    return turn === 1 ? key : `${key}#${turn}`
  })
}
