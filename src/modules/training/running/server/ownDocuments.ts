import { eq } from 'drizzle-orm'
import type { Download } from '#lib/contract.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { privateFile } from '#modules/files/server/privateFile.ts'
import { file } from '#modules/files/server/tables.ts'
import { paperDownload } from '#modules/signatures/server/sealing.ts'
import type { enrolmentContract } from '#modules/training/enrolling/contract.ts'
import { readEnrolmentCourse } from '#modules/training/enrolling/server/enrolmentCourse.ts'
import { readFee } from '#modules/training/enrolling/server/enrolmentFee.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { hasTickets } from '#modules/training/enrolling/server/enrolmentRights.ts'
import { findMine } from '#modules/training/enrolling/server/registrations.ts'
import { registrationOfTicket } from '#modules/training/enrolling/server/visitors.ts'
import { passName } from '#modules/training/kinds/eventWords.ts'
import { ticketsPdf } from './tickets.ts'

export const ownDocumentsHandlers = {
  'POST /training/v2/download': async (ctx, { id, type }) => {
    return documentOf(ctx, (await findMine(ctx, { id }))!, type)
  },
  'POST /app/training/download': async (ctx, { regNo, type }) => {
    return documentOf(ctx, await registrationOfTicket(ctx, regNo), type)
  },
} satisfies Partial<Handlers<typeof enrolmentContract>>

async function documentOf(ctx: Ctx, kept: Registration, type: 'ticket' | 'invoice'): Promise<Download> {
  if (type === 'invoice') return invoiceFile(ctx, kept)
  const { course, kind } = await readEnrolmentCourse(ctx, kept.courseId)
  const paper = passName({ hasExam: course.hasExam, words: kind })
  if (!hasTickets(ctx, course, kept)) throw conflict(`${paper}尚未发放，发放后会通知您`)
  return paperDownload(ctx, `${paper}-${kept.number}.pdf`, await ticketsPdf(ctx, { registrationId: kept.id }))
}

async function invoiceFile(ctx: Ctx, kept: Registration): Promise<Download> {
  const { invoiceFileId } = (await readFee(ctx, kept)) ?? {}
  const [found] = invoiceFileId ? await ctx.db.select().from(file).where(eq(file.id, invoiceFileId)) : []
  if (!found) throw conflict('发票尚未开具')
  return privateFile(ctx, found)
}
