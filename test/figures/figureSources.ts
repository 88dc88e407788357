import type { Key } from '../../src/lib/contract.ts'

/** List call behind each screen: the address and the call take the same filters. */
export const listsOf: Record<string, Key> = {
  '/staff/appointments': 'GET /staff/appointment/list',
  '/staff/adverts': 'GET /staff/adverts',
  '/staff/approvals': 'GET /staff/approval/list',
  '/staff/articles': 'GET /staff/article/list',
  '/staff/award-entries': 'GET /staff/award/entry/list',
  '/staff/award-rounds': 'GET /staff/award/round/list',
  '/staff/award-winners': 'GET /staff/award-winner/list',
  '/staff/certificates': 'GET /staff/certificate/list',
  '/staff/elections': 'GET /staff/election/list',
  '/staff/fees': 'GET /staff/fee/list',
  '/staff/complaints': 'GET /staff/complaint/list',
  '/staff/received': 'GET /staff/received/list',
  '/staff/handovers': 'GET /staff/handover/list',
  '/staff/imports': 'GET /staff/import/list',
  '/staff/invoices': 'GET /staff/invoice/list',
  '/staff/industry/reports': 'GET /staff/industry/report/list',
  '/staff/members': 'GET /staff/member/list',
  '/staff/receivables': 'GET /staff/receivable/list',
  '/staff/receipts': 'GET /staff/receipt/list',
  '/staff/refunds': 'GET /staff/refund/list',
  '/staff/paper-failures': 'GET /staff/paperFailure/list',
  '/staff/payments': 'GET /staff/payment/list',
  '/staff/reconciliation': 'GET /staff/reconciliation/list',
  '/staff/notices': 'GET /staff/notice/list',
  '/staff/outbox': 'GET /staff/outbox/list',
  '/staff/persons': 'GET /staff/person/list',
  '/staff/courses': 'GET /staff/training/course/list',
  '/staff/trainees': 'GET /staff/training/trainee/list',
  '/staff/registrations': 'GET /staff/training/registrations',
  '/staff/review': 'GET /staff/review/list',
  '/admin/home/search': 'GET /sitemap',
  '/admin/publicity/member': 'GET /app/publicity/member/list',
  '/admin/publicity/person': 'GET /app/publicity/person/list',
  '/admin/publicity/qualification': 'GET /app/publicity/qualification/list',
  '/admin/publicity/training': 'GET /app/training/list',
}

type Row = Record<string, string | number>
type FigureSource = [list: Key, filters: (row: Row, given: Row) => Record<string, string | number | undefined>]

/** Figures that stand beside what they count: the list that has exactly so many, and by which filters. */
export const figureSources: Record<string, FigureSource> = {
  'GET /app/publicity/member/type/list [].count': ['GET /app/publicity/member/list', ({ type }) => ({ type })],
  'GET /app/publicity/member/province/list [].count': [
    'GET /app/publicity/member/list',
    ({ provinceCode }) => ({ provinceCode }),
  ],
  'GET /app/publicity/qualification/group/list [].count': [
    'GET /app/publicity/qualification/list',
    ({ groupId }) => ({ groupId, status: 'valid' }),
  ],
  'GET /app/publicity/qualification/child/list [].count': [
    'GET /app/publicity/qualification/list',
    ({ childId }) => ({ childId, status: 'valid' }),
  ],
  'GET /app/publicity/person/group/list [].count': [
    'GET /app/publicity/person/list',
    ({ groupId }) => ({ groupId, status: 'valid' }),
  ],
  'GET /app/publicity/person/group/list [].kinds[].count': [
    'GET /app/publicity/person/list',
    ({ kindId }) => ({ kindId, status: 'valid' }),
  ],
  'GET /search facets[].count': ['GET /search', ({ type }, { key }) => ({ key, type })],
  'GET /staff/review/counts kinds[].n': ['GET /staff/review/list', ({ code }, given) => ({ ...given, kind: code })],
  'GET /staff/review/counts states[].n': ['GET /staff/review/list', ({ code }, given) => ({ ...given, status: code })],
  'GET /staff/review/counts mine': ['GET /staff/review/list', () => ({ status: 'mine' })],
  'GET /staff/review/counts assigned': ['GET /staff/review/list', () => ({ status: 'open', assignee: 'me' })],
  'GET /staff/review/counts overdue': ['GET /staff/review/list', () => ({ status: 'open', overdue: 1 })],
  'GET /staff/review/counts open': ['GET /staff/review/list', () => ({ status: 'open' })],
  'GET /staff/article/counts all': ['GET /staff/article/list', (_, given) => ({ ...given, status: undefined })],
  'GET /staff/article/counts trash': ['GET /staff/article/list', () => ({ trash: 1 })],
  'GET /staff/article/counts states[].count': ['GET /staff/article/list', ({ status }) => ({ status })],
  'GET /staff/level/list list[].members': ['GET /staff/member/list', ({ code }) => ({ levelCode: code })],
  'GET /staff/fee/totals states[].count': ['GET /staff/fee/list', ({ state }, given) => ({ ...given, state })],
  'GET /staff/receivable/totals count': ['GET /staff/receivable/list', (_, given) => given],
  'GET /staff/receivable/totals openCount': ['GET /staff/receivable/list', () => ({ state: 'open' })],
  'GET /staff/receivable/totals overdueCount': ['GET /staff/receivable/list', () => ({ overdue: 'yes' })],
  'GET /staff/receivable/totals kinds[].count': ['GET /staff/receivable/list', ({ kind }) => ({ kind })],
  'GET /staff/receivable/totals kinds[].openCount': [
    'GET /staff/receivable/list',
    ({ kind }) => ({ kind, state: 'open' }),
  ],
  'GET /staff/receivable/totals kinds[].overdueCount': [
    'GET /staff/receivable/list',
    ({ kind }) => ({ kind, overdue: 'yes' }),
  ],
  'GET /staff/receivable/ageing all.count': ['GET /staff/receivable/list', () => ({ state: 'open' })],
  'GET /staff/receivable/ageing all.cells[].count': ['GET /staff/receivable/list', ({ age }) => ({ age })],
  'GET /staff/receivable/ageing kinds[].count': ['GET /staff/receivable/list', ({ kind }) => ({ kind, state: 'open' })],
  'GET /staff/receivable/ageing payers.list[].count': [
    'GET /staff/receivable/list',
    ({ payer }) => ({ payer, state: 'open' }),
  ],
  'GET /staff/award/call/list list[].entries': ['GET /staff/award/entry/list', ({ id }) => ({ callId: id })],
  'GET /staff/record/list list[].certificates': [
    'GET /staff/certificate/list',
    ({ code }, { type }) =>
      type === 'personnelKind'
        ? { register: 'personnel', kindCode: code }
        : { register: 'qualification', kindCode: code, status: 'valid' },
  ],
  'GET /member/overview staff.persons': ['GET /person/list', () => ({})],
  'GET /person/stat persons': ['GET /person/list', () => ({})],
  'GET /person/stat valid': ['GET /person/cert/list', () => ({ status: 'valid' })],
  'GET /person/stat expiring': ['GET /person/cert/list', () => ({ status: 'expiring' })],
  'GET /person/stat expired': ['GET /person/cert/list', () => ({ status: 'expired' })],
  'GET /person/stat byKind[].num': ['GET /person/cert/list', ({ kindId }) => ({ kindId, status: 'valid' })],
}

/** Questions whose figures are looked at: under filters, too. */
export const questions: Partial<Record<Key, Row[]>> = {
  'GET /staff/record/list': [{ type: 'personnelKind' }, { type: 'qualificationKind' }],
  'GET /search': [{ key: '锅炉' }, { key: '清洗' }],
  'GET /staff/review/counts': [{ status: 'mine' }, { status: 'open', kind: 'membership' }, { status: 'checking' }],
  'GET /staff/fee/totals': [{}, { year: 2026 }],
  'GET /app/publicity/qualification/child/list': [{ groupId: 1 }, { groupId: 2 }],
}
