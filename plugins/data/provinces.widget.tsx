/** A tile for each province, laid out as people know them: no borders are drawn. The deeper a tile, the more awards; each says its number to those who do not see it. */
interface ProvincesProps {
  title: string
  /** Said of a province without a group. */
  none: string
  groups: readonly { of: string | null; awards: number }[]
}

/** Two digits of GB/T 2260, abbreviation, column and row from 1. */
const TILES = [
  ...[['65', 'XJ', 1, 2] as const, ['15', 'NM', 6, 2] as const, ['23', 'HL', 9, 1] as const, ['22', 'JL', 9, 2] as const],
  ...[['21', 'LN', 8, 2] as const, ['62', 'GS', 3, 3] as const, ['63', 'QH', 2, 3] as const, ['64', 'NX', 4, 3] as const],
  ...[['61', 'SN', 5, 4] as const, ['14', 'SX', 5, 3] as const, ['13', 'HE', 6, 3] as const, ['11', 'BJ', 7, 2] as const],
  ...[['12', 'TJ', 7, 3] as const, ['37', 'SD', 7, 4] as const, ['41', 'HA', 6, 4] as const, ['54', 'XZ', 1, 4] as const],
  ...[['51', 'SC', 3, 5] as const, ['50', 'CQ', 4, 5] as const, ['42', 'HB', 5, 5] as const, ['34', 'AH', 6, 5] as const],
  ...[['32', 'JS', 7, 5] as const, ['31', 'SH', 8, 5] as const, ['53', 'YN', 2, 6] as const, ['52', 'GZ', 3, 6] as const],
  ...[['43', 'HN', 4, 6] as const, ['36', 'JX', 5, 6] as const, ['33', 'ZJ', 7, 6] as const, ['35', 'FJ', 6, 6] as const],
  ...[['45', 'GX', 3, 7] as const, ['44', 'GD', 4, 7] as const, ['81', 'HK', 5, 7] as const, ['82', 'MO', 5, 8] as const],
  ...[['46', 'HI', 3, 8] as const, ['71', 'TW', 7, 7] as const],
]
/** Share of the accent of the lightest tile that has something. */
const LEAST = 0.12
const PERCENT = 100
const DARK = 0.55

export default function Provinces({ title, none, groups }: ProvincesProps) {
  const counts = new Map(groups.map(({ of, awards }) => [of, awards]))
  const most = Math.max(1, ...groups.map(({ awards }) => awards))
  return (
    <ul
      aria-label={title}
      style={{ display: 'grid', gridTemplateColumns: 'repeat(9, minmax(0, 1fr))', gap: 3, margin: 0, padding: 0, listStyle: 'none' }}
    >
      {TILES.map(([code, name, column, row]) => {
        const awards = counts.get(code)
        const share = awards === undefined ? 0 : LEAST + (1 - LEAST) * (awards / most)
        return (
          <li
            key={code}
            aria-label={`${name}: ${awards ?? none}`}
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
            <span aria-hidden="true">{name}</span>
            <span aria-hidden="true">{awards ?? ''}</span>
          </li>
        )
      })}
    </ul>
  )
}
