/** Invented answers to the three sign-up forms. Only visible fields are answered; the seed lets the form logic check every one of them before it
 *  is stored, so a form and its generator cannot diverge.
 *  allowed text: sample data is Chinese as that of most users. */
import { birthDate, chineseName, department, email, foreignName, idNumber, major, passport, phone, studentNumber } from './people.ts'
import type { Random } from './random.ts'

export type Answers = Record<string, unknown>
/** Facts of a stored file, as an upload answers them. */
export type DemoFile = Record<string, unknown>

export interface AnswerSources {
  random: Random
  /** Number of the registration within the demo; makes mail addresses unique. */
  serial: number
  /** Code of the event. */
  event: string
  schools: readonly { code: string; region: string }[]
  /** Codes of a province and its cities. */
  regions: readonly { province: string; cities: readonly string[] }[]
  /** Today, `YYYY-MM-DD`. */
  today: string
  file(): DemoFile
  /** Of a person who has one; default invented. */
  name?: string
}

/** Form id -> generator. */
export const answerGenerators: Readonly<Record<string, (sources: AnswerSources) => Answers>> = {
  'signup.modelling': modelling,
  'signup.design': design,
  'signup.hackathon': hackathon,
}

const TEAM_WORDS = '星火,北斗,远帆,拾光,破晓,无界,知行,青云,微光,鹿鸣,极点,素数,奇点,山海,万象,拓扑,流形,向量,弦歌,追风'.split(',')
const TEAM_ENDINGS = ['', '建模队', '小队', '之光', '三人行', '计划']
const GRADES = ['y1', 'y2', 'y3', 'y4']
const WORK_TITLES =
  '旧椅新生,纸间,潮汐灯,回声花器,竹影折叠桌,一米菜园,听见盲道,雨水收集伞,布头计划,巷口邮局,声音地图,可拆积木灯,慢递,风的形状,二十四味茶具,折叠书屋,盲文棋,雾中灯塔,竹编耳机,城市水地图,共享雨棚,旧衣织物砖,苔藓墙,会呼吸的砖,陪诊卡片'.split(
    ',',
  )
const WORK_TEXT =
  '以日常旧物为起点，重新梳理材料、结构与使用方式之间的关系。设计过程包括实地观察、用户访谈和三轮原型测试，最终形成可拆解、可维修、可再利用的方案，希望让人们在使用中重新理解“再生”的含义。'
const THEMES = { heritage: '传统再生', green: '低碳与循环', care: '关怀设计', city: '城市更新', ai: '人工智能' }
const IDEAS = [
  'A soil sensor that runs a year on one coin cell.',
  'A tactile clock for people with low vision.',
  'A weather balloon logger for schools.',
  'A repair kit that shows how a phone works.',
  'Low cost air quality nodes for dormitories.',
]
const NOTES = ['希望安排在下午联系。', '我们已参加校内选拔赛并获得推荐。', '如需补充材料请邮件通知。']

function modelling({ random, serial, event, schools, regions, file }: AnswerSources): Answers {
  const school = random.pick(schools)
  const group = event
  const members = Array.from({ length: random.chance(0.85) ? 2 : 1 }, (_, at) => member(random, `m${serial}.${at + 2}`, group))
  const software = random.some(['matlab', 'python', 'r', 'julia', 'spss', 'other'], 1, 3)
  const captain = person(random, `m${serial}.1`)
  const answers: Answers = {
    teamName: `${random.pick(TEAM_WORDS)}${random.pick(TEAM_ENDINGS)}${serial % 7 === 0 ? ` ${serial}` : ''}`,
    region: region(random, regions, school.region),
    school: [school.region, school.code],
    academy: department(random),
    group,
    ...(group === 'vocational' ? { problemVocational: random.pick(['D', 'E']) } : { problem: random.pick(['A', 'B', 'C']) }),
    software,
    ...(software.includes('other') ? { softwareOther: random.pick(['Lingo', 'Stata', 'GAMS']) } : {}),
    captainName: captain.name,
    captainStudentId: studentNumber(random),
    captainMajor: major(random),
    captainGrade: gradeOf(random, group),
    captainPhone: captain.phone,
    captainEmail: captain.email,
    captainIdType: captain.idType,
    captainIdNumber: captain.idNumber,
    members,
    studentCards: [file()],
    honest: true,
  }
  const experienced = random.chance(0.4)
  answers.experienced = experienced
  if (experienced) answers.experience = random.pick(['none', 'provincial', 'second', 'first'])
  Object.assign(answers, instructor(random, serial), invoice(random))
  if (random.chance(0.2)) answers.remark = random.pick(NOTES)
  return answers
}
function gradeOf(random: Random, group: string): string {
  return group === 'postgraduate' ? 'm1' : random.pick(GRADES)
}
function person(random: Random, mailName: string, born = birthDate(random, 2002, 2007)) {
  const idType = random.chance(0.94) ? 'idCard' : 'passport'
  const number = idType === 'idCard' ? idNumber(random, born) : passport(random)
  return { name: chineseName(random), phone: phone(random), email: email(mailName), idType, idNumber: number }
}
function member(random: Random, mailName: string, group: string): Answers {
  return { ...person(random, mailName), studentId: studentNumber(random), major: major(random), grade: gradeOf(random, group) }
}
function instructor(random: Random, serial: number): Answers {
  if (!random.chance(0.8)) return { hasInstructor: false }
  return {
    hasInstructor: true,
    instructorName: chineseName(random),
    instructorTitle: random.pick(['professor', 'associate', 'lecturer']),
    instructorPhone: phone(random),
    instructorEmail: email(`t${serial}`),
  }
}
function invoice(random: Random): Answers {
  if (!random.chance(0.3)) return { needInvoice: false }
  return { needInvoice: true, invoiceTitle: '某某大学（演示）', taxNumber: `99${random.integer(1_000_000_000_000, 9_999_999_999_999)}AB` }
}
function region(random: Random, regions: AnswerSources['regions'], province: string): string[] {
  const found = regions.find((each) => each.province === province) ?? random.pick(regions)
  return [found.province, random.pick(found.cities)]
}

function design({ random, serial, event, schools, regions, name }: AnswerSources): Answers {
  const identity = event === 'student' ? 'student' : random.chance(0.7) ? 'professional' : 'teacher'
  const born = identity === 'student' ? birthDate(random, 2000, 2007) : birthDate(random, 1975, 1998)
  const who = person(random, `d${serial}`, born)
  const school = random.pick(schools)
  const answers: Answers = {
    authorName: name ?? who.name,
    ...(random.chance(0.3) ? { penName: `${who.name.slice(1)}工作室` } : {}),
    gender: random.pick(['female', 'male', 'unsaid']),
    birthDate: born,
    identity,
    authorIdType: who.idType,
    authorIdNumber: who.idNumber,
    phone: who.phone,
    email: who.email,
    country: 'CN',
    region: region(random, regions, school.region),
    ...(identity === 'professional'
      ? { company: random.pick(['一间设计工作室', '合木造物', '拾光品牌设计', '南岸建筑事务所']), years: random.integer(1, 18) }
      : { school: [school.region, school.code] }),
    ...(identity === 'student'
      ? {
          major: random.pick(['视觉传达设计', '产品设计', '环境设计', '数字媒体艺术', '工艺美术']),
          degree: random.pick(['college', 'bachelor', 'master']),
        }
      : {}),
    ...(random.chance(0.6) ? { portfolio: `https://portfolio.example/d${serial}` } : {}),
  }
  const original = random.chance(0.85) ? 'unpublished' : 'published'
  return {
    ...answers,
    category: random.pick(['visual', 'product', 'interaction', 'space', 'craft']),
    theme: random.some(Object.keys(THEMES), 1, 3),
    original,
    ...(original === 'published' ? { publishedAt: '校内毕业设计展' } : {}),
    license: random.pick(['full', 'online']),
    originality: true,
  }
}

/** Answers to the form of works; pictures are the seed's matter. */
export function designWork({ random, today }: Pick<AnswerSources, 'random' | 'today'>): Answers {
  const usesAi = random.chance(0.35)
  const physical = random.chance(0.5)
  const title = random.pick(WORK_TITLES)
  return {
    title,
    introduction: `《${title}》${WORK_TEXT}`,
    keywords: random.some(Object.values(THEMES), 2, 3).join('、'),
    finishedOn: `${Number(today.slice(0, 4)) - 1}-0${random.integer(1, 9)}-15`,
    usesAi,
    ...(usesAi ? { aiStatement: '概念草图阶段使用图像生成工具辅助发散，最终方案与制作均由本人完成。' } : {}),
    physical,
    ...(physical
      ? { size: `${random.integer(10, 120)}×${random.integer(10, 80)}×${random.integer(5, 90)}`, insured: random.integer(5, 200) * 10_000 }
      : {}),
    ...(random.chance(0.3) ? { link: `https://video.example/w${random.integer(1000, 9999)}` } : {}),
  }
}

function hackathon({ random, serial, event, today, file }: AnswerSources): Answers {
  const name = random.chance(0.5) ? foreignName(random) : chineseName(random)
  const country = random.pick(['CN', 'CN', 'CN', 'SG', 'JP', 'KR', 'MY', 'DE', 'GB'])
  const status = random.pick(['student', 'student', 'working', 'between'])
  const party = random.chance(0.6) ? 'solo' : 'team'
  const diet = random.chance(0.4) ? random.some(['vegetarian', 'vegan', 'halal', 'gluten', 'allergy'], 1, 2) : []
  const visa = country !== 'CN' && random.chance(0.6)
  const travelGrant = random.chance(0.25)
  return {
    fullName: name,
    ...(random.chance(0.5) ? { preferredName: name.split(' ')[0] } : {}),
    pronouns: random.pick(['she', 'he', 'they', 'unsaid']),
    email: email(`h${serial}`),
    phone: phone(random),
    birthDate: birthDate(random, 1992, 2008),
    country,
    status,
    ...(status === 'student'
      ? {
          university: random.pick([
            'Pengcheng University of Innovation',
            'Chujiang University',
            'Temasek Institute (demo)',
            'Rhein Polytechnic (demo)',
          ]),
        }
      : {}),
    ...(status === 'working' ? { employer: random.pick(['Lumen Labs, firmware engineer', 'Harbour Robotics, designer']) } : {}),
    ...(random.chance(0.6) ? { github: `https://code.example/h${serial}` } : {}),
    skills: random.some(['firmware', 'electronics', 'mechanical', 'web', 'backend', 'ml', 'design', 'pitch'], 1, 4),
    level: event === 'beginners' ? 'first' : random.pick(['some', 'expert', 'first']),
    track: random.pick(['climate', 'health', 'access', 'play']),
    party,
    ...(party === 'team'
      ? { teamName: random.pick(['Solder Club', 'Ohm Alone', 'Volt & Co', 'Bit Garden', 'Low Noise']), mates: mates(random, serial) }
      : {}),
    ...(random.chance(0.7) ? { idea: random.pick(IDEAS) } : {}),
    tools: random.some(['printer', 'laser', 'solder', 'scope'], 1, 3),
    arrival: [shifted(today, 25), shifted(today, 28)],
    shirt: random.pick(['S', 'M', 'L', 'XL']),
    ...(diet.length > 0 ? { diet } : {}),
    ...(diet.includes('allergy') ? { allergy: random.pick(['Peanuts', 'Shellfish', '芒果']) } : {}),
    ...(country === 'CN' ? {} : { visa }),
    ...(visa ? { passport: passport(random), passportPhoto: [file()] } : {}),
    travelGrant,
    ...(travelGrant ? { travelCost: random.integer(8, 60) * 10_000 } : {}),
    emergencyName: chineseName(random),
    emergencyPhone: phone(random),
    heard: random.pick(['friend', 'school', 'social', 'before']),
    photo: random.chance(0.8),
    conduct: true,
  }
}
function mates(random: Random, serial: number): Answers[] {
  return Array.from({ length: random.integer(1, 3) }, (_, at) => ({
    name: foreignName(random),
    email: email(`h${serial}.${at + 2}`),
    role: random.pick(['hardware', 'software', 'design']),
  }))
}
function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
