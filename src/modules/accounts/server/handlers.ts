import type { Handlers } from '#lib/server/api/call.ts'
import {
  disableColleague,
  enableColleague,
  endColleaguesSessions,
  forgetSecondFactor,
  inviteColleague,
  resetColleague,
  saveColleague,
} from '../colleagues/server/colleagueChanges.ts'
import { exportColleagues, listColleagues, showColleague } from '../colleagues/server/colleagues.ts'
import { showEntry, useEntry } from '../colleagues/server/entryLinks.ts'
import { confirmSelf, showMe, signInStaff, signOutStaff } from '../colleagues/server/staffSignIns.ts'
import { beginTotp, enableTotp } from '../colleagues/server/totp.ts'
import type { accountsContract } from '../contract.ts'
import type { staffAccountsContract } from '../staffContract.ts'
import { askCaptcha } from './captchas.ts'
import { getCode, getCodeByGet } from './codeRequests.ts'
import { listDocuments, showDocument } from './documents.ts'
import { showAccount } from './overview.ts'
import { changePassword, changePasswordByCode, resetPassword } from './passwordChanges.ts'
import { changePhone } from './phones.ts'
import { register } from './registrations.ts'
import { endSession, listSessions, logout } from './sessions.ts'
import { signIn } from './signIns.ts'

/** All but the table of permissions, which takes the whole contract. */
export const staffAccountsHandlers: Omit<Handlers<typeof staffAccountsContract>, 'GET /staff/permission/list'> = {
  'POST /staff/login': signInStaff,
  'POST /staff/logout': signOutStaff,
  'POST /staff/confirm': confirmSelf,
  'GET /staff/me': showMe,
  'POST /staff/totp/begin': beginTotp,
  'POST /staff/totp/enable': enableTotp,
  'POST /staff/entry/check': showEntry,
  'POST /staff/entry/use': useEntry,
  'POST /staff/password/change': changePassword,
  'GET /staff/session/list': listSessions,
  'POST /staff/session/end': endSession,
  'GET /staff/colleague/list': listColleagues,
  'GET /staff/colleague/export': exportColleagues,
  'GET /staff/colleague/detail': showColleague,
  'POST /staff/colleague/invite': inviteColleague,
  'POST /staff/colleague/save': saveColleague,
  'POST /staff/colleague/disable': disableColleague,
  'POST /staff/colleague/enable': enableColleague,
  'POST /staff/colleague/reset': resetColleague,
  'POST /staff/colleague/forgetTotp': forgetSecondFactor,
  'POST /staff/colleague/endSessions': endColleaguesSessions,
}

export const accountsHandlers: Handlers<typeof accountsContract> = {
  'GET /captcha': askCaptcha,
  'POST /login': signIn,
  'POST /register': register,
  'POST /logout': logout,
  'POST /pwd/resetByCode': resetPassword,
  'GET /document': listDocuments,
  'GET /document/{document}': showDocument,
  'GET /member/getCode': getCodeByGet,
  'POST /member/getCode': getCode,
  'GET /member/account': showAccount,
  'POST /member/changePhone': changePhone,
  'POST /member/changePwd': changePassword,
  'POST /member/changePwdByCode': changePasswordByCode,
  'GET /member/session/list': listSessions,
  'POST /member/session/end': endSession,
}
