/** Invented people of the demo. Numbers cannot belong to anyone: identity cards of a region code that does not exist, phones and mail addresses
 *  of ranges and domains kept for examples.
 *  allowed text: sample data is Chinese as that of most users. */
import type { Random } from './random.ts'

const SURNAMES = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜戚谢邹喻柏']
const GIVEN =
  '子墨,若溪,一诺,浩然,思源,雨桐,梓涵,明哲,嘉懿,书瑶,景行,亦凡,知夏,云舒,泽宇,清扬,可心,博文,安然,昕悦,远航,静姝,奕辰,语嫣,天佑,沐阳,诗涵,立言,星野,乐之'.split(
    ',',
  )
const FIRST = 'Aiko,Ben,Chloe,Daniel,Elif,Farid,Grace,Hugo,Ines,Jonas,Kavya,Leo,Maya,Noah,Olivia,Priya,Ravi,Sofia,Tomas,Wei Ling'.split(',')
const LAST = 'Abe,Becker,Chen,Dubois,Eriksen,Fischer,Garcia,Hassan,Ito,Jensen,Kim,Lim,Meyer,Novak,Okafor,Park,Rossi,Silva,Tan,Yamada'.split(
  ',',
)
const MAJORS = '数学与应用数学,信息与计算科学,统计学,软件工程,自动化,金融工程,物理学,数据科学,土木工程,经济学'.split(',')
const DEPARTMENTS = '数学学院,计算机学院,统计与数据科学学院,自动化学院,经济学院,物理学院'.split(',')
/** Weights and check characters of GB 11643-1999. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'
/** No region has this code. */
const REGION = '990101'

/** Family name and given name in Chinese characters. */
export function chineseName(random: Random): string {
  return random.pick(SURNAMES) + random.pick(GIVEN)
}
/** Given name and family name in Latin letters. */
export function foreignName(random: Random): string {
  return `${random.pick(FIRST)} ${random.pick(LAST)}`
}
/** A major of the demonstration. */
export function major(random: Random): string {
  return random.pick(MAJORS)
}
/** A department of the demonstration. */
export function department(random: Random): string {
  return random.pick(DEPARTMENTS)
}
/** A mobile number in the pattern of the mainland. */
export function phone(random: Random): string {
  return `1990000${String(random.integer(0, 9999)).padStart(4, '0')}`
}
/** Ten digits that begin with the year of enrolment. */
export function studentNumber(random: Random): string {
  return `20${random.integer(23, 26)}${String(random.integer(0, 999_999)).padStart(6, '0')}`
}
/** An address at a domain reserved for examples. */
export function email(name: string): string {
  return `${name}@mail.example`
}
/** A date `YYYY-MM-DD` between two years, both included. */
export function birthDate(random: Random, from: number, to: number): string {
  return `${random.integer(from, to)}-${pad(random.integer(1, 12))}-${pad(random.integer(1, 28))}`
}
/** Eighteen characters with a right check character. @param born `YYYY-MM-DD` */
export function idNumber(random: Random, born: string): string {
  const digits = `${REGION}${born.replaceAll('-', '')}${String(random.integer(1, 999)).padStart(3, '0')}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (WEIGHTS[at] ?? 0), 0)
  return digits + CHECK_CHARACTERS[sum % 11]
}
/** A letter and eight digits. */
export function passport(random: Random): string {
  return `E${String(random.integer(10_000_000, 99_999_999))}`
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
