import type { z } from 'zod'
import { provincial } from '#modules/accounts/permissions.ts'
import { contract } from '../../../src/api/contract.ts'
import type { Endpoint } from '../../../src/lib/contract.ts'
import { callsByType } from '../callsByType.ts'

/** Calls whose data have no province. */
export const CALLS_WITHOUT_PROVINCE: Record<string, string> = {
  'GET /staff/review/colleagues': 'names of colleagues',
  'GET /staff/certificate/kinds': 'the catalogue, which is public',
  'GET /staff/organisation/blank': 'the fields of the form, of nobody',
  'GET /staff/organisation/tags': 'the words of tags, of nobody',
  'GET /staff/person/blank': 'the fields of the form, of nobody',
  'GET /staff/person/kinds': 'the catalogue, which is public',
  'GET /staff/person/tags': 'the words of tags, of nobody',
}

/** Lists, with what narrows nothing. */
export const LISTS: Record<string, [what: string, query: Record<string, string>]> = {
  'GET /staff/review/list': ['application', { status: 'all' }],
  'GET /staff/certificate/list': ['certificate', {}],
  'GET /staff/organisation/list': ['organisation', {}],
  'GET /staff/member/list': ['member', {}],
  'GET /staff/person/list': ['person', {}],
  'GET /staff/fee/list': ['fee', {}],
}

/** Calls about one record: each with the record of another province is refused, and not with the own. */
export const ABOUT: Record<string, string> = {
  'GET /staff/review/detail': 'application',
  'GET /staff/review/register': 'application',
  'GET /staff/review/confirmation': 'application',
  'POST /staff/review/reveal': 'application',
  'POST /staff/review/note': 'application',
  'POST /staff/review/decide': 'application',
  'GET /staff/review/reasons': 'application',
  'POST /staff/review/undo': 'application',
  'POST /staff/review/correct': 'application',
  'GET /staff/certificate/detail': 'certificate',
  'GET /staff/certificate/file': 'certificate',
  'POST /staff/certificate/act': 'certificate',
  'POST /staff/certificate/link': 'certificate',
  'POST /staff/certificate/correct': 'certificate',
  'POST /staff/certificate/replace': 'certificate',
  'GET /staff/organisation/detail': 'organisation',
  'GET /staff/organisation/removal': 'organisation',
  'POST /staff/organisation/remove': 'organisation',
  'GET /staff/organisation/calendar': 'organisation',
  'POST /staff/organisation/edit': 'organisation',
  'POST /staff/organisation/reveal': 'organisation',
  'GET /staff/organisation/notes': 'organisation',
  'POST /staff/organisation/note': 'organisation',
  'GET /staff/member/detail': 'member',
  'POST /staff/member/act': 'member',
  'POST /staff/member/own': 'member',
  'GET /staff/person/detail': 'person',
  'POST /staff/person/edit': 'person',
  'POST /staff/person/reveal': 'person',
  'GET /staff/fee/detail': 'fee',
  'POST /staff/fee/adjust': 'fee',
  'POST /staff/fee/settle': 'fee',
  'POST /staff/fee/receipt': 'fee',
}

/** Further calls about one record, which refuse it in any of its states. */
export const MORE_ABOUT: Record<string, string> = {
  'POST /staff/decision/record': 'application',
  'POST /staff/fee/confirm': 'application',
  'POST /staff/review/note/remove': 'note',
  'GET /staff/notice/detail': 'notice',
  'POST /staff/notice/prolong': 'notice',
  'GET /staff/qualification/site/detail': 'site',
  'GET /staff/qualification/site/experts': 'site',
  'GET /staff/qualification/site/sheet': 'site',
  'POST /staff/qualification/site/arrange': 'site',
  'POST /staff/qualification/site/declare': 'site',
  'POST /staff/qualification/site/record': 'site',
  'POST /staff/qualification/site/verify': 'site',
  'POST /staff/qualification/site/reject': 'site',
}

/** Calls without a permission, about the caller's own records or none. */
export const OWN_RECORD_CALLS: Record<string, string> = {
  'POST /file/upload': 'an own file',
  'POST /file/remove': 'an own file',
  'GET /staff/message/list': 'own messages',
  'POST /staff/reach': 'whom a call would reach that they may make themselves, within their branch',
  'POST /staff/reach/list': 'whom a call would reach that they may make themselves, within their branch',
  'GET /staff/sms/status': 'how texts and mails go out, no records',
  'POST /staff/words/find': 'words in what they typed themselves',
  'GET /map/geocode': 'addresses of a map, no records',
  'GET /staff/history/list': 'of records that they may open, within their branch',
  'GET /staff/message/file': 'an own message',
  'GET /staff/report/issue': 'a report that was sent to them',
  'GET /staff/report/issue/file': 'a report that was sent to them',
  'GET /staff/wechat/list': 'own ways to be told',
  'POST /staff/wechat/bind': 'an own way to be told',
  'POST /staff/wechat/poll': 'an own way to be told',
  'POST /staff/wechat/unbind': 'an own way to be told',
  'GET /staff/message/unread': 'own messages',
  'GET /staff/view/list': 'ways of looking at lists, no records',
  'POST /staff/view/columns': 'ways of looking at lists, no records',
  'POST /staff/view/save': 'ways of looking at lists, no records',
  'POST /staff/view/rename': 'ways of looking at lists, no records',
  'POST /staff/view/remove': 'ways of looking at lists, no records',
  'POST /staff/message/read': 'own messages',
  'GET /staff/message/choices': 'own choices',
  'POST /staff/message/choices': 'own choices',
  'POST /staff/overview/cards': 'own choices',
  'GET /staff/permission/list': 'roles and calls, no records',
  'GET /staff/branch/choices': 'names of branches',
  'GET /staff/approval/list': 'what they asked for themselves: nobody limited agrees to what takes a second person',
  'GET /staff/approval/file': 'what they asked for themselves, with their rights of that moment',
  'POST /staff/approval/agree': 'refused but to who has the permission everywhere',
  'POST /staff/approval/refuse': 'refused but to who has the permission everywhere',
  'POST /staff/approval/withdraw': 'what they asked for themselves',
  'GET /staff/deputy/own': 'own deputies',
  'POST /staff/deputy/name': 'an own deputy',
  'POST /staff/deputy/end': 'an own deputy',
  'GET /staff/me': 'the own account',
  'POST /staff/favourite/save': 'own favourites',
  'POST /staff/logout': 'the own session',
  'POST /staff/confirm': 'the own password',
  'POST /staff/totp/begin': 'the own second factor',
  'POST /staff/totp/enable': 'the own second factor',
  'POST /staff/password/change': 'the own password',
  'GET /staff/session/list': 'own sessions',
  'POST /staff/session/end': 'own sessions',
}
/** Calls without a permission that return records. */
export const UNGUARDED_RECORD_CALLS = ['GET /staff/overview', 'GET /staff/find']

const EXPERTS = 'select organisation_name word from expert_tie'
const EMPLOYERS = 'select name word from organisation where id in (select organisation_id from employment)'

/**
 * Names from elsewhere that a call may return because they are facts about a record of the branch: the reason, and SQL
 * for these names.
 */
export const MAY_NAME: Record<string, [why: string, names: string]> = {
  'GET /staff/qualification/site/detail': ['for whom experts work: they may not judge it', EXPERTS],
  'GET /staff/qualification/site/experts': ['for whom experts work: they may not judge it', EXPERTS],
  'GET /staff/certificate/list': ['for whom its holder works', EMPLOYERS],
  'GET /staff/certificate/export': ['for whom its holder works', EMPLOYERS],
  'GET /staff/certificate/detail': ['for whom its holder works', EMPLOYERS],
  'GET /staff/person/list': ['for whom somebody of the branch works', EMPLOYERS],
  'GET /staff/person/export': ['for whom somebody of the branch works', EMPLOYERS],
  'GET /staff/person/detail': ['for whom somebody of the branch works or has worked', EMPLOYERS],
  'GET /staff/holder/list': ['for whom somebody of the branch works', EMPLOYERS],
}

export const all = callsByType(contract).filter(([, { who }]) => who === 'signedIn' || who.startsWith('staff'))
const isLimited = ({ who }: Endpoint) => provincial.some(permission => permission === who)
export const provincialCalls = all.filter(
  ([key, of]) => UNGUARDED_RECORD_CALLS.includes(key) || (isLimited(of) && of.provinces === 'within'),
)
export const reading = provincialCalls.flatMap(([key]) => (key.startsWith('GET ') ? key : []))
export const writing = provincialCalls.flatMap(([key]) => (key.startsWith('POST ') ? key : []))
export const closedCalls = all.flatMap(([key, of]) =>
  of.who === 'staff' || of.who === 'signedIn' || (isLimited(of) && of.provinces) ? [] : key,
)

export const endpointOf = (key: string) => (contract as Record<string, Endpoint>)[key]!
export const namesIn = (key: string) => Object.keys((endpointOf(key).input as z.ZodObject).shape)
