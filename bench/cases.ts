import type { Pool } from 'pg'
import type { ApiKey } from '../src/api/contract.ts'

export type Case = {
  name: string
  key: ApiKey
  /** May ask the data, so that it finds something whatever their amount. */
  input: (pool: Pool) => object | Promise<object>
  /** Asked by somebody of the staff. */
  isStaffs?: true
  /** True when the answer grows with the data, so that the times cannot be compared. */
  grows?: true
}

const QUALIFICATIONS = 'GET /app/publicity/qualification/list'
const PERSONS = 'GET /app/publicity/person/list'

/** A certificate from the middle of the register. */
const some = (column: string, register: string) => async (pool: Pool) => {
  const { rows } = await pool.query(
    `select ${column} as value from certificate where register = $1 and id > (select max(id) / 2 from certificate) order by id limit 1`,
    [register],
  )
  return rows[0].value as string
}

/** Returns `count` certificate numbers spread over the whole register. */
const many = (count: number) => async (pool: Pool) => {
  const { rows } = await pool.query(
    'select number from certificate where id % greatest(1, (select max(id) / $1 from certificate)) = 0 limit $1',
    [count],
  )
  return rows.map(({ number }) => number as string)
}

export const lookups: Case[] = [
  {
    name: '核验一个编号',
    key: 'GET /cert/verify',
    input: async pool => ({ number: await some('number', 'personnel')(pool) }),
  },
  {
    name: '核验一个二维码',
    key: 'GET /cert/verify',
    input: async pool => ({ token: await some('token', 'qualification')(pool) }),
  },
  {
    name: '批量核验 100 个编号',
    key: 'POST /cert/verify/batch',
    input: async pool => ({ numbers: await many(100)(pool) }),
  },
  {
    name: '单位证书：编号',
    key: QUALIFICATIONS,
    input: async pool => ({ certNo: await some('number', 'qualification')(pool) }),
  },
  {
    name: '单位证书：编号的一段',
    key: QUALIFICATIONS,
    input: async pool => ({ certNo: (await some('number', 'qualification')(pool)).slice(-6) }),
  },
  {
    name: '单位证书：单位全称',
    key: QUALIFICATIONS,
    input: async pool => ({ orgName: await some('holder_name', 'qualification')(pool) }),
  },
  {
    name: '单位证书：信用代码',
    key: QUALIFICATIONS,
    input: async pool => ({ creditCode: await some('credit_code', 'qualification')(pool) }),
  },
  { name: '人员证书：编号', key: PERSONS, input: async pool => ({ certNo: await some('number', 'personnel')(pool) }) },
  {
    name: '人员证书：姓名与编号',
    key: PERSONS,
    input: async pool => ({
      name: await some('holder_name', 'personnel')(pool),
      certNo: await some('number', 'personnel')(pool),
    }),
  },
  { name: '人员证书：姓名', key: PERSONS, input: () => ({ name: '张伟' }), grows: true },
  { name: '单位证书：单位名的一段', key: QUALIFICATIONS, input: () => ({ orgName: '朔方锅炉' }), grows: true },
  { name: '单位证书：常见的一段', key: QUALIFICATIONS, input: () => ({ orgName: '锅炉清洗' }), grows: true },
]

export const lists: Case[] = [
  { name: '单位证书', key: QUALIFICATIONS, input: () => ({}) },
  { name: '单位证书：大类、有效', key: QUALIFICATIONS, input: () => ({ groupId: 1, status: 'valid' }) },
  { name: '单位证书：省份', key: QUALIFICATIONS, input: () => ({ provinceCode: '320000' }) },
  { name: '单位证书：即将到期', key: QUALIFICATIONS, input: () => ({ status: 'expiring' }) },
  { name: '单位证书：第 100 页', key: QUALIFICATIONS, input: () => ({ pageNum: 100 }) },
  { name: '单位证书：最新 30 张', key: 'GET /app/publicity/qualification/top30', input: () => ({}) },
  { name: '人员证书', key: PERSONS, input: () => ({}) },
  {
    name: '人员证书：大类、省份、有效',
    key: PERSONS,
    input: () => ({ groupId: 1, provinceCode: '320000', status: 'valid' }),
  },
  { name: '人员证书：最新 30 张', key: 'GET /app/publicity/person/top30', input: () => ({}) },
  { name: '栏目：通知', key: 'GET /catalog/a', input: () => ({ catalogId: 41 }) },
  { name: '栏目：通知公告（含子栏目）', key: 'GET /catalog/a', input: () => ({ catalogId: 4 }) },
  { name: '文章', key: 'GET /catalog/a/info', input: () => ({ id: 3467 }) },
]

export const searches: Case[] = [
  '锅炉',
  '锅炉水处理',
  '氮氧化物',
  '特种设备 安全',
  '朔方',
  '质检',
  'glscl',
  'QX01-A-2025',
  '张伟',
  '有限公司',
].map(typed => ({ name: `搜索“${typed}”`, key: 'GET /search', input: () => ({ key: typed }), grows: true }))
