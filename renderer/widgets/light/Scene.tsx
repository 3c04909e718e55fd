import type { ReactNode } from 'react'

/** What the drawing of an empty state is about. */
export type SceneName = 'list' | 'search' | 'people' | 'picture' | 'award' | 'message' | 'date' | 'money'

/** One drawing of a set for empty states: the same ground, sheets and light, with one thing on them. Decorative: the words below say it. */
export function Scene({ name = 'list' }: { name?: SceneName }): ReactNode {
  return (
    <svg className="ag-scene" viewBox="0 0 200 128" aria-hidden="true" focusable="false">
      <ellipse className="ag-scene__soft" cx="100" cy="114" rx="84" ry="9" />
      <circle className="ag-scene__soft" cx="44" cy="40" r="16" />
      <path className="ag-scene__soft" d="M150 26l10 8-10 8-10-8z" />
      <rect className="ag-scene__back" x="62" y="18" width="88" height="88" rx="8" transform="rotate(6 106 62)" />
      <rect className="ag-scene__paper" x="52" y="16" width="92" height="92" rx="8" />
      {MOTIFS[name]}
    </svg>
  )
}

const ROWS = <path className="ag-scene__line" d="M80 38h48M80 62h48M80 86h34" />

const MOTIFS: Record<SceneName, ReactNode> = {
  list: (
    <>
      {ROWS}
      <path className="ag-scene__accent" d="M62 32h10v10H62zM62 56h10v10H62zM62 80h10v10H62z" />
    </>
  ),
  search: (
    <>
      <path className="ag-scene__line" d="M64 34h36M64 50h24M64 66h16" />
      <circle className="ag-scene__glass" cx="116" cy="70" r="21" />
      <path className="ag-scene__handle" d="M131 86l17 17" />
    </>
  ),
  people: (
    <>
      <circle className="ag-scene__accent" cx="98" cy="46" r="13" />
      <path className="ag-scene__accent" d="M74 90c0-16 10-24 24-24s24 8 24 24z" />
      <path className="ag-scene__line" d="M64 60v12M58 66h12M132 60v12M126 66h12" />
    </>
  ),
  picture: (
    <>
      <circle className="ag-scene__accent" cx="118" cy="40" r="9" />
      <path className="ag-scene__accent" d="M60 92l24-34 16 20 12-14 24 28z" />
    </>
  ),
  award: (
    <>
      <path className="ag-scene__line" d="M88 66l-8 28 18-8 18 8-8-28" />
      <circle className="ag-scene__accent" cx="98" cy="50" r="22" />
      <path className="ag-scene__star" d="M98 36l4.4 9 9.6 1.3-7 6.8 1.7 9.7-8.7-4.6-8.7 4.6 1.7-9.7-7-6.8 9.6-1.3z" />
    </>
  ),
  message: (
    <>
      <path className="ag-scene__accent" d="M64 44a8 8 0 0 1 8-8h52a8 8 0 0 1 8 8v28a8 8 0 0 1-8 8H92L76 94V80h-4a8 8 0 0 1-8-8z" />
      <path className="ag-scene__star" d="M78 50h40v4H78zM78 62h26v4H78z" />
    </>
  ),
  date: (
    <>
      <path className="ag-scene__line" d="M52 44h92M76 26v-14M120 26v-14" />
      <path className="ag-scene__accent" d="M64 54h14v12H64zM91 54h14v12H91zM64 78h14v12H64z" />
      <circle className="ag-scene__glass" cx="124" cy="86" r="13" />
    </>
  ),
  money: (
    <>
      {ROWS}
      <circle className="ag-scene__glass" cx="128" cy="88" r="20" />
      <path className="ag-scene__handle" d="M128 78v20M119 88h18" />
    </>
  ),
}
