/** Answers to the questionnaires of the demo, by the template that they began as: plain enough to be read, uneven enough for charts to say something.
 *  allowed text: sample data is Chinese as that of most users. */
import type { Random } from './random.ts'

type Answers = Record<string, unknown>

const ITEMS = ['problem', 'guide', 'review', 'platform', 'service']
const ADVICE = [
  '希望作品提交前可以预览最终效果。',
  '指引里能多一些往届优秀作品就更好了。',
  '评审意见很有帮助，建议每个作品都能收到。',
  '客服回复很快，赞一个。',
  '上传大文件时偶尔会慢，希望能断点续传。',
  'Please publish the schedule a little earlier.',
  'The instructions in English were clear. Thank you!',
]
const REASONS = ['明年要准备毕业设计，时间不够。', '已经参加过两届，想把机会留给学弟学妹。']
const NAMES = ['沈佳宁', '顾一鸣', '许安然', '罗子墨', '程雨桐', '唐嘉言', '韩书瑶', '魏明轩', '蒋思源', '叶知秋', '杜若溪', '宋亦凡']
const SCHOOLS = ['启明大学', '江州理工学院', '云岭师范大学', '东湖美术学院']
const DIETS = ['', '', '', '清真', '素食', '对花生过敏']

/** Mostly content, as those are who answer. */
function satisfaction(random: Random): Answers {
  const overall = random.pick(['5', '5', '5', '4', '4', '4', '4', '3', '3', '2'])
  const again = overall <= '2' ? random.pick(['no', 'maybe']) : random.pick(['yes', 'yes', 'yes', 'maybe'])
  return {
    role: random.pick(['contestant', 'contestant', 'contestant', 'teacher', 'other']),
    overall,
    items: random.some(ITEMS, 1, 3),
    hours: random.integer(4, 20) * 5,
    again,
    ...(again === 'no' ? { why: random.pick(REASONS) } : {}),
    ...(random.chance(0.4) ? { advice: random.pick(ADVICE) } : {}),
  }
}

function contact(random: Random): Answers {
  return {
    fullName: random.pick(NAMES),
    school: random.pick(SCHOOLS),
    phone: `139${String(random.integer(0, 99_999_999)).padStart(8, '0')}`,
    size: random.pick(['S', 'M', 'M', 'L', 'L', 'XL', 'XXL']),
    diet: random.pick(DIETS),
  }
}

/** Template -> one answer. */
export const questionnaireAnswers: Readonly<Record<string, (random: Random) => Answers>> = {
  'questionnaire.satisfaction': satisfaction,
  'questionnaire.contact': contact,
}
