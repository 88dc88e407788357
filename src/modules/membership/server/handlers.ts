import type { Handlers } from '#lib/server/call.ts'
import type { membershipContract } from '../contract.ts'
import { apply1Submit, apply2Submit, getApply1, getApply2 } from './applying.ts'
import { countByLevel, countByProvince } from './count.ts'
import { download } from './documents.ts'
import { memberFeesHandlers } from './feeHandlers.ts'
import { listMembers, newestMembers } from './members.ts'
import { claimMember, showMembership } from './own.ts'
import { listMemberQualifications, showMember } from './profile.ts'
import { showStyle, submitStyle } from './styles.ts'

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
