import type { Case } from './cases.ts'

const CERTIFICATES = 'GET /staff/certificate/list'
const AUDIT = 'GET /staff/audit/list'
const PERSONS = 'GET /staff/person/list'
const COMPANIES = 'GET /staff/organisation/list'
const MEMBERS = 'GET /staff/member/list'
const RECEIVABLES = 'GET /staff/receivable/list'
const OUTBOX = 'GET /staff/outbox/list'

const asked = (name: string, key: Case['key'], given: object = {}): Case => ({
  name,
  key,
  isStaffs: true,
  input: () => ({ pageSize: 20, ...given }),
})

/** The registers of the back office. */
export const staffLists: Case[] = [
  asked('证书登记', CERTIFICATES),
  asked('证书登记：人员证书、有效', CERTIFICATES, { register: 'personnel', status: 'valid' }),
  asked('证书登记：省份', CERTIFICATES, { provinceCode: '320000' }),
  asked('证书登记：即将到期', CERTIFICATES, { status: 'expiring' }),
  asked('证书登记：有效', CERTIFICATES, { status: 'valid' }),
  asked('证书登记：过期', CERTIFICATES, { status: 'expired' }),
  asked('证书登记：人员证书、过期', CERTIFICATES, { register: 'personnel', status: 'expired' }),
  asked('证书登记：暂停', CERTIFICATES, { status: 'suspended' }),
  asked('证书登记：一年', CERTIFICATES, { issuedFrom: '2024-01-01', issuedTo: '2024-12-31' }),
  asked('证书登记：按编号', CERTIFICATES, { sort: 'number' }),
  asked('证书登记：按持证者', CERTIFICATES, { sort: 'holderName' }),
  asked('证书登记：按有效期至', CERTIFICATES, { sort: '-validTo' }),
  asked('证书登记：第 100 页', CERTIFICATES, { pageNum: 100 }),
  asked('证书登记：第 400 页', CERTIFICATES, { pageNum: 400 }),
  asked('人员', PERSONS),
  asked('人员：省份', PERSONS, { provinceCode: '320000' }),
  asked('单位', COMPANIES),
  asked('单位：省份', COMPANIES, { provinceCode: '320000' }),
  asked('会员', MEMBERS),
  asked('会员：有效', MEMBERS, { status: 'current' }),
  asked('会员：省份', MEMBERS, { provinceCode: '320000' }),
  asked('应收', RECEIVABLES),
  asked('应收：未收', RECEIVABLES, { state: 'open' }),
  asked('应收：会费、已到账', RECEIVABLES, { kind: 'memberFee', state: 'paid' }),
  asked('应收：第 400 页', RECEIVABLES, { pageNum: 400 }),
  asked('会费', 'GET /staff/fee/list'),
  asked('在线支付', 'GET /staff/payment/list'),
  asked('在线支付：已付', 'GET /staff/payment/list', { state: 'paid' }),
  asked('会员账号', 'GET /staff/account/list'),
  asked('审计日志', AUDIT),
  asked('审计日志：某人', AUDIT, { actor: 'admin' }),
  asked('审计日志：一类', AUDIT, { group: 'certificate' }),
  asked('审计日志：某地址', AUDIT, { address: '10.0.0.7' }),
  asked('发送记录', OUTBOX),
  asked('发送记录：失败', OUTBOX, { state: 'failed' }),
  asked('文章', 'GET /staff/article/list'),
  { name: '会员（公开）', key: 'GET /app/publicity/member/list', input: () => ({}) },
  { name: '会员（公开）：第 100 页', key: 'GET /app/publicity/member/list', input: () => ({ pageNum: 100 }) },
  { name: '会员（公开）：省份', key: 'GET /app/publicity/member/list', input: () => ({ provinceCode: '320000' }) },
]
