import { describe, expect, test } from 'vitest'
import { contract as api } from '#api/contract.ts'
import type { Contract, Endpoint } from '#lib/contract.ts'
import { callsByType } from './support/callsByType.ts'

/**
 * Acts that delete many records, reach many people at once or cannot be undone require the password again (and, if the
 * association wants it, a second person). Every such staff call is protected, or is listed here with the reason.
 */
const contract: Contract = api
const ofStaff = callsByType(contract).filter(([, { who }]) => who.startsWith('staff'))

const isExport = ([key, { output }]: [string, Endpoint]) => output === 'file' && /export$/.test(key)
const mass = /send|remind|invite|announce|mailing|tickets|Many$|All$|raise|settle/i
const lasting = /revoke|withdraw|cancel|expel|discard|remove|delete|undo|disable|erase|purge|\/act$|end(Sessions)?$/i
const takesMany = ({ input }: Endpoint) =>
  'shape' in input && Object.keys(input.shape as object).some(name => /ids$/i.test(name) && !/^file/.test(name))
const acts = ([call, endpoint]: [string, Endpoint]) => {
  const [method, path = ''] = call.split(' ')
  return method === 'POST' && (mass.test(path) || lasting.test(path) || takesMany(endpoint))
}

/** Lists of the association's work, in which nobody's data are that the public or the screen does not show. */
const ofWork = 'figures and titles of the work itself, no list of persons or companies with their contacts'
const freeExports: Record<string, string> = {
  'GET /staff/advert/export': ofWork,
  'GET /staff/advert/statistics/export': ofWork,
  'GET /staff/article/export': ofWork,
  'GET /staff/article/statistics/export': ofWork,
  'GET /staff/award-winner/export': 'winners are public',
  'GET /staff/award/call/export': ofWork,
  'GET /staff/award/round/export': ofWork,
  'GET /staff/award/round/result-export': ofWork,
  'GET /staff/meeting/export': ofWork,
  'GET /staff/health/export': ofWork,
  'GET /staff/import/list/export': ofWork,
  'GET /staff/job/export': ofWork,
  'GET /staff/notice/export': 'notices are public',
  'GET /staff/old-site/export': ofWork,
  'GET /staff/qualification/annual/export': 'certificates that are public, with what is overdue',
  'GET /staff/qualification/shortfall/export': 'companies with certificates that are public, with what they lack',
  'GET /staff/qualification/site/export': ofWork,
  'GET /staff/pastSearch/export': ofWork,
  'GET /staff/redirect/export': ofWork,
  'GET /staff/review/export': ofWork,
  'GET /staff/statistics/export': ofWork,
  'GET /staff/training/attendance/export': 'one course, names alone, taken along to every lesson',
  'GET /staff/training/course/export': ofWork,
  'GET /staff/training/statistics/export': ofWork,
  'GET /staff/training/rooms/export': 'one course, made for the hotel, without numbers of identity',
  'GET /staff/training/scores/export': 'one course, of which the file is what scores are filled into',
}

const unused = 'refused by the server as soon as anything uses it; made again in a minute'
const draft = 'what nobody but its author and colleagues has seen'
const back = 'taken back by the opposite call, with nothing lost'
const freeActs: Record<string, string> = {
  'POST /staff/refund/withdraw': 'what has not happened yet',
  'POST /staff/approval/withdraw': 'what has not happened yet',
  'POST /staff/article/bulk': back,
  'POST /staff/article/delete': back,
  'POST /staff/article/recall': back,
  'POST /staff/article/undelete': back,
  'POST /staff/article/withdraw': back,
  'POST /staff/award/call/remove': draft,
  'POST /staff/award/call/withdraw': 'only while nobody has applied',
  'POST /staff/award/round/entries': back,
  'POST /staff/award/round/remove': 'only before it has begun',
  'POST /staff/award/round/save': back,
  'POST /staff/ballot/paper': back,
  'POST /staff/ballot/remove': draft,
  'POST /staff/meeting/attend': back,
  'POST /staff/meeting/effect/remove': 'what has not happened yet',
  'POST /staff/meeting/vote/open': 'declared void by one call; tells the seats of one meeting, who had its notice',
  'POST /staff/meeting/letters/dispatch': back,
  'POST /staff/meeting/letters/recall': 'a day that is typed again',
  'POST /staff/meeting/paper/remove':
    'one file, added again until the meeting is recorded; the log keeps how many had read it',
  'POST /staff/document/discard': draft,
  'POST /staff/appointment/end': 'taken back by resume',
  'POST /staff/complaint/extend': 'one deadline, with its reason; shortened by nobody',
  'POST /staff/fee/settle': 'one fee, which is opened again by one call',
  'POST /staff/go-live/cancel': 'leaves everything as it was; it is ordered again by one call',
  'POST /staff/import/cancel': 'leaves everything as it was',
  'POST /staff/import/mend': 'cells of what was uploaded, before anything is entered',
  'POST /staff/invitation/letters': 'prints, and sends nothing',
  'POST /staff/invitation/withdraw': 'the company is invited again by one call',
  'POST /staff/job/cancel': 'leaves everything as it was; it runs again at its time',
  'POST /staff/letter/dispatchMany': 'writes days down and sends nothing; corrected by the same call',
  'POST /staff/mailing/preview': 'counts and shows, and sends nothing',
  'POST /staff/mailing/stop': 'stops what is going out',
  'POST /staff/mailing/trial': 'to nobody but who asks',
  'POST /staff/industry/report/accept': 'taken back by reopen',
  'POST /staff/industry/report/reopen': 'taken back by accept',
  'POST /staff/industry/reporter/add': 'ended by one call; nobody is told',
  'POST /staff/message/read': back,
  'POST /staff/newsletter/remove': draft,
  'POST /staff/old-site/cancel': 'leaves everything as it was',
  'POST /staff/organisation/note/remove': 'the own note, within ten minutes',
  'POST /staff/organisation/tag': back,
  'POST /staff/person/tag': back,
  'POST /staff/outbox/stop': 'stops what is going out; it can be sent again',
  'POST /staff/pastSearch/hide': back,
  'POST /staff/record/remove advertPosition': 'refused: there is one for each place of the layout',
  'POST /staff/record/remove agendaKind': unused,
  'POST /staff/record/remove announcement': unused,
  'POST /staff/record/remove awardKind': unused,
  'POST /staff/record/remove banner': back,
  'POST /staff/record/remove body': unused,
  'POST /staff/record/remove catalogue': unused,
  'POST /staff/record/remove certificateDesign': 'certificates that were issued keep theirs',
  'POST /staff/record/remove complaintKind': unused,
  'POST /staff/record/remove councilReport': back,
  'POST /staff/record/remove dictionaryEntry': unused,
  'POST /staff/record/remove eInvoiceRule': 'what was issued stays; typed again in a minute, and put back from the log',
  'POST /staff/record/remove electionRule': 'made again in a minute; elections keep their own copy',
  'POST /staff/record/remove escalationRule': 'a rule, made again in a minute; what was told stays told',
  'POST /staff/record/remove eventKind': unused,
  'POST /staff/record/remove figure': back,
  'POST /staff/record/remove homeBlock': back,
  'POST /staff/record/remove link': back,
  'POST /staff/record/remove organisationProfile': 'refused: there is one',
  'POST /staff/record/remove ownField': back,
  'POST /staff/record/remove personProfile': 'refused: there is one',
  'POST /staff/record/remove personnelGroup': unused,
  'POST /staff/record/remove personnelKind': unused,
  'POST /staff/record/remove post': unused,
  'POST /staff/record/remove qualificationGroup': unused,
  'POST /staff/record/remove qualificationKind': unused,
  'POST /staff/record/remove quickLink': back,
  'POST /staff/record/remove receiptSeries': unused,
  'POST /staff/record/remove surveyTemplate': 'surveys keep their own questions; put back from the log',
  'POST /staff/record/remove statisticsBreak': back,
  'POST /staff/record/remove statisticsForm': unused,
  'POST /staff/record/remove statisticsIndicator': unused,
  'POST /staff/record/remove term': unused,
  'POST /staff/redirect/remove': back,
  'POST /staff/review/assign': back,
  'POST /staff/review/assign/undo': back,
  'POST /staff/review/distribute': back,
  'POST /staff/review/note/remove': 'the own note, within ten minutes',
  'POST /staff/review/undo': 'takes back what nobody was told of; it is decided again by one call',
  'POST /staff/session/end': 'the own sessions: whoever fears a thief must be quick',
  'POST /staff/survey/late': back,
  'POST /staff/survey/question/remove': 'answers to it stay; written again in a minute',
  'POST /staff/survey/remove': draft,
  'POST /staff/survey/roll/remove': 'only who has not begun to answer; added again by one call',
  'POST /staff/training/attendance': back,
  'POST /staff/training/batch/withdraw': 'only before its review; its people go into another',
  'POST /staff/training/checkIn/undo': back,
  'POST /staff/training/course/actMany': back,
  'POST /staff/training/course/remove': draft,
  'POST /staff/training/course/withdraw': 'only while nobody has signed up',
  'POST /staff/view/remove': 'a way of looking at a list, made again in a minute',
}

const bare = (calls: [string, Endpoint][], free: Record<string, string>) =>
  calls.filter(([key, { confirm }]) => !confirm && !free[key]).map(([key]) => key)
const stale = (calls: [string, Endpoint][], free: Record<string, string>) =>
  Object.keys(free).filter(key => !calls.some(([one, { confirm }]) => one === key && !confirm))

describe('the password is asked for again', () => {
  const exports = ofStaff.filter(isExport)
  test('before a register leaves the house', () => {
    expect(exports.length).toBeGreaterThan(40)
    expect(bare(exports, freeExports), 'exports that neither ask nor say why not').toEqual([])
    expect(stale(exports, freeExports), 'reasons that nothing needs').toEqual([])
  })

  const calls = ofStaff.filter(acts)
  test('before anything is done to many, or cannot be taken back', () => {
    expect(calls.length).toBeGreaterThan(70)
    expect(bare(calls, freeActs), 'acts that neither ask nor say why not').toEqual([])
    expect(stale(calls, freeActs), 'reasons that nothing needs').toEqual([])
  })

  test.each(['person', 'member', 'account', 'audit', 'certificate', 'organisation'])(
    'before all of %s is exported',
    of => {
      expect(contract[`GET /staff/${of}/export`]?.confirm).toBe(true)
    },
  )

  test('for all that takes a second person', () => {
    const seconded = Object.entries(contract).filter(([, { secondPerson }]) => secondPerson)
    expect(seconded.filter(([, { confirm }]) => !confirm).map(([key]) => key)).toEqual([])
  })
})
