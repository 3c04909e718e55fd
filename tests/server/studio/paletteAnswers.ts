/** For each kind of field of the palette: an answer that is right, answers that are wrong, and what an export says of the right one. */
export interface PaletteAnswer {
  right: unknown
  wrong: readonly unknown[]
  /** Cells of the text file, by what stands behind the title in their heads. */
  said: Readonly<Record<string, string>>
}

const text = (right: string, ...wrong: unknown[]): PaletteAnswer => ({ right, wrong: [...wrong, 5], said: { '': right } })

export const PALETTE_ANSWERS: Readonly<Record<string, PaletteAnswer>> = {
  personName: text('李明'),
  phone: { right: '13800138000', wrong: ['123', 5], said: {} },
  mainlandPhone: { right: '13800138000', wrong: ['+12125550123', 5], said: {} },
  country: { right: 'DE', wrong: ['XX', 5], said: { '': '德国' } },
  identityDocument: {
    right: { type: 'idCard', number: '11010519491231002X' },
    wrong: [{ type: 'idCard', number: '11010519491231002Y' }, { type: 'letter', number: '1' }, { type: 'passport' }, 'x'],
    said: {},
  },
  email: { right: 'a@b.cn', wrong: ['a@b', 5], said: {} },
  idNumber: { right: '11010519491231002X', wrong: ['11010519491231002Y', 5], said: {} },
  bankAccount: { right: '6222020200112233445', wrong: ['12', 5], said: {} },
  creditCode: text('91350100M000100Y43', '91350100M000100Y44'),
  school: text('楚江大学', '长'.repeat(101)),
  schoolList: { right: '', wrong: ['no such school', 5], said: {} },
  region: { right: ['11', '1101'], wrong: [['11', '3101'], ['nowhere'], '11'], said: {} },
  text: text('一行', '长'.repeat(201)),
  longText: text('多行', '长'.repeat(2001)),
  number: { right: 1.5, wrong: ['1.5', true], said: { '': '1.5' } },
  numberUnit: { right: 3, wrong: [-1, '3'], said: { '': '3' } },
  integer: { right: 4, wrong: [1.5, -1], said: { '': '4' } },
  money: { right: 1250, wrong: [12.5, -1, '12'], said: { '': '12.5' } },
  date: { right: '2026-05-06', wrong: ['2026-13-01', 5], said: { '': '2026-05-06' } },
  datetime: { right: '2026-05-06T02:03:04.000Z', wrong: ['yesterday', 5], said: { '（中国标准时间）': '2026-05-06 10:03:04' } },
  time: { right: '08:30', wrong: ['24:00', '8:30', 5], said: { '': '08:30' } },
  dateRange: {
    right: ['2026-05-06', '2026-05-08'],
    wrong: [['2026-05-08', '2026-05-06'], '2026-05-06'],
    said: { '（起）': '2026-05-06', '（止）': '2026-05-08' },
  },
  location: text('三号馆 (31.23042, 121.47370)', '长'.repeat(301)),
  link: text('https://a.example', 'a.example'),
  richText: { right: '<p>好<strong>字</strong></p>', wrong: [5], said: { '': '好字' } },
  colour: text('#1677ff', 'red', '#12'),
  radio: { right: 'a', wrong: ['c', 5], said: { '': '选项一' } },
  select: { right: 'b', wrong: ['c', 5], said: { '': '选项二' } },
  checkboxes: { right: ['a', 'b'], wrong: [['a', 'a'], ['c'], 'a'], said: { '': '选项一、选项二' } },
  pictureChoice: { right: 'b', wrong: ['c', 5, ['a']], said: { '': '图片二' } },
  pictureChoices: { right: ['a', 'b'], wrong: [['a', 'a'], ['c'], 'a'], said: { '': '图片一、图片二' } },
  yesNo: { right: false, wrong: ['no', 0], said: { '': '否' } },
  switch: { right: true, wrong: ['on', 1], said: { '': '是' } },
  ranking: {
    right: ['c', 'a', 'b'],
    wrong: [['c', 'a'], ['a', 'a', 'b'], ['a', 'b', 'd'], 'a'],
    said: { '': '1. 选项三、2. 选项一、3. 选项二' },
  },
  rating: { right: 4, wrong: [0, 6, 2.5, '4'], said: { '': '4' } },
  slider: { right: 45, wrong: [101, -5, 42, '45'], said: { '': '45' } },
  matrix: {
    right: { quality: 'good', service: 'poor' },
    wrong: [{ quality: 'best' }, { price: 'good' }, { quality: ['good'] }, 'good'],
    said: { '：内容质量': '满意', '：服务': '不满意' },
  },
  matrixSeveral: {
    right: { quality: ['fair', 'good'], venue: ['poor'] },
    wrong: [{ quality: ['best'] }, { quality: ['good', 'good'] }, { quality: 'good' }],
    said: { '：内容质量': '一般、满意', '：场地': '不满意' },
  },
  matrixTable: {
    right: { quality: { first: '好' } },
    wrong: [{ quality: { first: 5 } }, { quality: { third: '好' } }, { quality: '好' }],
    said: { '：内容质量：第一列': '好' },
  },
  signatureText: {
    right: 'M12 30L40 52L61 18M80 90L80 90',
    wrong: ['M12 30', 'M12 30L40 52"/><script>', 'M12,30L40,52', `M1 1${'L20 20'.repeat(2000)}`, '长'.repeat(101), 5],
    said: { '': '手写签名' },
  },
  agreement: { right: true, wrong: [false, 'yes'], said: { '': '是' } },
  repeat: { right: [{ name: '李明' }], wrong: [[{}], [{}, {}, {}, {}], 'x'], said: { '': '姓名：李明' } },
  roster: {
    right: [{ name: '李明', studentNumber: '2023001' }],
    wrong: [[{ studentNumber: '1' }], [{ name: '李明', phone: '12' }]],
    said: { '': '姓名：李明；学号：2023001' },
  },
  group: { right: { text: '一行' }, wrong: [{ text: 5 }, { other: 1 }, 'x'], said: {} },
  calculated: { right: undefined, wrong: [], said: {} },
  hidden: { right: 'poster', wrong: ['长'.repeat(101), 5], said: { '': 'poster' } },
  note: { right: undefined, wrong: ['x'], said: {} },
}
