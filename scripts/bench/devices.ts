/** What public pages are measured on. */
export interface Device {
  name: string
  viewport: { width: number; height: number }
  isMobile: boolean
  slower: number
  network: { latency: number; downloadThroughput: number; uploadThroughput: number } | null
}

const KBIT = 1000 / 8

/** A phone as Lighthouse's (412 px, a processor four times slower, 1.6 Mbit/s with 150 ms). */
export const PHONE: Device = {
  name: 'phone',
  viewport: { width: 412, height: 823 },
  isMobile: true,
  slower: 4,
  network: { latency: 150, downloadThroughput: 1638 * KBIT, uploadThroughput: 750 * KBIT },
}

/** A desktop that nothing slows. */
export const DESK: Device = { name: 'desk', viewport: { width: 1350, height: 940 }, isMobile: false, slower: 1, network: null }
