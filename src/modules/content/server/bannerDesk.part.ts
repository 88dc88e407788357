import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { attachFiles, fileInfos, publishFiles } from '#modules/files/server/attachments.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { contentRecords } from '../siteContract.ts'
import { bannerFields, bannerShapes } from '../siteForms.ts'
import { banner } from './tables.ts'

type Banner = typeof banner.$inferSelect

const bannerForm = bindForm(bannerFields, banner, { file: 'fileId', mobileFile: 'mobileFileId' }).besides({
  id: true,
  sort: true,
})

defineSiteRecords<Banner, ListOf<typeof contentRecords.banner>>({
  objectType: 'banner',
  ...contentRecords.banner,
  fields: bannerFields,
  read: ({ db }) => db.select().from(banner).orderBy(asc(banner.place), asc(banner.sort), asc(banner.id)),
  nameOf: ({ title }) => title,
  valuesOf: bannerForm.valuesOf,
  facts:
    ({ now }) =>
    ({ startsAt, endsAt, fileId, mobileFileId }) => ({
      showing: !(startsAt && now < startsAt) && !(endsAt && endsAt <= now),
      imgUrl: fileUrl(fileId),
      mobileImgUrl: fileUrl(mobileFileId),
    }),
  check: async (ctx, values, before) => ({ ...(await checkPictures(ctx, values, before)), ...checkPeriod(values) }),
  write: async (ctx, values, before) => {
    const row = bannerForm.rowOf(values)
    await usePictures(ctx, [row.fileId, row.mobileFileId], [before?.fileId, before?.mobileFileId])
    return saveInOrder(ctx.db, banner, row, before)
  },
  table: banner,
  order: { by: 'place' },
})

export const checkPeriod = ({ startsAt, endsAt }: FormValues): FieldErrors =>
  wrongIf(!!startsAt && !!endsAt && endsAt <= startsAt, { endsAt: '结束时间应晚于开始时间' })

/**
 * Pictures that were not there before are taken over from who uploaded them, and everyone may see them. What everyone
 * sees already, as a picture that comes back from the history, needs no owner.
 */
export async function usePictures(ctx: Ctx, ids: (number | null)[], known: (number | null | undefined)[]) {
  const added = ids.flatMap(id => (id !== null && !known.includes(id) ? id : []))
  const seen = await ctx.db
    .select({ id: file.id })
    .from(file)
    .where(and(inArray(file.id, added), eq(file.isPublic, true), isNull(file.deletedAt)))
  const fresh = added.filter(id => !seen.some(each => each.id === id))
  await attachFiles(ctx, fresh)
  await publishFiles(ctx, fresh)
}

async function checkPictures(ctx: Ctx, values: FormValues, before: Banner | undefined): Promise<FieldErrors> {
  const place = values.place === 'party' ? 'party' : 'home'
  const { file, mobileFile } = values as Record<string, number | undefined>
  const infos = await fileInfos(
    ctx,
    [file, mobileFile].filter(id => id !== undefined),
  )
  const problem = (id: number, { from, to, width, ideal }: (typeof bannerShapes)['home']) => {
    const picture = infos.get(id)
    if (!picture?.width || !picture.height) return '请重新上传图片'
    const shape = picture.width / picture.height
    if (picture.width >= width && shape >= from && shape <= to) return undefined
    return `图片是 ${picture.width} × ${picture.height} 像素，应接近 ${ideal}，宽至少 ${width}`
  }
  const errors: FieldErrors = {}
  const isNew = before?.place !== place || before.fileId !== file
  const wide = file !== undefined && isNew ? problem(file, bannerShapes[place]) : undefined
  const narrow =
    mobileFile !== undefined && before?.mobileFileId !== mobileFile
      ? problem(mobileFile, bannerShapes.narrow)
      : undefined
  if (wide) errors.file = wide
  if (narrow) errors.mobileFile = narrow
  return errors
}
