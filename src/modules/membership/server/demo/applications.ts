import type { Services } from '#lib/server/api/context.ts'
import { actingAs } from '#modules/accounts/server/demo.ts'
import { apply1Submit, getApply1 } from '#modules/membership/joining/server/applying.ts'
import { decideAs } from '#modules/review/desk/server/decisions.ts'

type Loading = Services & { now: Date }

/** 泰山药剂 is applying: handed in, looked at, and sent back with two remarks. */
export async function demoApplications(loading: Loading) {
  const applicant = await actingAs(loading, 'taishan', 9)
  const { form } = await getApply1(applicant, {})
  const { applyId, version } = await apply1Submit(applicant, { form: { ...form, ...filledIn }, action: 'submit' })
  await decideAs('staff:review')(await actingAs(loading, 'reviewer', 6), {
    id: applyId,
    version,
    action: 'return',
    opinion: '资料基本齐全，请按批注补正后重新提交。',
    remarks: [
      { field: 'mainBusiness', text: '请写明药剂的主要品种和年产量' },
      { field: 'liaisonEmail', text: '请留单位邮箱，用于接收票据' },
    ],
  })
}

const filledIn = {
  levelCode: '10',
  recommender: '北京清源锅炉清洗有限公司',
  applyReason: '希望参加水处理技术交流和标准制修订。',
  representativeName: '丁仲远',
  representativePosition: '总经理',
  representativeMobile: '13900000201',
  liaisonName: '齐云',
  liaisonPosition: '综合部主管',
  liaisonMobile: '13900000002',
  liaisonEmail: 'taishan@example.com',
  agreeCharter: true,
  agreeTruth: true,
}
