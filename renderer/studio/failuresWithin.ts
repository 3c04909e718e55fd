/** The failures at a place of a document or inside of it. Every part and every setting asks: a list of failures is sorted by place once. */
import type { DocumentFailure } from '../../runtime/core/platform.ts'

type Sorted = Map<string, DocumentFailure[]>
const sorted = new WeakMap<readonly DocumentFailure[], Sorted>()

/** @param path JSON Pointer, not the root's */
export function failuresWithin(failures: readonly DocumentFailure[], path: string): readonly DocumentFailure[] {
  let places = sorted.get(failures)
  if (!places) {
    places = sort(failures)
    sorted.set(failures, places)
  }
  return places.get(path) ?? NONE
}

const NONE: readonly DocumentFailure[] = []

function sort(failures: readonly DocumentFailure[]): Sorted {
  const places: Sorted = new Map()
  for (const failure of failures) {
    for (let place = failure.path; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
      const known = places.get(place)
      if (known) known.push(failure)
      else places.set(place, [failure])
    }
  }
  return places
}
