/** Answers of the wizard's information forms, and the columns that they become. */
import type { StoredFile } from '../../runtime/core/contracts.ts'
import { bothLanguages, type Competition, type CompetitionChange, languagesOf } from './competition.ts'

type Info = Partial<
  Record<'titleEn' | 'summaryZh' | 'summaryEn' | 'placeZh' | 'placeEn' | 'contactPhone' | 'contactEmail', string> &
    Pick<Competition, 'level' | 'type' | 'mode' | 'region'>
> & { titleZh: string; cover?: StoredFile }

/** Answers of the form "information" -> columns. */
export function infoColumns(answers: Info): CompetitionChange {
  const { level = null, type = null, mode = null, region = null, contactPhone = null, contactEmail = null, cover } = answers
  return {
    title: bothLanguages(answers.titleZh, answers.titleEn)!,
    summary: bothLanguages(answers.summaryZh, answers.summaryEn),
    place: bothLanguages(answers.placeZh, answers.placeEn),
    level,
    type,
    mode,
    region,
    contactPhone,
    contactEmail,
    cover: (cover ?? null) as Competition['cover'],
  }
}

/** Columns -> answers of the form "information". */
export function infoAnswers(row: Competition): Record<string, unknown> {
  const { level, type, mode, region, contactPhone, contactEmail, cover } = row
  return filled({
    ...languagesOf('title', row.title),
    ...languagesOf('summary', row.summary),
    ...languagesOf('place', row.place),
    level,
    type,
    mode,
    region,
    contactPhone,
    contactEmail,
    cover,
  })
}

type Org = Partial<Record<'organisersZh' | 'organisersEn' | 'coOrganisersZh' | 'coOrganisersEn', string>>

/** Answers of the form "organisers" -> columns. */
export function orgColumns({ organisersZh, organisersEn, coOrganisersZh, coOrganisersEn }: Org): CompetitionChange {
  return { organisers: bothLanguages(organisersZh, organisersEn), coOrganisers: bothLanguages(coOrganisersZh, coOrganisersEn) }
}
/** Columns -> answers of the form "organisers". */
export function orgAnswers(row: Competition): Record<string, unknown> {
  return filled({ ...languagesOf('organisers', row.organisers), ...languagesOf('coOrganisers', row.coOrganisers) })
}

type Intro = Partial<Record<'introductionZh' | 'introductionEn' | 'guideZh' | 'guideEn', string>>

/** Answers of the form "introduction" -> columns; rich text is cleaned by the caller. */
export function introColumns({ introductionZh, introductionEn, guideZh, guideEn }: Intro): CompetitionChange {
  return { introduction: bothLanguages(introductionZh, introductionEn), guide: bothLanguages(guideZh, guideEn) }
}
/** Columns -> answers of the form "introduction". */
export function introAnswers(row: Competition): Record<string, unknown> {
  return filled({ ...languagesOf('introduction', row.introduction), ...languagesOf('guide', row.guide) })
}

/** Forms know absent answers, not null ones. */
export function filled(answers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null && value !== undefined))
}
