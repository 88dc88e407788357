import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { versionOf } from '#modules/audit/server/changes.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import { readQr, saveQr } from '#modules/settings/server/editing.ts'
import type { staffSiteContract } from '../siteContract.ts'
import { qrFields } from '../siteForms.ts'
import { usePictures } from './bannerDesk.ts'

type Endpoints = typeof staffSiteContract
type Qr = Awaited<ReturnType<typeof readQr>>

const PLACES = [1, 2]
const fileOf = (url: string) => Number(url.match(/\d+$/)?.[0]) || null

const valuesOf = (qr: Qr): FormValues =>
  Object.fromEntries(
    qr.flatMap(({ name, imgUrl }, i) => [
      [`name${i + 1}`, name],
      [`picture${i + 1}`, fileOf(imgUrl)],
    ]),
  )

export const qrDeskHandlers = {
  'GET /staff/qr': async ctx => {
    const qr = await readQr(ctx)
    return { fields: [...qrFields], values: valuesOf(qr), version: versionOf(qr) }
  },
  'POST /staff/qr/save': (ctx, { version, form }) =>
    saveQr(ctx, version, async (inside, before) => {
      const { values, errors } = readForm(qrFields, form, { whole: true, today: dayOf(ctx.now) })
      for (const i of PLACES) {
        const [name, picture] = [values[`name${i}`], values[`picture${i}`]]
        if (name && !picture) errors[`picture${i}`] = '请上传图片，或清空名称'
        if (picture && !name) errors[`name${i}`] = '请填写名称，读给看不见图片的人听'
        if (picture && !(await isLargeSquare(inside, picture as number)))
          errors[`picture${i}`] = '二维码应是正方形图片，边长至少 240 像素'
      }
      if (Object.keys(errors).length > 0) throw invalid(`有 ${Object.keys(errors).length} 项需要更正`, errors)
      const shown = PLACES.flatMap(i => {
        const id = values[`picture${i}`] as number | undefined
        return id ? { id, name: String(values[`name${i}`]) } : []
      })
      await usePictures(
        inside,
        shown.map(({ id }) => id),
        before.map(({ imgUrl }) => fileOf(imgUrl)),
      )
      return shown.map(({ id, name }) => ({ name, imgUrl: fileUrl(id) }))
    }),
} satisfies Partial<Handlers<Endpoints>>

async function isLargeSquare(ctx: Ctx, id: number): Promise<boolean> {
  const { width, height } = (await fileInfos(ctx, [id])).get(id) ?? {}
  // A scan of a printed code is seldom square to the pixel.
  return !!width && !!height && Math.min(width, height) >= 240 && Math.abs(width / height - 1) < 0.05
}
