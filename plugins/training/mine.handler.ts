/** Courses of the person with progress: what comes next, attendance, certificate, evaluation. Active sign-ups come first, the next to start before others. */
import { type RawBuilder, sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

interface Row {
  id: string
  courseId: string
  title: LocalText
  cover: Record<string, unknown> | null
  state: string
  payState: string
  stage: string
  courseState: string
  startsAt: string | null
  endsAt: string | null
  sessions: number
  attended: number
  next: { title: LocalText; startsAt: string; live: boolean; liveLink: string | null } | null
  orderId: string | null
  waitingAt: number | null
  share: number
  seriesId: string | null
  certificateAt: string | null
  code: string | null
  evaluationOpen: boolean
  evaluated: boolean
  reason: string | null
  total: number
}

const WHOLE = 100

export default defineHandler('training.mine', async ({ pageNum = 1, pageSize = 12, tab }, { db, session, now }) => {
  const moment = sql`${now.toISOString()}::timestamptz`
  const only = tab === undefined ? sql`true` : sql`stage = ${tab}`
  const { rows } = await sql<Row>`
    SELECT *, count(*) OVER ()::integer AS total FROM (${ownCourses(session.userId!, moment)}) AS mine
    WHERE ${only} ORDER BY array_position(ARRAY['running', 'upcoming', 'finished', 'ended'], stage), "startsAt", id DESC
    LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`.execute(db)
  return { list: rows.map(shown), total: rows[0]?.total ?? 0, pageNum, pageSize }
})

function ownCourses(userId: string, now: RawBuilder<unknown>): RawBuilder<unknown> {
  const inside = sql`e.state = 'enrolled' AND e."payState" IN ('none', 'paid')`
  return sql`
    SELECT e.id::text AS id, c.id::text AS "courseId", c.title, c.cover, e.state, e."payState", c.state AS "courseState", c."startsAt", c."endsAt",
      c."sessionCount" AS sessions, e.attended, c."certificateShare" AS share, c."seriesId", e."certificateAt", coalesce(e.reason, c."cancelReason") AS reason,
      CASE WHEN e.seat IS NULL THEN 'ended' WHEN c."endsAt" < ${now} THEN 'finished' WHEN c."startsAt" <= ${now} THEN 'running' ELSE 'upcoming' END AS stage,
      (SELECT json_build_object('title', s.title, 'startsAt', s."startsAt", 'live', s."startsAt" <= ${now}, 'liveLink', CASE WHEN ${inside} THEN s."liveLink" END)
        FROM training_session s WHERE s."courseId" = c.id AND s."endsAt" > ${now} AND e.seat IS NOT NULL ORDER BY s."startsAt", s.id LIMIT 1) AS next,
      (SELECT o.id::text FROM pay_order o WHERE o.seat = 't' || e.id) AS "orderId",
      CASE WHEN e.state = 'waiting' THEN (SELECT count(*)::integer FROM training_enrolment w
        WHERE w."courseId" = c.id AND w.state = 'waiting' AND (w."signedUpAt", w.id) <= (e."signedUpAt", e.id)) END AS "waitingAt",
      (SELECT k.code FROM certificate_certificate k WHERE k."seriesId" = c."seriesId" AND k.subject = 'training:' || e.id AND k.state = 'published' LIMIT 1) AS code,
      coalesce(q.state = 'open' AND c."endsAt" < ${now} AND ${inside}, false) AS "evaluationOpen",
      EXISTS (SELECT FROM questionnaire_invitation i WHERE i."questionnaireId" = c."questionnaireId" AND i."userId" = e."userId" AND i."answeredAt" IS NOT NULL) AS evaluated
    FROM training_enrolment e JOIN training_course c ON c.id = e."courseId" LEFT JOIN questionnaire_questionnaire q ON q.id = c."questionnaireId"
    WHERE e."userId" = ${userId}`
}

function shown({ next, code, seriesId, certificateAt, evaluationOpen, evaluated, total: _, courseState, ...row }: Row) {
  const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString())
  const percent = row.sessions === 0 ? 0 : Math.min(WHOLE, Math.round((row.attended * WHOLE) / row.sessions))
  return {
    ...row,
    ...{ startsAt: iso(row.startsAt), endsAt: iso(row.endsAt), percent, phase: courseState, certificateCode: code },
    next: next && { ...next, startsAt: iso(next.startsAt)! },
    certificate: certificateOf({ ...row, code, seriesId, certificateAt }),
    evaluation: evaluated ? 'done' : evaluationOpen ? 'due' : 'none',
  }
}

/** What the person can do about the certificate. */
function certificateOf({ state, seriesId, code, certificateAt, attended, sessions, share, stage }: Partial<Row>): string {
  if (seriesId === null || state !== 'enrolled') return 'none'
  if (code) return 'issued'
  if (certificateAt) return 'requested'
  if (sessions! > 0 && attended! * WHOLE >= share! * sessions!) return 'due'
  return stage === 'finished' ? 'short' : 'none'
}
