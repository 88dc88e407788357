import { expect, test } from 'vitest'
import { contract as api } from '#api/contract.ts'
import type { Contract } from '#lib/contract.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

/** Lists of registers: those that answer their headings. */
const contract: Contract = api
const lists = Object.entries(contract).flatMap(([key, { output, input }]) => {
  const isList =
    key.startsWith('GET ') && output !== 'file' && 'shape' in output && 'others' in (output.shape as object)
  return isList && !input.safeParse({}).error ? [key.replace('GET ', '')] : []
})

const sealed = 'encrypted'
const byDay = 'follows from the day'
const counted = 'put together from other records'
const log = 'the log is in the order of its time, of millions of lines'
/** Headings that say what no column holds. */
const UNSORTED: Record<string, Record<string, string>> = {
  '/staff/colleague/list': { phone: sealed },
  '/staff/account/list': { phone: sealed },
  '/staff/person/list': { idNumber: sealed, mobile: sealed, certificates: counted },
  '/staff/pastSearch/list': { state: byDay },
  '/staff/audit/list': {
    actorName: log,
    actionName: log,
    objectTypeName: log,
    objectName: log,
    address: log,
    device: log,
  },
  '/staff/outbox/list': { stateName: byDay, isCode: 'a link' },
  '/staff/notice/list': { stateName: byDay },
  '/staff/certificate/list': { statusName: byDay },
  '/staff/handover/list': { account: counted },
  '/staff/organisation/list': { member: counted },
  '/staff/expert/list': { employers: counted },
  '/staff/qualification/site/list': {
    typeName: counted,
    kindName: counted,
    levelName: counted,
    leader: counted,
    nonconformities: counted,
    accepted: counted,
    deadline: counted,
  },
  '/staff/qualification/shortfall/list': { kindName: counted, levelName: counted, stateName: byDay, sentence: counted },
  '/staff/qualification/annual/list': { kindName: counted, levelName: counted, dueOn: counted },
  '/staff/article/list': { catalogName: counted, statusName: byDay },
  '/staff/invitation/list': { stateName: byDay },
  '/staff/training/course/list': { statusName: byDay },
  '/staff/industry/report/list': { formName: counted, explanations: counted, reminders: counted },
  '/staff/industry/reporter/list': {
    formName: counted,
    tradeName: counted,
    sizeName: counted,
    toPeriod: byDay,
    predecessorName: counted,
  },
  '/staff/newsletter/subscribers': { email: sealed, isMember: counted, since: byDay, bounces: counted },
  '/staff/survey/answers': { filledBy: 'several people' },
  '/staff/survey/roll': { stateName: byDay, remindedOn: byDay, lateUntil: byDay },
  '/staff/award/call/list': { entries: counted, drafts: counted },
  '/staff/award/entry/list': { levelWanted: counted },
  '/staff/award/round/list': {
    entryCount: counted,
    experts: counted,
    leader: counted,
    assigned: counted,
    submitted: counted,
  },
  '/staff/job/runs': { wantedBy: counted },
  '/staff/appointment/list': { stateName: byDay },
  '/staff/ballot/list': { voters: counted, tookPart: counted },
  '/staff/ballot/voters': { mobile: sealed, account: counted },
  '/staff/election/list': { seats: counted, voters: counted },
  '/staff/meeting/seat/list': { replyReason: 'a sentence', proxyTo: counted, proxyState: counted, attendance: counted },
}
/** Registers of money and of enrolments sort by what their tables hold; their own tests say so. */
const ELSEWHERE =
  /^\/staff\/(receivable|received|refund|paperFailure|receipt|letter|eInvoice|payment|reconciliation|training\/registrations)/

test('every heading that a register shows can be sorted by, or it is said why not', async () => {
  const admin = await asStaff(site, await staffWith(site, ['admin']))
  const unsorted: Record<string, string[]> = {}
  for (const path of lists.filter(path => !ELSEWHERE.test(path))) {
    const { data } = await admin.get(path, { pageSize: 1 })
    const shown: { key: string; sortable: boolean }[] = data.columns
    const left = shown.filter(({ sortable }) => !sortable).map(({ key }) => key)
    if (left.length > 0) unsorted[path] = left
    for (const { key } of shown.filter(({ sortable }) => sortable)) {
      const sorted = await admin.get(path, { pageSize: 1, sort: key })
      expect(sorted.code, `${path} ${key} ${sorted.msg}`).toBe(200)
    }
  }
  const said = Object.fromEntries(Object.entries(UNSORTED).map(([path, columns]) => [path, Object.keys(columns)]))
  expect(unsorted).toEqual(said)
})
