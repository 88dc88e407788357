import type { Handlers } from '#lib/server/api/call.ts'
import type { membershipContract } from '../contract.ts'
import { memberFeesHandlers } from '../fees/server/feeHandlers.ts'
import { apply1Submit, apply2Submit, getApply1, getApply2 } from '../joining/server/applying.ts'
import { claimMember, showMembership } from '../joining/server/own.ts'
import { countByLevel, countByProvince } from '../register/server/count.ts'
import { download } from '../register/server/documents.ts'
import { listMembers, newestMembers } from '../register/server/members.ts'
import { listMemberQualifications, showMember } from '../register/server/profile.ts'
import { showStyle, submitStyle } from '../style/server/styles.ts'

export const membershipHandlers: Handlers<typeof membershipContract> = {
  ...memberFeesHandlers,
  'GET /member/getApply1': getApply1,
  'POST /member/apply1Submit': apply1Submit,
  'GET /member/getApply2': getApply2,
  'POST /member/apply2Submit': apply2Submit,
  'POST /member/download': download,
  'GET /member/membership': showMembership,
  'POST /member/claim': claimMember,
  'GET /member/style': showStyle,
  'POST /member/styleSubmit': submitStyle,
  'GET /app/publicity/member/type/list': countByLevel,
  'GET /app/publicity/member/list': listMembers,
  'GET /app/publicity/member/top30': newestMembers,
  'GET /app/publicity/member/province/list': countByProvince,
  'GET /app/publicity/member/detail': showMember,
  'GET /app/publicity/member/qualification/list': listMemberQualifications,
}
