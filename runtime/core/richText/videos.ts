/** Videos in formatted texts. A text holds the address alone, as a link in a block; which sites play inside of a page is said by the app document (`videos`).
 *  A player is never shown by an address that a person wrote: it is made from the video's id, which has the form that its site gives out. */
import type { AppDocument } from '../documents.ts'

export type VideoSite = NonNullable<AppDocument['videos']>[number]
export interface Video {
  site: VideoSite
  id: string
}

const ID = '{id}'
/** One part of a path that may be anything. */
const ANY = '*'
/** People paste what a site offers for embedding. */
const EMBEDDED = /<iframe\b[^>]*?\bsrc\s*=\s*["']([^"']{1,2000})["']/i
const LONGEST = 2000

/** @param written an address, or the code that a site offers for embedding; null for every site that is not listed */
export function findVideo(written: string, sites: readonly VideoSite[]): Video | null {
  const address = readAddress(EMBEDDED.exec(written)?.[1] ?? written)
  if (!address) return null
  for (const site of sites)
    for (const pattern of site.addresses) {
      const id = idIn(address, pattern)
      if (id !== null && new RegExp(`^(?:${site.id})$`).test(id)) return { site, id }
    }
  return null
}

/** Where the video is watched at its site: the first address of the site. */
export function videoPage({ site, id }: Video): string {
  return `https://${site.addresses[0]!.replace(ID, id)}`
}

/** Address that a frame may show: of the player, for this video. */
export function videoPlayer({ site, id }: Video): string {
  return site.player.replace(ID, id)
}

/** What a page may show in a frame. */
export function playerOrigins(sites: readonly VideoSite[]): string[] {
  return [...new Set(sites.map(({ player }) => new URL(player).origin))]
}

function readAddress(written: string): URL | null {
  const text = written.trim().replace(/^\/\//, 'https://')
  if (text.length > LONGEST) return null
  const whole = /^[\w-]+(\.[\w-]+)+\//.test(text) ? `https://${text}` : text
  if (!URL.canParse(whole)) return null
  const url = new URL(whole)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.port === '' ? url : null
}

/** @param pattern as `www.example.org/watch/{id}` or `www.example.org/watch?v={id}` */
function idIn(url: URL, pattern: string): string | null {
  const wanted = new URL(`https://${pattern.replaceAll(ID, 'ID')}`)
  if (url.hostname !== wanted.hostname) return null
  const parts = partsOf(url)
  const wantedParts = partsOf(wanted)
  if (parts.length !== wantedParts.length) return null
  let id: string | null = null
  for (const [at, part] of wantedParts.entries()) {
    const [before, after] = part.split('ID')
    if (after === undefined) {
      if (part !== ANY && part !== parts[at]) return null
    } else if (parts[at]!.startsWith(before!) && parts[at]!.endsWith(after))
      id = parts[at]!.slice(before!.length, parts[at]!.length - after.length)
    else return null
  }
  for (const [name, value] of wanted.searchParams) if (value === 'ID') id = url.searchParams.get(name)
  return id
}

/** A slash at the end says nothing. */
function partsOf({ pathname }: URL): string[] {
  return pathname.replace(/\/$/, '').split('/')
}
