/** A tile for each province, laid out as people know them: no borders are drawn. The deeper a tile, the more awards; the table beside it has the same numbers. One
 *  stop of the Tab key: arrows go to the next tile in their direction, and the row of a chosen tile is marked. */
import { type KeyboardEvent, useRef, useState } from 'react'

interface ProvincesProps {
  title: string
  /** Said of a province without a group. */
  none: string
  /** Of the tiles in their order, separated by commas: as they fit a tile, and as they are said. */
  short: string
  names: string
  /** Heads of the table. */
  region: string
  people: string
  awards: string
  /** Schools whose province is not known. */
  unknown: string
  groups: readonly Group[]
}
interface Group {
  of: string | null
  people: number
  awards: number
}
type Tile = readonly [code: string, column: number, row: number]

/** Two digits of GB/T 2260, column and row from 1. */
const TILES: readonly Tile[] = [
  ...[['65', 1, 2] as const, ['15', 6, 2] as const, ['23', 9, 1] as const, ['22', 9, 2] as const],
  ...[['21', 8, 2] as const, ['62', 3, 3] as const, ['63', 2, 3] as const, ['64', 4, 3] as const],
  ...[['61', 5, 4] as const, ['14', 5, 3] as const, ['13', 6, 3] as const, ['11', 7, 2] as const],
  ...[['12', 7, 3] as const, ['37', 7, 4] as const, ['41', 6, 4] as const, ['54', 1, 4] as const],
  ...[['51', 3, 5] as const, ['50', 4, 5] as const, ['42', 5, 5] as const, ['34', 6, 5] as const],
  ...[['32', 7, 5] as const, ['31', 8, 5] as const, ['53', 2, 6] as const, ['52', 3, 6] as const],
  ...[['43', 4, 6] as const, ['36', 5, 6] as const, ['33', 7, 6] as const, ['35', 6, 6] as const],
  ...[['45', 3, 7] as const, ['44', 4, 7] as const, ['81', 5, 7] as const, ['82', 5, 8] as const],
  ...[['46', 3, 8] as const, ['71', 7, 7] as const],
]
/** Depths of a tile that has something; words stay readable on each. */
const STEPS = 5
const WAYS: Readonly<Record<string, readonly [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export default function Provinces({ title, none, short, names, groups, ...words }: ProvincesProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const said = names.split(',')
  const nameOf = (code: string | null) => said[TILES.findIndex(([one]) => one === code)] ?? words.unknown
  return (
    <div className="ag-tiles">
      <Tiles {...{ title, none, groups, chosen }} short={short.split(',')} nameOf={nameOf} unit={words.awards} onChoose={setChosen} />
      <table className="ag-simple-table">
        <caption className="ag-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.region}</th>
            <td>{words.people}</td>
            <td>{words.awards}</td>
          </tr>
        </thead>
        <tbody>
          {groups
            .toSorted((one, other) => other.awards - one.awards)
            .map(({ of, people, awards }) => (
              <tr
                key={of}
                aria-current={of !== null && of === chosen}
                className={of !== null && of === chosen ? 'ag-tiles__row' : undefined}
              >
                <th scope="row">{nameOf(of)}</th>
                <td>{people}</td>
                <td>{awards}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

interface TilesProps extends Pick<ProvincesProps, 'title' | 'none' | 'groups'> {
  short: readonly string[]
  unit: string
  nameOf(code: string): string
  chosen: string | null
  onChoose(code: string | null): void
}

function Tiles({ title, none, groups, short, unit, nameOf, chosen, onChoose }: TilesProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const counts = new Map(groups.map(({ of, awards }) => [of, awards]))
  const max = Math.max(1, ...groups.map(({ awards }) => awards))
  const [first] = TILES.toSorted(([one], [other]) => (counts.get(other) ?? -1) - (counts.get(one) ?? -1))
  // the stop of the Tab key: the chosen tile, else the one with the most
  const [stop, setStop] = useState(first![0])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = tileTowards(stop, event.key)
    if (to === undefined) return
    event.preventDefault()
    setStop(to)
    box.current?.querySelector<HTMLButtonElement>(`[data-code="${to}"]`)?.focus()
  }
  return (
    <fieldset ref={box} className="ag-tiles__map" aria-label={title} onKeyDown={onKeyDown}>
      {TILES.map(([code, column, row], at) => {
        const awards = counts.get(code)
        return (
          <button
            key={code}
            type="button"
            className="ag-tiles__tile"
            data-code={code}
            data-step={awards ? Math.ceil((awards / max) * STEPS) : 0}
            tabIndex={code === stop ? 0 : -1}
            aria-pressed={code === chosen}
            style={{ gridColumn: column, gridRow: row }}
            onFocus={() => setStop(code)}
            onClick={() => onChoose(code === chosen ? null : code)}
          >
            <span>{short[at]}</span> <span>{awards ?? ''}</span>
            <span className="ag-hidden">{inWords(short[at]!, nameOf(code), awards === undefined ? none : unit)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

/** What a tile says besides, to those who do not see the map. */
function inWords(short: string, name: string, words: string): string {
  return short === name ? words : `${name}, ${words}`
}

/** The nearest tile in the direction of a key; those in line come first. Home and End: the first and the last of all. */
function tileTowards(from: string, key: string): string | undefined {
  const inOrder = TILES.toSorted((one, other) => one[2] - other[2] || one[1] - other[1])
  if (key === 'Home') return inOrder[0]![0]
  if (key === 'End') return inOrder.at(-1)![0]
  const way = WAYS[key]
  if (!way) return undefined
  const [, column, row] = TILES.find(([code]) => code === from)!
  const [right, down] = way
  const steps = TILES.flatMap(([code, toColumn, toRow]) => {
    const [across, along] = [toColumn - column, toRow - row]
    const ahead = across * right + along * down
    const aside = Math.abs(right === 0 ? across : along)
    return ahead > 0 ? [{ code, far: ahead + 2 * aside }] : []
  })
  return steps.toSorted((one, other) => one.far - other.far)[0]?.code
}
