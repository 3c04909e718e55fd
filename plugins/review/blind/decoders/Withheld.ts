import type { ReviewCopyReason } from '../../../generated/enums.ts'

/** A file of which no copy is made, for a reason that the organiser reads. */
export class Withheld extends Error {
  readonly reason: ReviewCopyReason
  constructor(reason: ReviewCopyReason) {
    super(reason)
    this.reason = reason
  }
}
