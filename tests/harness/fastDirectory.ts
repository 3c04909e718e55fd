/** A folder for the databases of one run: in memory where there is room, else in the temporary folder. A database is made by copying four hundred files,
 *  which takes half a second on a disk and thirty milliseconds in memory. */
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../runtime/server/database/embeddedClaim.ts'

const IN_MEMORY = '/dev/shm'
/** Of which a run uses less than one. */
const ROOM_GIGABYTES = 6
const NAME = /^agon-test-(\d+)-/

/** @returns a new folder; the caller removes it */
export function fastDirectory(): string {
  const root = hasRoom() ? IN_MEMORY : tmpdir()
  if (root === IN_MEMORY) removeLeftOvers()
  return mkdtempSync(join(root, `agon-test-${process.pid}-`))
}

function hasRoom(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_GIGABYTES * 2 ** 30
  } catch {
    return false
  }
}

/** Of runs that were killed: no one else gives that memory back. */
function removeLeftOvers(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(IN_MEMORY, name), { recursive: true, force: true })
  }
}
