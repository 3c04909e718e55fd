import { execFileSync } from 'node:child_process'

/** How often and since when a file changed, and by what last, in one line. @param root folder of the project, perhaps without a history */
export function historyOf(root: string, file: string): string {
  const commits = log(root, file)
  const [last, first] = [commits[0], commits.at(-1)]
  if (last === undefined || first === undefined) return 'no commit known here'
  return `${commits.length} ${commits.length === 1 ? 'commit' : 'commits'} since ${first.day}, last ${last.day} by ${last.id}: ${last.subject}`
}

function log(root: string, file: string): { id: string; day: string; subject: string }[] {
  try {
    return execFileSync('git', ['log', '--follow', '--no-merges', '--format=%h%x09%as%x09%s', '--', file], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [id = '', day = '', ...subject] = line.split('\t')
        return { id, day, subject: subject.join('\t') }
      })
  } catch {
    return []
  }
}
