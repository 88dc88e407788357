import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { versionOf } from '#modules/audit/server/changes.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import { readPictures, savePictures } from '#modules/settings/server/editing.ts'
import { definePackable } from '#modules/settings/server/packable.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import type { staffSiteContract } from '../siteContract.ts'
import { pictureFields } from '../siteForms.ts'
import { usePictures } from './bannerDesk.part.ts'

type Endpoints = typeof staffSiteContract
type Pictures = Awaited<ReturnType<typeof readPictures>>

const PLACES = [1, 2]
const fileOf = (url: string | null) => Number(url?.match(/\d+$/)?.[0]) || null

const valuesOf = ({ logo, share, qr }: Pictures): FormValues =>
  Object.fromEntries([
    ['logo', fileOf(logo)],
    ['share', fileOf(share)],
    ...qr.flatMap(({ name, imgUrl }, i) => [
      [`name${i + 1}`, name],
      [`picture${i + 1}`, fileOf(imgUrl)],
    ]),
  ])

export const pictureDeskHandlers = {
  'GET /staff/pictures': async ctx => {
    const pictures = await readPictures(ctx)
    return { fields: [...pictureFields], values: valuesOf(pictures), version: versionOf(pictures) }
  },
  'POST /staff/pictures/save': (ctx, { version, form }) => save(ctx, version, form),
} satisfies Partial<Handlers<Endpoints>>

const save = (ctx: Ctx, version: string, form: Record<string, unknown>) =>
  savePictures(ctx, version, async (inside, before) => {
    const { values, errors } = readForm(pictureFields, form, {
      whole: true,
      today: dayOf(ctx.now),
      words: await readPublicWordRule(inside),
    })
    const infos = await fileInfos(
      inside,
      Object.values(values).filter(value => typeof value === 'number'),
    )
    Object.assign(errors, faultsOf(infos, values))
    if (Object.keys(errors).length > 0) throw invalid(`有 ${Object.keys(errors).length} 处需要更正`, errors)
    const picture = (name: string) => (typeof values[name] === 'number' ? values[name] : null)
    const [logo, share] = [picture('logo'), picture('share')]
    const shown = PLACES.flatMap(i => {
      const id = picture(`picture${i}`)
      return id ? { id, name: String(values[`name${i}`]) } : []
    })
    await usePictures(
      inside,
      [logo, share, ...shown.map(({ id }) => id)],
      [before.logo, before.share, ...before.qr.map(({ imgUrl }) => imgUrl)].map(fileOf),
    )
    const qr = shown.map(({ id, name }) => ({ name, imgUrl: fileUrl(id) }))
    const logoIsWide = logo !== null && !isPictureOf(infos, logo, squareLogo)
    return { logo: fileUrl(logo), logoIsWide, share: fileUrl(share), qr }
  })

const NAME = '徽标与二维码'

/** Packs all pictures as one record, as staff edit them. A site without pictures packs none. */
definePackable({
  objectType: 'pictures',
  called: NAME,
  keyField: 'key',
  refers: {},
  leaves: [],
  fields: async () => pictureFields,
  read: async ctx => {
    const pictures = await readPictures(ctx)
    const isBare = !pictures.logo && !pictures.share && pictures.qr.length === 0
    return isBare
      ? []
      : [{ id: 1, key: 'association', name: NAME, values: valuesOf(pictures), version: versionOf(pictures) }]
  },
  save: async (ctx, { version, form }) => {
    await save(ctx, version ?? versionOf(await readPictures(ctx)), form)
    return { id: 1 }
  },
})

type Infos = Awaited<ReturnType<typeof fileInfos>>
/** `ratio`: of width to height, from and to. */
type Shape = { ratio: readonly [number, number]; height: number }

/** A scan is seldom exact to the pixel. */
const TOLERANCE = 0.05
const squareLogo: Shape = { ratio: [1, 1], height: 180 }
const wideLogo: Shape = { ratio: [1.1, 4], height: 90 }

function isPictureOf(infos: Infos, id: FormValues[string], { ratio: [from, to], height: least }: Shape): boolean {
  const { width, height } = infos.get(Number(id)) ?? {}
  if (!width || !height) return false
  const ratio = width / height
  return height >= least && ratio > from * (1 - TOLERANCE) && ratio < to * (1 + TOLERANCE)
}

/** Checks each picture against the requirements of its place. */
function faultsOf(infos: Infos, values: FormValues): FieldErrors {
  const errors: FieldErrors = {}
  const isShaped = (id: FormValues[string], shape: Shape) => isPictureOf(infos, id, shape)
  for (const i of PLACES) {
    const [name, picture] = [values[`name${i}`], values[`picture${i}`]]
    if (name && !picture) errors[`picture${i}`] = '请上传图片，或清空名称'
    if (picture && !name) errors[`name${i}`] = '请填写名称，读给看不见图片的人听'
    if (picture && !isShaped(picture, { ratio: [1, 1], height: 240 }))
      errors[`picture${i}`] = '二维码应是正方形图片，边长至少 240 像素'
  }
  if (values.logo && !isShaped(values.logo, squareLogo) && !isShaped(values.logo, wideLogo))
    errors.logo = '徽标应是边长至少 180 像素的正方形图片，或高至少 90 像素、宽不超过高的 4 倍的横图'
  if (values.share && !isShaped(values.share, { ratio: [1200 / 630, 1200 / 630], height: 315 }))
    errors.share = '分享图片应接近 1200 × 630 像素，高至少 315 像素'
  return errors
}
