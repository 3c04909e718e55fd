/** Contract `wallet`: makes a file by which a ticket goes into the wallet of a phone. */

/** The service document. */
export const WALLET = 'checkin.wallet'

export interface WalletTicket {
  /** Of the ticket: the same ticket replaces its earlier file in the wallet. */
  serial: string
  /** What is scanned at the entrance. */
  code: string
  /** In the language of the person. */
  lang: 'zh' | 'en'
  competition: string
  event: string
  name: string
  team: string | null
  place: string | null
  /** ISO 8601. */
  startsAt: string | null
  /** Words of the fields. */
  words: Readonly<Record<'event' | 'name' | 'team' | 'place' | 'startsAt', string>>
}

export interface WalletProvider {
  /** Media type of the file, and the end of its name. */
  type: string
  extension: string
  file(ticket: WalletTicket): Promise<Buffer>
}
