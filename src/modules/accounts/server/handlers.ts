import type { Handlers } from '#lib/server/call.ts'
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
import { confirmSelf, showMe, signInStaff, signOutStaff } from './staffSignIns.ts'
import { beginTotp, enableTotp } from './totp.ts'

export const staffAccountsHandlers: Handlers<typeof staffAccountsContract> = {
  'POST /staff/login': signInStaff,
  'POST /staff/logout': signOutStaff,
  'POST /staff/confirm': confirmSelf,
  'GET /staff/me': showMe,
  'POST /staff/totp/begin': beginTotp,
  'POST /staff/totp/enable': enableTotp,
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
