import { conflict, invalid } from '#lib/error.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineCodePurpose } from '#modules/accounts/server/codePurposes.ts'
import { getCode } from '#modules/accounts/server/codeRequests.ts'
import { checkCode, spendCode } from '#modules/accounts/server/codes.ts'
import { checkMailCode } from '#modules/accounts/server/companyReset.ts'
import { type Contact, contactsOf, mobileOf, roleNames } from '#modules/members/server/contacts.ts'
import { ownAccount } from '#modules/members/server/own.ts'
import type { claimingContract } from '../contract.ts'
import { claimState, companyWith, refuseUnprovedClaim, registeredCreditCode } from './claims.ts'
import { claimCompany } from './companyClaim.ts'

/** Carriers give a number that was closed to somebody else, and credit codes are public. */
const WHY_MAIL = '手机号停用后可能已归他人，所以还须填写单位邮箱收到的验证码；不能收邮件的，请上传盖章的认领函'
const mailPurpose = { scene: 'companyClaimMail', name: '认领单位' }
const MAIL_DEED = '有人用贵单位登记的手机号申请认领贵单位'

const companyCode = defineCodePurpose({ scene: 'company', name: '让对方的账号认领贵单位' })

export const claimingHandlers = {
  'GET /member/company/claim': async ctx => {
    const { own } = await ownAccount(ctx)
    const state = await claimState(ctx, own)
    const contacts = state === 'pending' ? await reachable(ctx, registeredCreditCode(own)!) : []
    return {
      state,
      orgName: own.displayName,
      creditCode: registeredCreditCode(own) ?? '',
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
  'POST /member/company/prove': async (ctx, { contactId, code, mailCode }) => {
    const { phone, accountId, creditCode, email } = await pendingWith(ctx, contactId)
    if (!code) throw invalid('请填写验证码', { code: '请填写单位手机收到的验证码' })
    const sent = await checkCode(ctx, { purpose: companyCode, phone, code })
    const proof = email && { purpose: mailPurpose, email, mailCode, why: WHY_MAIL, deed: MAIL_DEED }
    const sentByMail = proof && (await checkMailCode(ctx, proof))
    return inTransaction(ctx, async tx => {
      await spendCode(tx, sent)
      if (sentByMail) await spendCode(tx, sentByMail)
      await claimCompany(tx, accountId, creditCode, 'phone')
      return { name: (await companyWith(tx, creditCode))!.name }
    })
  },
} satisfies Partial<Handlers<typeof claimingContract>>

/** Returns the contacts on record that have a mobile. */
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
  if (state === 'lost') await refuseUnprovedClaim(ctx, own)
  const creditCode = registeredCreditCode(own)!
  const company = (await companyWith(ctx, creditCode))!
  const contacts = await contactsOf(ctx, company.id)
  const contact = contacts.find(({ id, mobileSealed }) => id === contactId && mobileSealed !== null)
  if (!contact) throw invalid('请选择手机', { contactId: '请从列出的手机中选择' })
  const email = contacts.toReversed().find(one => one.email)?.email
  return { accountId: own.id, creditCode, phone: mobileOf(ctx, contact)!, email }
}
