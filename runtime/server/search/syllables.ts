/** The syllables of Mandarin as they are typed, in the order whose numbers the migration `sounds` keeps. */
const SYLLABLES = [
  'a ai an ang ao ba bai ban bang bao bei ben beng bi bian biao bie bin bing bo bu ca cai can cang cao ce cen ceng cha chai chan',
  'chang chao che chen cheng chi chong chou chu chua chuai chuan chuang chui chun chuo ci cong cou cu cuan cui cun cuo da dai dan',
  'dang dao de dei den deng di dia dian diao die ding diu dong dou du duan dui dun duo e ei en er fa fan fang fei fen feng fo fou fu',
  'ga gai gan gang gao ge gei gen geng gong gou gu gua guai guan guang gui gun guo ha hai han hang hao he hei hen heng hong hou hu',
  'hua huai huan huang hui hun huo ji jia jian jiang jiao jie jin jing jiong jiu ju juan jue jun ka kai kan kang kao ke kei ken keng',
  'kong kou ku kua kuai kuan kuang kui kun kuo la lai lan lang lao le lei leng li lia lian liang liao lie lin ling liu lo long lou lu',
  'luan lun luo lv lve ma mai man mang mao me mei men meng mi mian miao mie min ming miu mo mou mu na nai nan nang nao ne nei nen',
  'neng ni nian niang niao nie nin ning niu nong nou nu nuan nuo nv nve ou pa pai pan pang pao pei pen peng pi pian piao pie pin ping',
  'po pou pu qi qia qian qiang qiao qie qin qing qiong qiu qu quan que qun ran rang rao re ren reng ri rong rou ru ruan rui run ruo',
  'sa sai san sang sao se sen seng sha shai shan shang shao she shei shen sheng shi shou shu shua shuai shuan shuang shui shun shuo',
  'si song sou su suan sui sun suo ta tai tan tang tao te tei teng ti tian tiao tie ting tong tou tu tuan tui tun tuo wa wai wan wang',
  'wei wen weng wo wu xi xia xian xiang xiao xie xin xing xiong xiu xu xuan xue xun ya yan yang yao ye yi yin ying yo yong you yu',
  'yuan yue yun za zai zan zang zao ze zei zen zeng zha zhai zhan zhang zhao zhe zhei zhen zheng zhi zhong zhou zhu zhua zhuai zhuan',
  'zhuang zhui zhun zhuo zi zong zou zu zuan zui zun zuo',
]
  .join(' ')
  .split(' ')

/** Private characters that stand for a syllable and for a first letter (migration `sounds`). */
const SYLLABLE_SIGNS = 0xe000
const LETTER_SIGNS = 0xe400
const LONGEST = 6
/** Ways to read one word that are looked for. */
const MAX_READINGS = 4

const SIGNS = new Map(SYLLABLES.map((syllable, index) => [syllable, String.fromCodePoint(SYLLABLE_SIGNS + index + 1)]))
const LETTERS = new Map([...new Set(SYLLABLES.map(([letter]) => letter!))].map((letter) => [letter, letterSign(letter)]))
const BEGINNINGS = new Set(SYLLABLES.flatMap((syllable) => [...syllable].map((_, end) => syllable.slice(0, end + 1))))

/** What a word may be as pinyin, in the private characters of `platform_sounds`: syllables (two or more; a last one that is not finished is left out
 *  after two), and first letters (three or more). A single syllable is mostly a word of another language. */
export function soundsOf(word: string): string[] {
  if (!/^[a-z]{3,40}$/.test(word)) return []
  const letters = [...word].map((letter) => LETTERS.get(letter))
  const initials = letters.every((sign) => sign !== undefined) ? [letters.join('')] : []
  return [...new Set([...readings(word, ''), ...initials])]
}

/** Each way to take a word apart into syllables, in their signs. */
function readings(rest: string, before: string): string[] {
  if (rest === '') return before.length > 1 ? [before] : []
  const found: string[] = []
  for (let end = Math.min(LONGEST, rest.length); end > 0 && found.length < MAX_READINGS; end--) {
    const sign = SIGNS.get(rest.slice(0, end))
    if (sign !== undefined) found.push(...readings(rest.slice(end), before + sign))
  }
  if (found.length === 0 && before.length > 1 && BEGINNINGS.has(rest)) found.push(before)
  return found.slice(0, MAX_READINGS)
}

function letterSign(letter: string): string {
  return String.fromCodePoint(LETTER_SIGNS + letter.charCodeAt(0) - 'a'.charCodeAt(0) + 1)
}
