/** Passes for Apple Wallet, signed with a certificate of the kind Pass Type ID. Other wallets that read `.pkpass` take them too.
 *  @see https://developer.apple.com/documentation/walletpasses */
import { defineProvider } from '../../../runtime/core/contracts.ts'
import { PASS_ICONS } from './passIcons.ts'
import type { WalletProvider, WalletTicket } from './WalletProvider.ts'

interface Settings {
  passTypeId: string
  teamId: string
  organisation: string
  certificate: string
  key: string
  keyPassphrase?: string
  issuerCertificate: string
}

export default defineProvider<WalletProvider, Settings>('checkin.appleWallet', 'wallet', (settings) => ({
  type: 'application/vnd.apple.pkpass',
  extension: 'pkpass',
  async file(ticket) {
    const { PKPass } = await import('passkit-generator')
    const { passTypeId, teamId, organisation, certificate, key, keyPassphrase, issuerCertificate } = settings
    const pass = new PKPass(
      { ...PASS_ICONS },
      {
        wwdr: pem(issuerCertificate),
        signerCert: pem(certificate),
        signerKey: pem(key),
        ...(keyPassphrase ? { signerKeyPassphrase: keyPassphrase } : {}),
      },
      {
        ...{ passTypeIdentifier: passTypeId, teamIdentifier: teamId, organizationName: organisation },
        ...{ serialNumber: ticket.serial, description: ticket.competition, logoText: ticket.competition },
      },
    )
    pass.type = 'eventTicket'
    pass.setBarcodes({ message: ticket.code, format: 'PKBarcodeFormatQR', messageEncoding: 'iso-8859-1', altText: ticket.code })
    if (ticket.startsAt !== null) pass.setRelevantDate(new Date(ticket.startsAt))
    addFields(pass, ticket)
    return pass.getAsBuffer()
  },
}))

function addFields(pass: import('passkit-generator').PKPass, { event, name, team, place, startsAt, words }: WalletTicket): void {
  pass.primaryFields.push({ key: 'event', label: words.event, value: event })
  pass.secondaryFields.push({ key: 'name', label: words.name, value: name })
  if (team !== null) pass.secondaryFields.push({ key: 'team', label: words.team, value: team })
  if (place !== null) pass.auxiliaryFields.push({ key: 'place', label: words.place, value: place })
  if (startsAt !== null) {
    const style = { dateStyle: 'PKDateStyleMedium', timeStyle: 'PKDateStyleShort' } as const
    pass.auxiliaryFields.push({ key: 'startsAt', label: words.startsAt, value: new Date(startsAt).toISOString(), ...style })
  }
}

/** Settings hold a PEM with its lines, or as one line with \\n in it. */
function pem(text: string): string {
  return text.replaceAll('\\n', '\n').trim()
}
