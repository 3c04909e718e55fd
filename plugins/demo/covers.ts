/** Pictures of the demo as SVG: abstract covers of 1280 x 720, without words, so that they need no translation. Pure. */
import { createRandom, type Random } from './random.ts'

const WIDTH = 1280
const HEIGHT = 720

/** Names of covers, as the competitions' data spell them. */
export const covers: Readonly<Record<string, () => string>> = {
  contours: () => contours(createRandom(11)),
  shapes: () => shapes(createRandom(22)),
  circuit: () => circuit(createRandom(33)),
  orbits: () => orbits(createRandom(44)),
  waves: () => waves(createRandom(55)),
  grid: () => grid(createRandom(66)),
  lattice: () => lattice(createRandom(77)),
  mesh: () => mesh(createRandom(88)),
  rays: () => rays(createRandom(99)),
  strokes: () => strokes(createRandom(110)),
  dots: () => dots(createRandom(121)),
  blocks: () => blocks(createRandom(132)),
}

/** A plain picture for uploads of the demo: a sheet with a tinted frame and lines where words would be. */
export function sheet(hue: number): string {
  const lines = Array.from(
    { length: 7 },
    (_, at) => `<rect x="60" y="${120 + at * 46}" width="${at % 3 === 2 ? 260 : 420}" height="16" rx="8" fill="hsl(${hue} 22% 82%)"/>`,
  )
  return svg(
    720,
    480,
    `<rect width="720" height="480" fill="hsl(${hue} 30% 94%)"/><rect x="24" y="24" width="672" height="56" rx="12" fill="hsl(${hue} 42% 46%)"/><rect x="528" y="120" width="144" height="184" rx="12" fill="hsl(${hue} 30% 74%)"/>${lines.join('')}`,
  )
}

function svg(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`
}
function scene(from: string, to: string, body: string): string {
  const gradient = `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`
  return svg(WIDTH, HEIGHT, `${gradient}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>${body}`)
}

/** Level lines of a landscape with two peaks. */
function contours(random: Random): string {
  const peaks = [peak(430, 380, 300, random), peak(930, 300, 240, random)]
  const rings = peaks.flatMap(({ x, y, size, wobble }, which) =>
    Array.from({ length: 13 }, (_, at) => {
      const radius = size * (1 - at / 14)
      const shade = 0.14 + at * 0.045
      return `<path d="${blob(x, y, radius, wobble)}" fill="${which === 0 ? '#6ea8ff' : '#8df0d8'}" fill-opacity="0.05" stroke="#e8f1ff" stroke-opacity="${shade.toFixed(2)}" stroke-width="2.2"/>`
    }),
  )
  const points = Array.from(
    { length: 26 },
    () =>
      `<circle cx="${random.integer(60, 1220)}" cy="${random.integer(60, 660)}" r="${random.integer(3, 7)}" fill="#ffd27a" fill-opacity="0.85"/>`,
  )
  return scene(
    '#122358',
    '#2d5fcb',
    `${rings.join('')}${points.join('')}<path d="M40 640 C 300 600 380 420 560 440 S 860 620 1010 360 S 1200 160 1250 140" fill="none" stroke="#ffd27a" stroke-width="5" stroke-linecap="round"/>`,
  )
}
interface Peak {
  x: number
  y: number
  size: number
  wobble: number[]
}
function peak(x: number, y: number, size: number, random: Random): Peak {
  return { x, y, size, wobble: Array.from({ length: 4 }, () => random.next() * Math.PI * 2) }
}
function blob(x: number, y: number, radius: number, [a = 0, b = 0, c = 0, d = 0]: number[]): string {
  const steps = Array.from({ length: 72 }, (_, at) => {
    const angle = (at / 72) * Math.PI * 2
    const stretch =
      1 + 0.12 * Math.sin(2 * angle + a) + 0.08 * Math.sin(3 * angle + b) + 0.05 * Math.sin(5 * angle + c) + 0.02 * Math.sin(7 * angle + d)
    return `${(x + Math.cos(angle) * radius * stretch * 1.25).toFixed(1)} ${(y + Math.sin(angle) * radius * stretch).toFixed(1)}`
  })
  return `M${steps.join('L')}Z`
}

/** Cut paper: quarter circles, bars and discs on a grid. */
function shapes(random: Random): string {
  const colours = ['#f4b860', '#e4572e', '#fff3e2', '#2e6f73', '#17324d', '#f0d9b5']
  const cell = 160
  const cells: string[] = []
  for (let y = 0; y < HEIGHT; y += cell)
    for (let x = 0; x < WIDTH; x += cell) {
      const [back, front] = [random.pick(colours), random.pick(colours)]
      cells.push(
        `<rect x="${x}" y="${y}" width="${cell}" height="${cell}" fill="${back}"/>${motif(random.integer(0, 4), { x, y, cell }, front)}`,
      )
    }
  return svg(WIDTH, HEIGHT, cells.join(''))
}
function motif(kind: number, { x, y, cell }: { x: number; y: number; cell: number }, colour: string): string {
  const half = cell / 2
  switch (kind) {
    case 0:
      return `<path d="M${x} ${y}h${cell}a${cell} ${cell} 0 0 1 -${cell} ${cell}Z" fill="${colour}"/>`
    case 1:
      return `<path d="M${x + cell} ${y + cell}h-${cell}a${cell} ${cell} 0 0 1 ${cell} -${cell}Z" fill="${colour}"/>`
    case 2:
      return `<circle cx="${x + half}" cy="${y + half}" r="${half * 0.72}" fill="${colour}"/>`
    case 3:
      return `<path d="M${x} ${y + half}a${half} ${half} 0 0 1 ${cell} 0Z" fill="${colour}"/>`
    default:
      return [0, 1, 2, 3]
        .map((at) => `<rect x="${x + at * (cell / 4)}" y="${y}" width="${cell / 8}" height="${cell}" fill="${colour}"/>`)
        .join('')
  }
}

/** Traces of a circuit board that run in steps of 45 degrees and end in pads. */
function circuit(random: Random): string {
  const traces = Array.from({ length: 30 }, (_, at) => trace(20 + at * 24, random))
  const chip = `<rect x="500" y="220" width="280" height="280" rx="22" fill="#0a2b2f"/><rect x="540" y="260" width="200" height="200" rx="12" fill="none" stroke="#5be3c0" stroke-width="4"/><circle cx="640" cy="360" r="52" fill="#5be3c0" fill-opacity="0.9"/>`
  return scene('#06252b', '#0f6d66', `${traces.join('')}${chip}`)
}
function trace(y: number, random: Random): string {
  const colour = random.pick(['#5be3c0', '#f6c667', '#8fd9ff'])
  let [x, at] = [0, y]
  let path = `M0 ${y}`
  while (x < WIDTH - 120) {
    const run = random.integer(60, 220)
    const turn = random.pick([-36, 0, 0, 36])
    x = Math.min(WIDTH - 60, x + run)
    at = Math.max(20, Math.min(HEIGHT - 20, at + turn))
    path += `H${x - Math.abs(turn)}L${x} ${at}`
    if (random.chance(0.14)) break
  }
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-opacity="0.55" stroke-width="4"/><circle cx="${x}" cy="${at}" r="8" fill="#06252b" stroke="${colour}" stroke-width="4"/>`
}

function orbits(random: Random): string {
  const rings = Array.from({ length: 9 }, (_, at) => {
    const angle = random.next() * Math.PI * 2
    const radius = 90 + at * 62
    const dot = `<circle cx="${(640 + Math.cos(angle) * radius * 1.5).toFixed(1)}" cy="${(360 + Math.sin(angle) * radius * 0.8).toFixed(1)}" r="${10 + (at % 4) * 5}" fill="${random.pick(['#ffcf70', '#ff8fa3', '#a6c8ff'])}"/>`
    return `<ellipse cx="640" cy="360" rx="${radius * 1.5}" ry="${radius * 0.8}" fill="none" stroke="#ffffff" stroke-opacity="0.28" stroke-width="2.5"/>${dot}`
  })
  return scene('#3a1c5c', '#a4508b', `${rings.join('')}<circle cx="640" cy="360" r="46" fill="#ffcf70"/>`)
}

function waves(random: Random): string {
  const layers = Array.from({ length: 9 }, (_, at) => {
    const [base, phase] = [170 + at * 66, random.next() * 6]
    const points = Array.from(
      { length: 33 },
      (_point, step) => `${step * 40} ${(base + Math.sin(step / 3 + phase) * (34 - at * 2)).toFixed(1)}`,
    )
    return `<path d="M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}Z" fill="#0b3b53" fill-opacity="${(0.1 + at * 0.05).toFixed(2)}"/>`
  })
  return scene('#f7b267', '#4d8fac', `<circle cx="930" cy="210" r="92" fill="#fff1d0" fill-opacity="0.9"/>${layers.join('')}`)
}

function grid(random: Random): string {
  const bars = Array.from({ length: 22 }, (_, at) => {
    const height = 60 + Math.round(Math.abs(Math.sin(at / 3.1)) * 360) + random.integer(0, 80)
    return `<rect x="${44 + at * 55}" y="${640 - height}" width="34" height="${height}" rx="8" fill="${at % 5 === 2 ? '#ffd166' : '#9ad1c9'}" fill-opacity="0.88"/>`
  })
  const lines = Array.from(
    { length: 7 },
    (_, at) => `<path d="M40 ${100 + at * 90}H1240" stroke="#ffffff" stroke-opacity="0.14" stroke-width="2"/>`,
  )
  return scene('#123c3a', '#2b7a78', `${lines.join('')}${bars.join('')}`)
}

/** Knots of a net with bonds between neighbours. */
function lattice(random: Random): string {
  const knots = Array.from({ length: 60 }, (_, at) => {
    const [column, row] = [at % 10, Math.floor(at / 10)]
    return { x: 60 + column * 128 + (row % 2) * 64 + random.integer(-18, 18), y: 60 + row * 120 + random.integer(-18, 18) }
  })
  const bonds = knots.flatMap((one, at) =>
    knots.slice(at + 1).flatMap((other) => {
      const length = Math.hypot(one.x - other.x, one.y - other.y)
      if (length > 172 || random.chance(0.25)) return []
      return [
        `<path d="M${one.x} ${one.y}L${other.x} ${other.y}" stroke="#9fe8ff" stroke-opacity="${(1.1 - length / 190).toFixed(2)}" stroke-width="2.5"/>`,
      ]
    }),
  )
  const dots = knots.map(
    ({ x, y }, at) =>
      `<circle cx="${x}" cy="${y}" r="${at % 7 === 3 ? 17 : random.integer(6, 10)}" fill="${at % 7 === 3 ? '#ffb86b' : '#dff6ff'}"/>`,
  )
  return scene('#0b1f3a', '#1b5e8a', `${bonds.join('')}${dots.join('')}`)
}

/** Facets of a folded sheet. */
function mesh(random: Random): string {
  const [columns, rows, size] = [9, 5, 160]
  const points = Array.from({ length: (columns + 1) * (rows + 1) }, (_, at) => {
    const [column, row] = [at % (columns + 1), Math.floor(at / (columns + 1))]
    return `${column * size - 60 + random.integer(-48, 48)} ${row * size - 40 + random.integer(-44, 44)}`
  })
  const facets = Array.from({ length: columns * rows }, (_, at) => {
    const corner = Math.floor(at / columns) * (columns + 1) + (at % columns)
    const [a, b, c, d] = [points[corner], points[corner + 1], points[corner + columns + 1], points[corner + columns + 2]]
    const shade = () => `hsl(${250 - (at % columns) * 7} 62% ${random.integer(38, 68)}%)`
    return `<path d="M${a}L${b}L${c}Z" fill="${shade()}"/><path d="M${b}L${d}L${c}Z" fill="${shade()}"/>`
  })
  return svg(WIDTH, HEIGHT, `<rect width="${WIDTH}" height="${HEIGHT}" fill="#4b5bd6"/>${facets.join('')}`)
}

/** Beams of a stage over rows of seats. */
function rays(random: Random): string {
  const beams = Array.from({ length: 13 }, (_, at) => {
    const foot = -120 + at * 126
    return `<path d="M640 -40L${foot} 620L${foot + random.integer(50, 96)} 620Z" fill="#fff3d6" fill-opacity="${(0.06 + (at % 4) * 0.05).toFixed(2)}"/>`
  })
  const seats = Array.from(
    { length: 44 },
    (_, at) =>
      `<circle cx="${30 + (at % 22) * 58 + (at > 21 ? 29 : 0)}" cy="${at > 21 ? 690 : 640}" r="${random.integer(19, 24)}" fill="#2a0f3d" fill-opacity="${at > 21 ? 0.9 : 0.6}"/>`,
  )
  return scene(
    '#7b2ff7',
    '#f1788f',
    `${beams.join('')}<circle cx="640" cy="330" r="74" fill="#fff3d6" fill-opacity="0.92"/>${seats.join('')}`,
  )
}

/** Broad brush strokes on paper. */
function strokes(random: Random): string {
  const colours = ['#1f3a5f', '#c8553d', '#588b8b', '#f28f3b', '#2d3047']
  const lines = Array.from({ length: 9 }, (_, at) => {
    const y = 60 + at * 78
    const bends = `C ${random.integer(180, 420)} ${y - random.integer(60, 190)} ${random.integer(700, 980)} ${y + random.integer(60, 190)} ${random.integer(1020, 1240)} ${y + random.integer(-50, 50)}`
    return `<path d="M${random.integer(20, 200)} ${y}${bends}" fill="none" stroke="${colours[at % colours.length]}" stroke-opacity="0.82" stroke-width="${random.integer(16, 54)}" stroke-linecap="round"/>`
  })
  return scene('#fbf1e1', '#f0d9c0', lines.join(''))
}

/** A printed sky: dots that grow towards the horizon. */
function dots(random: Random): string {
  const points = Array.from({ length: 24 * 14 }, (_, at) => {
    const [column, row] = [at % 24, Math.floor(at / 24)]
    const wave = Math.sin(column / 3.4 + row / 2.7) * 5
    const radius = Math.max(2, 3 + row * 1.3 + wave + random.integer(-1, 1))
    return `<circle cx="${30 + column * 54}" cy="${28 + row * 52}" r="${radius.toFixed(1)}" fill="${row < 5 ? '#fdf0b5' : '#ffffff'}" fill-opacity="${(0.35 + row * 0.04).toFixed(2)}"/>`
  })
  return scene('#2b6cb0', '#7fc8e8', points.join(''))
}

/** Cubes piled up, seen from above. */
function blocks(random: Random): string {
  const [half, height] = [74, 42]
  const cubes = Array.from({ length: 70 }, (_, at) => {
    const [column, row] = [at % 10, Math.floor(at / 10)]
    const x = column * half * 2 + (row % 2) * half
    const y = 40 + row * height * 3 - random.integer(0, 2) * 26
    const hue = random.pick([168, 174, 186, 42])
    return `<path d="M${x} ${y}l${half} ${height}l${half} ${-height}l${-half} ${-height}Z" fill="hsl(${hue} 52% 68%)"/><path d="M${x} ${y}v${height * 2}l${half} ${height}v${-height * 2}Z" fill="hsl(${hue} 48% 46%)"/><path d="M${x + half * 2} ${y}v${height * 2}l${-half} ${height}v${-height * 2}Z" fill="hsl(${hue} 50% 34%)"/>`
  })
  return svg(WIDTH, HEIGHT, `<rect width="${WIDTH}" height="${HEIGHT}" fill="#174a4a"/>${cubes.join('')}`)
}
