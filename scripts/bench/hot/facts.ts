/** Constants and types that the processes of the bench "hot" share. */
export const PEOPLE = 1_500
export const PLACES = 200
export const CONNECTIONS = 64
/** Title of the competition of the demo that everyone rushes to, and the code of its event. */
export const COMPETITION = '全国大学生数学建模挑战赛'
export const EVENT = 'undergraduate'

/** The rush of one round: who signs up, with what. */
export interface Person {
  token: string
  /** Of the hand-written server. */
  plainToken: string
  answers: Record<string, unknown>
}
/** First line of a process that has prepared the database. */
export interface HotReady {
  competitionId: string
  eventId: string
  formHash: string
  people: Person[]
}
export const PLAIN_SECRET = 'a secret of thirty-two characters'
