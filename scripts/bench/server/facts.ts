/** Types that both servers of the bench and the load share. */
export interface BenchFacts {
  databaseUrl: string
  port: number
}
/** First line a server process prints. */
export interface ServerReady {
  token: string
}

export const ROWS = 10_000
export const STATUSES = 5

export const NEW_SIGNUP = {
  name: '李晓明',
  phone: '13912345678',
  email: 'xiaoming.li@example.edu.cn',
  school: '浙江大学',
  grade: 3,
  fee: 20_000,
  score: 87.5,
  birthday: '2005-03-14',
  note: '第一次参加，希望住在校内。',
  answers: { track: 'modelling', experience: ['local', 'national'], tShirt: 'L', instructor: { name: '王老师', title: '副教授' } },
}
