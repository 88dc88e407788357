import { eq } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict, forbidden, invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { fileIdsIn, plainText } from '#lib/server/outbound/sanitizeHtml.ts'
import { fileInfos, publishFiles } from '#modules/files/server/attachments.ts'
import { ownMember } from '#modules/membership/server/ownMember.ts'
import { member, memberStyle } from '#modules/membership/server/tables.ts'
import { resultOf, writeForm } from '#modules/review/applying/server/applying.ts'
import {
  type Application,
  defineKind,
  type Effect,
  type Entered,
  fixedSchema,
} from '#modules/review/server/applicationKinds.ts'
import { newestApplication, openParts, valuesOf } from '#modules/review/server/applications.ts'
import type { Materials } from '#modules/review/server/tables.ts'
import { isClosed, nameOfState } from '#modules/review/workflow.ts'
import type { styleContract } from '../contract.ts'
import { styleFields, styleSlots } from '../styleForm.ts'

type Endpoints = typeof styleContract
type Shown = Output<Endpoints['GET /member/style']>

/** 会员风采: a change is reviewed first; until then the page stays as it is. */
export const styleKind = defineKind({
  kind: 'style',
  name: '会员风采',
  prefix: 'FC',
  publishes: true,
  messages: 'membership',
  schema: fixedSchema({ path: ['review'], fields: styleFields, slots: styleSlots }),
  route: () => '/admin/user/style',
  title: values => String(values.title ?? ''),
  applicant: {
    begin: async ctx => {
      const { organisationId } = await memberOf(ctx)
      return { organisationId }
    },
    again: true,
    // Throws, with instructions, if the caller is no longer a member.
    hindrance: async ctx => {
      await memberOf(ctx)
      return null
    },
    written: checkTypes,
  },
  check: async (_, { values }) => {
    const content = String(values.content ?? '')
    if (!plainText(content) && fileIdsIn(content).length === 0) throw invalid('请填写正文', { content: '请填写正文' })
  },
  entered: { approved: publishStyle },
})

/** Columns of the page's fields; the text was sanitised on submission. */
const styleForm = bindForm(styleFields, memberStyle, {
  content: { read: ({ content }) => content, write: content => ({ content: content ?? '' }) },
  honors: 'honours',
}).besides({ memberId: true, coverId: true, imageIds: true, videoId: true, publishedAt: true, updatedAt: true })

/** Written in the transaction of the decision: the page, and who may see its pictures. */
async function publishStyle(ctx: Ctx, { application, values }: Entered): Promise<Effect> {
  const [of] = await ctx.db
    .select({ id: member.id })
    .from(member)
    .where(eq(member.organisationId, application.organisationId!))
  if (!of) throw conflict('该单位已不是会员，不能发布会员风采')
  const { cover, images, video } = filesOf(application.materials)
  const page = {
    ...styleForm.rowOf(values),
    coverId: cover,
    imageIds: images,
    videoId: video,
    publishedAt: ctx.now,
    updatedAt: ctx.now,
  }
  await ctx.db
    .insert(memberStyle)
    .values({ ...page, memberId: of.id })
    .onConflictDoUpdate({ target: memberStyle.memberId, set: page })
  await publishFiles(ctx, [...Object.values(application.materials).flat(), ...fileIdsIn(page.content)])
  return { resultId: of.id, say: '已在会员名录中公开。' }
}

const filesOf = ({ cover = [], images = [], video = [] }: Materials) => ({
  cover: cover[0] ?? null,
  images,
  video: video[0] ?? null,
})

/** The caller's, if it is an organisation's in good standing. */
async function memberOf(ctx: Ctx) {
  const found = await ownMember(ctx)
  if (found?.member.organisationId == null)
    throw forbidden('会员风采只向会员单位开放。请先在“会员”中申请入会，成为会员后即可填写')
  if (found.member.status !== 'active')
    throw forbidden('贵单位的会员资格目前不在有效状态。请先在“会员”中缴清会费，或与协会联系')
  return found.member
}

export const stylesHandlers = {
  'GET /member/style': async ctx => {
    const { id: memberId, isPublic } = await memberOf(ctx)
    const newest = await newestApplication(ctx, styleKind)
    const [published] = await ctx.db.select().from(memberStyle).where(eq(memberStyle.memberId, memberId))
    // Starts from the last application unless it was approved; then from the published page.
    const last = newest?.state === 'approved' ? undefined : newest
    const open = last && !isClosed(last.state) ? last : undefined
    const { values, files } = last
      ? { values: await valuesOf(ctx, last), files: filesOf(last.materials) }
      : fromPublished(published)
    const status = last?.state ?? (published ? 'approved' : 'draft')
    const { fields, slots } = openParts(open, await styleKind.schema(ctx, { subjectId: null }))
    return {
      id: open?.id ?? null,
      version: open?.version ?? null,
      status,
      statusName: nameOfState(status),
      title: String(values.title ?? ''),
      content: String(values.content ?? ''),
      honors: String(values.honors ?? ''),
      ...(await shownFiles(ctx, files)),
      auditReason: last?.remarks ?? [],
      canEdit: fields.length + slots.length > 0,
      openFields: [...fields, ...slots],
      publishedAt: published?.publishedAt ? iso(published.publishedAt) : null,
      pageUrl: published?.publishedAt && isPublic ? `/admin/publicity/member/${memberId}` : null,
    }
  },
  'POST /member/styleSubmit': async (
    ctx,
    { title, content, honors, coverId, imageIds, videoId, version, answers, action },
  ) => {
    const { organisationId } = await memberOf(ctx)
    const named = { cover: coverId ? [coverId] : [], images: [...new Set(imageIds)], video: videoId ? [videoId] : [] }
    const files = Object.entries(named).flatMap(([code, ids]) => ids.map(fileId => ({ code, fileId })))
    const sent = { version, answers, action, form: { title, content, honors }, files }
    const { number: _, ...result } = await resultOf(ctx, await writeForm(ctx, styleKind, sent, { organisationId }))
    return result
  },
} satisfies Partial<Handlers<Endpoints>>

type Files = ReturnType<typeof filesOf>

const fromPublished = (of: typeof memberStyle.$inferSelect | undefined): { values: FormValues; files: Files } =>
  of
    ? {
        values: styleForm.valuesOf(of),
        files: { cover: of.coverId, images: of.imageIds, video: of.videoId },
      }
    : { values: {}, files: filesOf({}) }

async function shownFiles(
  ctx: Ctx,
  { cover, images, video }: Files,
): Promise<Pick<Shown, 'cover' | 'images' | 'video'>> {
  const infos = await fileInfos(
    ctx,
    [cover, ...images, video].filter(id => id !== null),
  )
  return {
    cover: (cover && infos.get(cover)) || null,
    images: images.flatMap(id => infos.get(id) ?? []),
    video: (video && infos.get(video)) || null,
  }
}

/** A picture where a picture is shown, a film where a film is. */
async function checkTypes(ctx: Ctx, { materials: { cover = [], images = [], video = [] } }: Application) {
  const infos = await fileInfos(ctx, [...cover, ...images, ...video])
  const isA = (kind: string) => (id: number) => infos.get(id)?.type.startsWith(kind)
  const wrong = {
    ...(cover.every(isA('image/')) ? {} : { cover: '封面应为图片' }),
    ...(images.every(isA('image/')) ? {} : { images: '只能放图片' }),
    ...(video.every(isA('video/')) ? {} : { video: '应为 MP4 视频' }),
  }
  const [first] = Object.values(wrong)
  if (first) throw invalid(first, wrong)
}
