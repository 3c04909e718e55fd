/** Constants and types that the processes of the bench "votes" share. */
export const CONNECTIONS = 64
/** Title of the competition of the demo whose works are voted on. */
export const COMPETITION = '青年设计双年赛'
export const PLAIN_SECRET = 'a secret of thirty-two characters'
export const VOTER = 'bench'

export interface Voter {
  token: string
  /** Of the hand-written server. */
  plainToken: string
}
/** First line of a process that has prepared the database. */
export interface VotesReady {
  competitionId: string
  /** Voted on through Agon, and through the hand-written server. */
  workId: string
  plainWorkId: string
  voters: Voter[]
}
