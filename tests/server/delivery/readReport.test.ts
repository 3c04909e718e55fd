/** Reports of mails that came back, as services write them. */
import { describe, expect, it } from 'vitest'
import { readReport } from '../../../plugins/delivery/reports/readReport.ts'

const dsn = (fields: string) =>
  [
    'Content-Type: multipart/report; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx',
    '',
    fields,
    '--b--',
  ].join('\n')

describe('[BOUNCE-3] a report', () => {
  it.each([
    ['of an unknown mailbox', dsn('Final-Recipient: rfc822;A@x.example\nAction: failed\nStatus: 5.1.1'), [['a@x.example', true]]],
    [
      'of a full mailbox, which may empty',
      dsn('Final-Recipient: rfc822; a@x.example\nAction: failed\nStatus: 5.2.2'),
      [['a@x.example', false]],
    ],
    [
      'of a letter that was refused for its words',
      dsn('Final-Recipient: rfc822; a@x.example\nAction: failed\nStatus: 5.7.1'),
      [['a@x.example', false]],
    ],
    ['that a mail is late', dsn('Final-Recipient: rfc822; a@x.example\nAction: delayed\nStatus: 4.4.1'), []],
    [
      'of two recipients',
      dsn(
        'Final-Recipient: rfc822; a@x.example\nAction: failed\nStatus: 5.1.1\n\nFinal-Recipient: rfc822; b@x.example\nAction: failed\nStatus: 5.1.10',
      ),
      [
        ['a@x.example', true],
        ['b@x.example', true],
      ],
    ],
    ['that is none', 'Hello, I am on holiday until Monday.', []],
    ['with an address that is none', dsn('Final-Recipient: rfc822; <a b>\nAction: failed\nStatus: 5.1.1'), []],
  ])('by RFC 3464 %s', (_, report, expected) => {
    expect(readReport({ report }).map(({ address, isLost }) => [address, isLost])).toEqual(expected)
  })

  it.each([
    [
      'Amazon SES',
      {
        Type: 'Notification',
        Message: JSON.stringify({
          bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'a@x.example', diagnosticCode: 'smtp; 550 unknown' }] },
          mail: { commonHeaders: { messageId: '<outbox-7@agon.example>' } },
        }),
      },
      { reason: 'smtp; 550 unknown', outboxId: '7' },
    ],
    [
      'Mailgun',
      {
        'event-data': {
          event: 'failed',
          severity: 'permanent',
          recipient: 'a@x.example',
          'delivery-status': { message: 'unknown' },
          message: { headers: { 'message-id': 'outbox-7@agon.example' } },
        },
      },
      { reason: 'unknown', outboxId: '7' },
    ],
    [
      'Postmark',
      { RecordType: 'Bounce', Type: 'HardBounce', Email: 'A@x.example', Details: 'unknown' },
      { reason: 'unknown', outboxId: null },
    ],
    [
      'Resend',
      { type: 'email.bounced', data: { to: ['a@x.example'], bounce: { type: 'Permanent', message: 'unknown' } } },
      { reason: 'unknown' },
    ],
    [
      'SendGrid',
      { events: [{ event: 'bounce', email: 'a@x.example', reason: 'unknown', 'smtp-id': '<outbox-7@agon.example>' }, { event: 'open' }] },
      { reason: 'unknown', outboxId: '7' },
    ],
  ])('by %s', (_, report, expected) => {
    expect(readReport(report)).toEqual([expect.objectContaining({ address: 'a@x.example', isLost: true, ...expected })])
  })

  it('of what may pass, or of another kind, is none', () => {
    const soft = [
      {
        Type: 'Notification',
        Message: JSON.stringify({ bounce: { bounceType: 'Transient', bouncedRecipients: [{ emailAddress: 'a@x.example' }] } }),
      },
      { Type: 'Notification', Message: '{' },
      { 'event-data': { event: 'failed', severity: 'temporary', recipient: 'a@x.example' } },
      { RecordType: 'Bounce', Type: 'SoftBounce', Email: 'a@x.example' },
      { type: 'email.delivered', data: { to: ['a@x.example'] } },
      { events: [{ event: 'bounce', type: 'blocked', email: 'a@x.example' }] },
      {},
      { report: 7 },
      { events: {} },
    ]
    for (const report of soft) expect(readReport(report)).toEqual([])
  })
})
