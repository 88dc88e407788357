import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { valuesOfAllFields } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { bindForm, elsewhere } from '#lib/server/forms/bindForm.ts'
import { contentOf, differences } from '#modules/certificates/content.ts'
import { isHeldByPerson } from '#modules/certificates/holder.ts'
import { findKind, type Level } from '#modules/certificates/server/certificateCatalogue.ts'
import { certificateCorrected, notifyHolder } from '#modules/certificates/server/certificateMessages.ts'
import { type Certificate, wordsOf } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import type { issuingContract } from '../contract.ts'
import { correctionFields } from '../correctionForm.ts'
import { lockCertificate, recordAct } from './acts.ts'

type Correct = (typeof issuingContract)['POST /staff/certificate/correct']

/** Puts a mistake right: what the certificate said and says stands in its history, for the public too. */
export async function correctCertificate(ctx: Ctx, given: Parsed<Correct>): Promise<Output<Correct>> {
  return inTransaction(ctx, async tx => {
    const before = await lockCertificate(tx, given)
    const levels = (await findKind(tx, before.kindCode))?.kind.levels ?? []
    const corrected = readCorrection(tx, before, levels, given.form)
    const after = { ...before, ...corrected }
    refuseOutside(tx, 'staff:certificates', after.provinceCode)
    const changes = differences(shown(before), shown(after))
    if (Object.keys(changes).length === 0) throw invalid('没有改动：更正后的内容与证书上的相同')
    if (after.validTo !== null && after.validTo < after.validFrom)
      throw invalid('有效期的起止颠倒了', { validTo: '不能早于有效期起' })
    const { effectiveOn, reason } = given
    await recordAct(tx, before, { kind: 'corrected', effectiveOn, reason, changes })
    await tx.db
      .update(certificate)
      .set({ ...corrected, words: wordsOf(after) })
      .where(eq(certificate.id, before.id))
    await notifyHolder(tx, before, certificateCorrected, { 原因: reason })
    return { id: before.id, number: before.number }
  })
}

function readCorrection(ctx: Ctx, before: Certificate, levels: Level[], form: Record<string, unknown>) {
  const today = dayOf(ctx.now)
  const fields = correctionFields(isHeldByPerson(before), levels).filter(({ name }) => name in form)
  const { values, errors } = readForm(fields, form, { whole: true, today })
  if (typeof values.issuedOn === 'string' && values.issuedOn > today) errors.issuedOn = '发证日期不能晚于今天'
  if (Object.keys(errors).length) throw invalid(`有 ${Object.keys(errors).length} 处需要更正`, errors)
  return correctionForm(before, levels).columnsOf(valuesOfAllFields(fields, values))
}

/** Binds the fields of a correction to columns. Date and reason are stored with the event instead. */
const correctionForm = (of: Certificate, levels: Level[]) =>
  bindForm(correctionFields(isHeldByPerson(of), levels), certificate, {
    organisationName: {
      read: ({ organisationName }) => organisationName,
      // An organisation is its own holder.
      write: name => ({ organisationName: name ?? '', ...(isHeldByPerson(of) ? {} : { holderName: name ?? '' }) }),
    },
    levelCode: {
      read: ({ levelCode }) => levelCode,
      write: code => {
        const level = levels.find(one => one.code === code)
        return level ? { levelCode: level.code, levelName: level.name } : {}
      },
    },
    effectiveOn: elsewhere,
    reason: elsewhere,
  })

function shown(of: Certificate): Record<string, string> {
  const { holderName, ...content } = contentOf(of)
  return {
    ...(isHeldByPerson(of) && { holderName }),
    ...content,
    issuedOn: of.issuedOn,
    validFrom: of.validFrom,
    validTo: of.validTo ?? '长期',
  }
}

export const correctingHandlers = {
  'POST /staff/certificate/correct': correctCertificate,
} satisfies Partial<Handlers<typeof issuingContract>>
