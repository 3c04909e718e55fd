/** Subjects of commits: what a reader of the history sees. The older history is not rewritten, so only commits since the rule are read. */
import { execFileSync } from 'node:child_process'

/** Most characters of a subject. */
export const MAX_CHARACTERS = 72
const SINCE = new Date('2026-11-24T05:30:00Z')
const SHAPE = /^(feat|fix|refactor|perf|test|docs|style|build|ci|chore|bench)(\([\w./, -]+\))?!?: \S/

export interface Commit {
  id: string
  /** When it was written. */
  at: Date
  subject: string
}

/** Commits since the rule, merges left out. Empty in a folder without a history, as in an unpacked archive. @param root folder of the project */
export function readCommits(root: string): Commit[] {
  const args = ['log', '--no-merges', '--max-count=500', '--format=%h%x09%aI%x09%s']
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean)
      .map(commitOf)
      .filter(({ at }) => at >= SINCE)
  } catch {
    return []
  }
}

/** A sentence for each subject that is too long or does not begin with a kind of change. */
export function checkCommitSubjects(commits: readonly Commit[]): string[] {
  return commits.flatMap(({ id, subject }) => {
    const place = `commit ${id}: "${subject}"`
    const { length } = [...subject]
    if (length > MAX_CHARACTERS) return [`${place} has ${length} characters, write at most ${MAX_CHARACTERS} and the rest in the body`]
    return SHAPE.test(subject) ? [] : [`${place} does not say what it is: begin with a kind and an area, as "fix(team): keep the captain"`]
  })
}

function commitOf(line: string): Commit {
  const [id = '', at = '', ...rest] = line.split('\t')
  return { id, at: new Date(at), subject: rest.join('\t') }
}
