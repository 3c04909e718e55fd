/** A tile for each province, laid out as people know them: no borders are drawn. The deeper a tile, the more awards; each says its number to those who do not see it. */
interface ProvincesProps {
  title: string
  /** Said of a province without a group. */
  none: string
  /** Of the tiles in their order, separated by commas: as they fit a tile, and as they are said. */
  short: string
  names: string
  groups: readonly { of: string | null; awards: number }[]
}

/** Two digits of GB/T 2260, column and row from 1. */
const TILES = [
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
/** Share of the accent of the lightest tile that has something. */
const LEAST = 0.12
const PERCENT = 100
const DARK = 0.55

export default function Provinces({ title, none, short, names, groups }: ProvincesProps) {
  const counts = new Map(groups.map(({ of, awards }) => [of, awards]))
  const [written, said] = [short.split(','), names.split(',')]
  const most = Math.max(1, ...groups.map(({ awards }) => awards))
  return (
    <ul
      aria-label={title}
      style={{ display: 'grid', gridTemplateColumns: 'repeat(9, minmax(0, 1fr))', gap: 3, margin: 0, padding: 0, listStyle: 'none' }}
    >
      {TILES.map(([code, column, row], at) => {
        const awards = counts.get(code)
        const share = awards === undefined ? 0 : LEAST + (1 - LEAST) * (awards / most)
        return (
          <li
            key={code}
            aria-label={`${said[at]}: ${awards ?? none}`}
            style={{
              gridColumn: column,
              gridRow: row,
              aspectRatio: '1',
              display: 'grid',
              placeContent: 'center',
              textAlign: 'center',
              borderRadius: 4,
              fontSize: 'clamp(9px, 1.6vw, 13px)',
              lineHeight: 1.2,
              border: '1px solid var(--ag-color-border, #d5d9e2)',
              background: `color-mix(in srgb, var(--ag-color-primary, #2f5bea) ${Math.round(share * PERCENT)}%, transparent)`,
              color: share > DARK ? '#fff' : 'inherit',
            }}
          >
            <span aria-hidden="true">{written[at]}</span>
            <span aria-hidden="true">{awards ?? ''}</span>
          </li>
        )
      })}
    </ul>
  )
}
