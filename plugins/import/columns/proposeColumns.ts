/** Headings of a sheet -> the fields that they mean. By a saved map, by the title in either language, by other words for the same. Pure. */
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import type { Target } from './targets.ts'

/** A column of a sheet, and what it fills. */
export interface Column {
  title: string
  sample: string
  /** Key of a target; null: it is not imported. */
  target: string | null
}
/** Heading (folded) -> key of a target. */
export type ColumnMap = Readonly<Record<string, string | null>>

// allowed text: headings as people write them, whatever the language of the screen
const SYNONYMS: readonly (readonly string[])[] = [
  ['姓名', '名字', '参赛者', '选手', 'name', 'fullname', 'participant'],
  ['手机', '手机号', '手机号码', '电话', '联系电话', '联系方式', 'phone', 'mobile', 'phonenumber', 'tel', 'telephone'],
  ['邮箱', '电子邮箱', '电子邮件', 'email', 'mail', 'emailaddress'],
  ['学校', '院校', '所在学校', '学校或单位', '单位', 'school', 'university', 'organisation', 'organization'],
  ['学院', '院系', 'college', 'department', 'faculty'],
  ['专业', 'major', 'programme', 'program'],
  ['年级', 'grade', 'year'],
  ['性别', 'gender', 'sex'],
  ['身份证', '身份证号', '身份证号码', '证件号', '证件号码', 'idnumber', 'idno', 'identitycard'],
  ['出生日期', '生日', 'birthdate', 'dateofbirth', 'birthday'],
  ['账号', '帐号', '登录账号', '账户', 'account', 'username', 'login'],
  ['名次', '排名', 'rank', 'place'],
  ['奖项', '奖级', '获奖等级', '等级', 'award', 'prize'],
  ['成绩', '得分', '分数', 'score', 'points', 'result'],
  ['报名编号', '编号', '报名号', 'registrationno', 'registrationnumber', 'registrationid'],
  ['指导教师', '指导老师', '导师', 'instructor', 'instructors', 'adviser', 'advisor'],
  ['队名', '团队', '团队名称', '队伍名称', '参赛者或团队', '名称', 'team', 'teamname', 'participantorteam'],
]
const SIGNS = /[\s\p{P}\p{S}]/gu
const IN_BRACKETS = /[（(【[].*?[）)】\]]/g
const GROUPS = new Map(SYNONYMS.flatMap((words, at) => words.map((word) => [word, at] as const)))

/** Without spaces, signs, and width or case of letters. */
export function foldHeading(heading: string): string {
  return searchForm(heading).replace(SIGNS, '')
}

/** @param maps  saved ones, the likeliest first: the first that knows every heading decides */
export function proposeColumns(headings: readonly string[], targets: readonly Target[], maps: readonly ColumnMap[]): (string | null)[] {
  const keys = new Set(targets.map(({ key }) => key))
  const folded = headings.map(foldHeading)
  const saved = maps.find((map) => folded.every((heading) => heading === '' || heading in map))
  const taken = new Set<string>()
  const take = (key: string | null | undefined): string | null => {
    if (key == null || !keys.has(key) || taken.has(key)) return null
    taken.add(key)
    return key
  }
  if (saved) return folded.map((heading) => take(saved[heading]))
  const found: (string | null)[] = headings.map(() => null)
  for (const means of MEANS)
    for (const [at, heading] of headings.entries())
      if (found[at] === null && folded[at] !== '')
        found[at] = take(targets.find((target) => !taken.has(target.key) && means(heading, target))?.key)
  return found
}

/** From what is certain to what is likely. */
const MEANS: readonly ((heading: string, target: Target) => boolean)[] = [
  (heading, { title, key }) =>
    words(title).some((word) => foldHeading(word) === foldHeading(heading)) || foldHeading(key) === foldHeading(heading),
  (heading, { title }) => words(title).some((word) => bare(word) !== '' && bare(word) === bare(heading)),
  (heading, { title }) => {
    const group = GROUPS.get(bare(heading))
    return group !== undefined && words(title).some((word) => GROUPS.get(bare(word)) === group)
  },
]

const words = ({ zh, en }: Target['title']): string[] => [zh, en]
/** Without what stands in brackets, as hints do. */
const bare = (heading: string): string => foldHeading(heading.replace(IN_BRACKETS, ''))
