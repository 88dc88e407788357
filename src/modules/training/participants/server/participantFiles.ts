import { createReadStream } from 'node:fs'
import { forbidden } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { ticketPhone } from '#modules/accounts/server/phoneTickets.ts'
import { withTemporaryFile } from '#modules/files/server/temporaryFile.ts'
import { uploadFile } from '#modules/files/server/upload.ts'
import type { enrolmentContract } from '#modules/training/enrolling/contract.ts'
import { PHOTO_MEGABYTES } from '#modules/training/enrolling/photo.ts'
import { enrolmentCode } from '#modules/training/enrolling/server/enrolmentCode.ts'
import { checkPhoto } from './photoCheck.ts'

type Endpoints = typeof enrolmentContract

/** A company sends the photos of a hundred at once. */
const spendFile = limit('training/file', { max: 300, per: 3_600_000 })
const PHOTO_BOUND = {
  limit: PHOTO_MEGABYTES * MEGABYTE,
  tooLarge: `照片不能超过 ${PHOTO_MEGABYTES} MB，请压缩后再上传`,
}

/** Unverified visitors must not store files. */
function refuseStrangers(ctx: Ctx) {
  if (ctx.actor.kind === 'anonymous' && !ticketPhone(ctx, enrolmentCode))
    throw forbidden('请先用短信验证码验证联系人手机号，再上传')
}

export const participantFilesHandlers = {
  'POST /app/training/file': async ctx => {
    spendFile(ctx)
    refuseStrangers(ctx)
    return uploadFile(ctx, { use: 'material' })
  },
  'POST /app/training/photo': async ctx => {
    spendFile(ctx)
    refuseStrangers(ctx)
    return withTemporaryFile(ctx, PHOTO_BOUND, async given => {
      const { path, hints } = await checkPhoto(given, ctx.address)
      const stored = await uploadFile(
        { ...ctx, upload: { ...ctx.upload!, stream: createReadStream(path) } },
        { use: 'picture' },
      )
      return { ...stored, hints }
    })
  },
} satisfies Partial<Handlers<Endpoints>>
