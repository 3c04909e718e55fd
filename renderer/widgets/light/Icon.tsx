/** Line icons on a 24-unit grid, drawn with the colour of the text around them. Decorative: the words beside them carry the meaning. */
import type { ReactNode } from 'react'
import { joinClasses } from './joinClasses.ts'

const PATHS: Record<string, string> = {
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l4.5 4.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  down: 'M6 9.5l6 6 6-6',
  up: 'M6 14.5l6-6 6 6',
  left: 'M14.5 6l-6 6 6 6',
  right: 'M9.5 6l6 6-6 6',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  sort: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  print: 'M7 9V4h10v5M7 17H5v-7h14v7h-2M8 14h8v6H8z',
  download: 'M12 4v11M7.5 10.5L12 15l4.5-4.5M5 20h14',
  upload: 'M12 15V4M7.5 8.5L12 4l4.5 4.5M5 20h14',
  refresh: 'M20 11a8 8 0 0 0-14.3-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14.3 4L20 15M20 20v-5h-5',
  external: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20c.8-3.6 3.7-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  users:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 19c.6-3.2 3.2-4.8 6.5-4.8s5.9 1.6 6.5 4.8M15.5 5.3a3.5 3.5 0 0 1 0 6.5M18 14.6c1.9.7 3.1 2.2 3.5 4.4',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  chat: 'M4 5h16v11H10.5L6 20v-4H4zM8 9.5h8M8 12.5h5',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  phone: 'M6 4h4l1.5 4.5L9 10.5a12 12 0 0 0 4.5 4.5l2-2.5L20 14v4a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z',
  globe: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c3 3 3 14 0 17M12 3.5c-3 3-3 14 0 17',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  trophy: 'M8 4h8v6a4 4 0 0 1-8 0zM8 5.5H4.5c0 3 1.2 5 3.7 5.5M16 5.5h3.5c0 3-1.2 5-3.7 5.5M12 14v4M8.5 20.5h7M10 18h4v2.5h-4z',
  medal: 'M12 10a5.2 5.2 0 1 1 0 10.5A5.2 5.2 0 0 1 12 10zM8.5 11L5.5 3.5h4L12 8l2.5-4.5h4L15.5 11',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  file: 'M6 3.5h8l4 4V20.5H6zM14 3.5v4h4',
  edit: 'M4 20l1-4.5L15.5 5a2 2 0 0 1 3 0l.5.5a2 2 0 0 1 0 3L8.5 19zM14 6.5l3.5 3.5',
  trash: 'M5 7h14M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5',
  eye: 'M2.5 12c2.5-4.5 5.6-6.5 9.5-6.5s7 2 9.5 6.5c-2.5 4.5-5.6 6.5-9.5 6.5S5 16.5 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z',
  filter: 'M4 5h16l-6.5 7.5V19l-3-1.5v-5z',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  rows: 'M4 5h16v14H4zM4 9.7h16M4 14.3h16',
  more: 'M5.5 11.4a.6.6 0 1 1 0 1.2.6.6 0 0 1 0-1.2zM12 11.4a.6.6 0 1 1 0 1.2.6.6 0 0 1 0-1.2zM18.5 11.4a.6.6 0 1 1 0 1.2.6.6 0 0 1 0-1.2z',
  settings: 'M5 8h9M18 8h1M5 16h1M10 16h9M16 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM8 14a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  logout: 'M14 4H6v16h8M10.5 12H20M16.5 8.5L20 12l-3.5 3.5',
  login: 'M10 4h8v16h-8M4 12h9.5M10 8.5l3.5 3.5-3.5 3.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  star: 'M12 4l2.5 5.2 5.7.8-4.1 4 1 5.6-5.1-2.7-5.1 2.7 1-5.6-4.1-4 5.7-.8z',
  tag: 'M4 4h7.5l8.5 8.5-7.5 7.5L4 11.5zM8 8h.01',
  building: 'M5 20.5V4h9v16.5M14 9.5h5v11M3 20.5h18M8 8h3M8 12h3M8 16h3',
  inbox: 'M4 13l2.5-8h11l2.5 8v6H4zM4 13h5l1 2.5h4l1-2.5h5',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5M12 8h.01',
  success: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8 12.3l2.8 2.7L16 9.5',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.3h.01',
  error: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5v5.5M12 16h.01',
  offline:
    'M3 9a14 14 0 0 1 5-3.1M12.5 5.2A14 14 0 0 1 21 9M6 12.7a9 9 0 0 1 3-2M15 11a9 9 0 0 1 3 1.7M12 18h.01M4 3.5l16 17M9.5 15.5a4 4 0 0 1 4-.6',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  chart: 'M4 20h16M7 20v-7M12 20V6M17 20v-10',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.5',
  book: 'M5 4.5h6a1 1 0 0 1 1 1V20a2 2 0 0 0-2-1.5H5zM19 4.5h-6a1 1 0 0 0-1 1V20a2 2 0 0 1 2-1.5h5z',
  send: 'M4 11.5L20 4l-5.5 16-3.5-6.5zM11 13.5L20 4',
  share:
    'M7 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM17 4a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM17 15a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM9.3 10.9l5.4-3.1M9.3 13.1l5.4 3.1',
  undo: 'M9 6L4.5 10.5L9 15M4.5 10.5H15a4.5 4.5 0 0 1 0 9h-3',
  redo: 'M15 6l4.5 4.5L15 15M19.5 10.5H9a4.5 4.5 0 0 0 0 9h3',
  text: 'M5 7V5h14v2M12 5v14M9.5 19h5',
  number: 'M9 4L7 20M17 4l-2 16M4.5 9.5h15M4.5 14.5h15',
  choice: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z',
  boxes: 'M4 5h6v6H4zM4 14h6v6H4zM13.5 8H20M13.5 17H20M5.5 8l1.2 1.2L9 6.8',
  copy: 'M9 9h11v11H9zM5.5 15H4V4h11v1.5',
}

/** @param name one of the icon names; an unknown name draws nothing */
export function Icon({ name, size = 'medium' }: { name: string; size?: 'small' | 'medium' | 'large' }): ReactNode {
  const path = PATHS[name]
  if (!path) return null
  return (
    <svg className={joinClasses('ag-icon', `ag-icon--${size}`)} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
