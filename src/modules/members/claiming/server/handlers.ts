import { conflict, invalid } from '#lib/error.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineCodePurpose } from '#modules/accounts/server/codePurposes.ts'
import { getCode } from '#modules/accounts/server/codeRequests.ts'
import { checkCode, spendCode } from '#modules/accounts/server/codes.ts'
import { type Contact, contactsOf, mobileOf, roleNames } from '#modules/members/server/contacts.ts'
import { ownAccount } from '#modules/members/server/own.ts'
import type { claimingContract } from '../contract.ts'
import { claimState, codeSaid, companyWith, refuseUnproved } from './claims.ts'
import { takeCompany } from './taking.ts'

const companyCode = defineCodePurpose({ scene: 'company', name: '让对方的账号认领贵单位' })

export const claimingHandlers = {
  'GET /member/company/claim': async ctx => {
    const { own } = await ownAccount(ctx)
    const state = await claimState(ctx, own)
    const contacts = state === 'pending' ? await reachable(ctx, codeSaid(own)!) : []
    return {
      state,
      orgName: own.displayName,
      creditCode: codeSaid(own) ?? '',
      phones: contacts.map(contact => ({
        contactId: contact.id,
        roleName: roleNames[contact.role],
        phone: maskMobile(mobileOf(ctx, contact)!),
      })),
    }
  },
  'POST /member/company/claimCode': async (ctx, { contactId }) => {
    const { phone } = await pendingWith(ctx, contactId)
    return getCode(ctx, { scene: companyCode.scene, phone })
  },
  'POST /member/company/prove': async (ctx, { contactId, code }) => {
    const { phone, accountId, creditCode } = await pendingWith(ctx, contactId)
    if (!code) throw invalid('请填写验证码', { code: '请填写单位手机收到的验证码' })
    const sent = await checkCode(ctx, { purpose: companyCode, phone, code })
    return ctx.db.transaction(async db => {
      const tx = { ...ctx, db }
      await spendCode(tx, sent)
      await takeCompany(tx, accountId, creditCode, 'phone')
      return { name: (await companyWith(tx, creditCode))!.name }
    })
  },
} satisfies Partial<Handlers<typeof claimingContract>>

/** Who speaks for the company on record and has a phone there. */
async function reachable(ctx: Ctx, creditCode: string): Promise<Contact[]> {
  const company = await companyWith(ctx, creditCode)
  const contacts = company ? await contactsOf(ctx, company.id) : []
  return contacts.filter(({ mobileSealed }) => mobileSealed !== null)
}

/** The company that is to be proved, and the phone of it that was chosen. */
async function pendingWith(ctx: Ctx, contactId: number) {
  const { own } = await ownAccount(ctx)
  const state = await claimState(ctx, own)
  if (state === 'none') throw conflict('本账号没有待核实的单位')
  if (state === 'lost') await refuseUnproved(ctx, own)
  const creditCode = codeSaid(own)!
  const contact = (await reachable(ctx, creditCode)).find(({ id }) => id === contactId)
  if (!contact) throw invalid('请选择手机', { contactId: '请从列出的手机中选择' })
  return { accountId: own.id, creditCode, phone: mobileOf(ctx, contact)! }
}
