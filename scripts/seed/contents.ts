/** What organisers of the demo wrote beside the competition itself: pages, news still in review, hotels with bookings, ranking lists. */
import { hotelBookingStatus, newsStatus } from '../../plugins/generated/enums.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { SeededCompetition } from './competitions.ts'
import { readDemo, scheduled } from './demoData.ts'
import type { SeedDatabase as Database } from './SeedDatabase.ts'

interface DemoRoom {
  name: LocalText
  price: number
  rooms: number
  breakfast: boolean
}
/** Times are days from now; `hotel` and `room` are places in the lists. */
interface DemoContents {
  pages: { title: LocalText; body: LocalText; shown: boolean }[]
  news: { type: string; status: number; title: LocalText; summary: LocalText | null; body: LocalText; reason?: string }[]
  hotels: {
    name: LocalText
    address: LocalText
    phone: string
    description: LocalText
    opensAt: number
    closesAt: number
    rooms: DemoRoom[]
  }[]
  bookings?: {
    hotel: number
    room: number
    name: string
    phone: string
    arrival: number
    departure: number
    rooms: number
    note: string
  }[]
  rankings: {
    title: LocalText
    note: LocalText | null
    tag: string
    event: string | null
    published: boolean
    /** Default 30 days ago. */
    publishedAt?: number
    awards: Record<string, unknown>[]
  }[]
}
interface Place {
  db: Database
  now: Date
  users: ReadonlyMap<string, string>
  competition: SeededCompetition
  contents: DemoContents
}

export async function insertContents(
  db: Database,
  { now, users, competitions }: Pick<Place, 'now' | 'users'> & { competitions: readonly SeededCompetition[] },
): Promise<void> {
  const byKey = readDemo<Record<string, DemoContents>>('contents.json')
  for (const competition of competitions) {
    const contents = byKey[competition.key]
    if (!contents) continue
    const place: Place = { db, now, users, competition, contents }
    await insertPages(place)
    await insertNews(place)
    await insertHotels(place)
    await insertRankings(place)
  }
}

async function insertPages({ db, users, competition, contents }: Place): Promise<void> {
  const editorId = users.get('organiser') ?? null
  for (const [position, { title, body, shown }] of contents.pages.entries()) {
    const row = { competitionId: competition.id, title, body, shown, position, latest: 1, editorId }
    const { id } = await db.insertInto('customPage_page').values(row).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('customPage_version').values({ pageId: id, number: 1, title, body, authorId: editorId }).execute()
  }
}

async function insertNews({ db, now, users, competition, contents }: Place): Promise<void> {
  for (const { reason = null, ...item } of contents.news) {
    const submittedAt = item.status === newsStatus.underReview ? scheduled(now, -1) : null
    await db
      .insertInto('competition_news')
      .values({ ...item, reason, submittedAt, competitionId: competition.id, authorId: users.get('organiser') ?? null })
      .execute()
  }
}

async function insertHotels({ db, now, users, competition, contents }: Place): Promise<void> {
  const day = (days: number) => scheduled(now, days).slice(0, 10)
  const places: { hotelId: string; rooms: { id: string; price: number }[] }[] = []
  for (const [position, { rooms, opensAt, closesAt, ...hotel }] of contents.hotels.entries()) {
    const row = { ...hotel, competitionId: competition.id, opensAt: day(opensAt), closesAt: day(closesAt), position }
    const { id: hotelId } = await db.insertInto('hotel_hotel').values(row).returning('id').executeTakeFirstOrThrow()
    const kinds = rooms.map((room, order) => ({ ...room, hotelId, competitionId: competition.id, position: order }))
    places.push({ hotelId, rooms: await db.insertInto('hotel_room').values(kinds).returning(['id', 'price']).execute() })
  }
  for (const { hotel, room, arrival, departure, ...booking } of contents.bookings ?? []) {
    const { hotelId, rooms } = places[hotel]!
    const { id: roomId, price } = rooms[room]!
    const amount = price * booking.rooms * (departure - arrival)
    const stay = { arrival: day(arrival), departure: day(departure), amount, status: hotelBookingStatus.booked }
    await db
      .insertInto('hotel_booking')
      .values({ ...booking, ...stay, hotelId, roomId, competitionId: competition.id, userId: users.get('student') })
      .execute()
  }
}

async function insertRankings({ db, now, competition, contents }: Place): Promise<void> {
  for (const [position, { awards, event, published, publishedAt: at = -30, ...list }] of contents.rankings.entries()) {
    const eventId = event === null ? null : (competition.events.get(event) ?? null)
    const publishedAt = published ? scheduled(now, at) : null
    const state = published ? { state: 'published' as const, publishedVersion: 1, frozenVersion: 1, publishedAt } : {}
    const row = { ...list, competitionId: competition.id, eventId, position, ...state }
    const { id: listId } = await db.insertInto('ranking_list').values(row).returning('id').executeTakeFirstOrThrow()
    const lines = awards.map((award, order) => ({ ...award, listId, competitionId: competition.id, position: order }))
    await db.insertInto('ranking_award').values(lines).execute()
  }
}
