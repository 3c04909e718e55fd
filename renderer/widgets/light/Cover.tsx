import type { ReactNode } from 'react'
import { LazyImage } from './LazyImage.tsx'

const PALETTES = 6

/** A 16:9 picture, or an abstract one generated from a seed: the same seed gives the same picture. */
export function Cover({ image, seed }: { image?: string | null; seed: string }): ReactNode {
  const pattern = <PatternCover seed={seed} />
  return image ? <LazyImage className="ag-cover" src={image} alt="" fallback={pattern} /> : pattern
}

function PatternCover({ seed }: { seed: string }): ReactNode {
  const hash = hashOf(seed)
  const Pattern = PATTERNS[(hash >>> 8) % PATTERNS.length]!
  return (
    <span className={`ag-cover ag-cover--${(hash % PALETTES) + 1}`} aria-hidden="true">
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
        <Pattern numbers={numbersFrom(hash)} />
      </svg>
    </span>
  )
}

interface PatternProps {
  /** Endless numbers 0..1 that depend on the seed only. */
  numbers: () => number
}

function Rings({ numbers }: PatternProps): ReactNode {
  const x = 160 + numbers() * 140
  const y = 20 + numbers() * 120
  return (
    <g className="ag-cover__lines">
      {[24, 52, 84, 120, 160, 204, 252].map((radius) => (
        <circle key={radius} cx={x} cy={y} r={radius + numbers() * 10} />
      ))}
      <circle className="ag-cover__fill" cx={x} cy={y} r={14} />
    </g>
  )
}

function Waves({ numbers }: PatternProps): ReactNode {
  const rise = 20 + numbers() * 30
  const shift = numbers() * 40
  return (
    <g className="ag-cover__lines">
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => {
        const y = 60 + row * 18
        return (
          <path key={row} d={`M-20 ${y}C60 ${y - rise - shift} 120 ${y + rise} 180 ${y - row * 3}S300 ${y - rise} 350 ${y + shift / 2}`} />
        )
      })}
      <circle className="ag-cover__fill" cx={250 + numbers() * 40} cy={36 + numbers() * 16} r={16 + numbers() * 8} />
    </g>
  )
}

function Hills({ numbers }: PatternProps): ReactNode {
  return (
    <g className="ag-cover__planes">
      <circle cx={60 + numbers() * 200} cy={56} r={26} />
      {[0, 1, 2].map((row) => {
        const base = 96 + row * 28
        const peak = base - 40 - numbers() * 30
        const middle = 70 + numbers() * 180
        return (
          <path
            key={row}
            d={`M-10 190V${base}L${middle - 70} ${peak + 26}L${middle} ${peak}L${middle + 90} ${base - 6}L330 ${peak + 20}V190Z`}
          />
        )
      })}
    </g>
  )
}

function Tiles({ numbers }: PatternProps): ReactNode {
  const tiles = Array.from({ length: 45 }, (_, index) => ({ x: (index % 9) * 36, y: Math.floor(index / 9) * 36, chance: numbers() }))
  return (
    <g className="ag-cover__planes">
      {tiles
        .filter((tile) => tile.chance > 0.45)
        .map(({ x, y, chance }) =>
          chance > 0.78 ? (
            <path key={`${x}-${y}`} d={`M${x} ${y}h36a36 36 0 0 1 -36 36z`} />
          ) : chance > 0.6 ? (
            <path key={`${x}-${y}`} d={`M${x + 36} ${y + 36}h-36a36 36 0 0 1 36 -36z`} />
          ) : (
            <circle key={`${x}-${y}`} cx={x + 18} cy={y + 18} r={5} />
          ),
        )}
    </g>
  )
}

function Orbits({ numbers }: PatternProps): ReactNode {
  const turn = numbers() * 180
  return (
    <g className="ag-cover__lines" transform={`rotate(${turn - 90} 200 90)`}>
      {[0, 30, 60, 90, 120, 150].map((angle) => (
        <ellipse key={angle} cx={200} cy={90} rx={110} ry={40} transform={`rotate(${angle} 200 90)`} />
      ))}
      <circle className="ag-cover__fill" cx={200} cy={90} r={18} />
      <circle className="ag-cover__fill" cx={306} cy={78} r={6} />
      <circle className="ag-cover__fill" cx={96} cy={112} r={4} />
    </g>
  )
}

const PATTERNS = [Rings, Waves, Hills, Tiles, Orbits]

// FNV-1a: spreads short, similar titles well.
function hashOf(seed: string): number {
  let hash = 0x811c9dc5
  for (const char of seed) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}

function numbersFrom(hash: number): () => number {
  let state = hash || 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
