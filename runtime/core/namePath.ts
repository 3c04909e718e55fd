/** Names that follow from paths: of documents (`schemas/`), and of what code provides to them (`plugins/`). A name is the area, the first folder, and
 *  the file's name: sub-folders put the files of an area in order and are no part of it. */

/** `account/experts/list` and `account/list` are `account.list`; `platform/log/log.list` is `platform.log.list`. */
export function nameOfPath(path: string): string {
  const steps = path.split('/')
  return steps.length > 1 ? `${steps[0]}.${steps.at(-1)}` : path
}

/** Where a file of this name is sought first: `account/list` of `account.list`. */
export function pathOfName(name: string): string {
  return name.replace('.', '/')
}
