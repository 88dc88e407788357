import { buffer } from 'node:stream/consumers'
import { and, eq, isNull } from 'drizzle-orm'
import sharp from 'sharp'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { readForm } from '#lib/form/formReading.ts'
import { labelled } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, nameOfActor, signedInActor } from '#lib/server/api/context.ts'
import { changeWithVersion, versionOf } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { file } from '#modules/files/server/tables.ts'
import { notifyHolders } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { readGroup, writeSetting } from '#modules/settings/server/settings.ts'
import type { certificateDesignContract } from '../contract.ts'
import { MIN_SEAL_PX, sealFields } from '../sealForm.ts'

const changed = defineTemplate({
  group: '工作人员',
  sms: '',
  code: 'desk.sealChanged',
  name: '印章图片已更换',
  title: '印章图片已更换',
  content:
    '{同事}更换了印在证书上的印章图片，以后签发、补发的证书用新的图片。不知情的，请立即与其核对，并查看审计日志。',
  placeholders: { 同事: '金保华' },
})

/** Notifies everyone with the setup permission that the seal has been replaced. */
async function notifySealChange(ctx: Ctx): Promise<void> {
  const texts = await renderTemplate(ctx, changed.code, { 同事: nameOfActor(signedInActor(ctx)) })
  const what = { ...texts, kind: 'operation', sms: undefined, route: '/staff/settings#seal' } as const
  await notifyHolders(ctx, 'staff:setup', what)
}

const read = async (ctx: Pick<Ctx, 'db'>) => ({ seal: (await readGroup(ctx, 'seal')).file })

export const sealHandlers = {
  'GET /staff/seal': async ctx => {
    const values = await read(ctx)
    return { fields: [...sealFields], values, version: versionOf(values) }
  },
  'POST /staff/seal/save': (ctx, { version, form }) =>
    changeWithVersion(ctx, { objectType: 'seal', objectName: '印章', version, read }, async (inside, before) => {
      const { values, errors } = readForm(sealFields, form, { whole: true, today: dayOf(ctx.now) })
      const after = { seal: values.seal ?? null }
      if (after.seal !== null && after.seal !== before.seal) {
        const fault = errors.seal ?? (await sealFault(inside, after.seal))
        if (fault) throw invalid('有 1 处需要更正', { seal: fault })
        await attachFiles(inside, [after.seal])
      }
      await writeSetting(inside, 'seal', { file: after.seal })
      if (after.seal !== before.seal) await notifySealChange(inside)
      const [was, is] = [before, after].map(each => labelled(sealFields, each))
      await recordChange(inside, {
        action: 'seal.change',
        objectType: 'seal',
        objectName: '印章',
        before: was!,
        after: is!,
      })
      return { version: versionOf(after) }
    }),
} satisfies Partial<Handlers<typeof certificateDesignContract>>

/**
 * Returns the fault of a seal picture. Only a picture uploaded as a seal is confined, so that nobody else can read it.
 */
async function sealFault({ db, store }: Ctx, id: number): Promise<string | undefined> {
  const [of] = await db
    .select()
    .from(file)
    .where(and(eq(file.id, id), isNull(file.deletedAt)))
  if (of?.type !== 'image/png' || !of.isConfined || of.isPublic) return '请重新上传印章图片'
  const picture = sharp(await buffer(await store.open(of.key)))
  const [{ width, height }, { isOpaque }] = await Promise.all([picture.metadata(), picture.stats()])
  if (isOpaque) return '印章图片的底不是透明的，会盖住文字，请改用透明底的 PNG'
  if (Math.abs(width / height - 1) > 0.05 || Math.min(width, height) < MIN_SEAL_PX)
    return `图片是 ${width} × ${height} 像素，印章应是正方形图片，边长至少 ${MIN_SEAL_PX} 像素`
}

defineFileReader(async (ctx, id) => {
  const { actor } = ctx
  return actor.kind === 'staff' && actor.permissions.includes('staff:setup') && (await read(ctx)).seal === id
})
